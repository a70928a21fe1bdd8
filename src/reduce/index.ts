/** What the command line does, for programs. */
export { reduce, type ReduceRun } from "./reduce.ts";
export type { TestBackend } from "./backend.ts";
export type { ReduceEvent } from "./events.ts";
export type { ReduceOptions } from "./options.ts";
export type { ReduceResult } from "./result.ts";
