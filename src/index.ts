/** pare: makes failing things small. */
export * from "./browser.ts";
export {
  reduce,
  type TestBackend,
  type ReduceEvent,
  type ReduceOptions,
  type ReduceResult,
  type ReduceRun,
} from "./reduce/index.ts";
export { isolate, type IsolateRun } from "./isolate/isolate.ts";
export type { IsolateEvent } from "./isolate/events.ts";
export type { IsolateOptions } from "./isolate/options.ts";
export type { IsolateResult } from "./isolate/result.ts";
