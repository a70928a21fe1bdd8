/** The words everything else is said in. */
export * from "./candidates.ts";
export * from "./case.ts";
export * from "./claim.ts";
export * from "./configuration.ts";
export * from "./digest.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./executor.ts";
export * from "./format.ts";
export * from "./journal.ts";
export * from "./rate.ts";
export * from "./search.ts";
export * from "./test-case.ts";
export * from "./verdict.ts";
export * from "./words.ts";
