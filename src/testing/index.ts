/** Shrinking inside tests: an assertion that fails is shown for the smallest value on which the same assertion fails. */
export { shrinking, type ShrinkOptions } from "./shrinking.ts";
export { shrinkingReporter, type FastCheckDetails } from "./fast-check.ts";
