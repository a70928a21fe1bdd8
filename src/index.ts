/** pare: makes failing things small. */
export * from "./browser.ts";
export type { ReduceEvent } from "./core/notes.ts";
export type { TestBackend } from "./reduce/backend.ts";
export type { ReduceOptions } from "./reduce/options.ts";
export { reduce, type ReduceRun } from "./reduce/reduce.ts";
export type { ReduceResult } from "./reduce/result.ts";
export { isolate, type IsolateRun } from "./isolate/isolate.ts";
export type { IsolateEvent } from "./isolate/events.ts";
export type { IsolateOptions } from "./isolate/options.ts";
export type { IsolateResult } from "./isolate/result.ts";
