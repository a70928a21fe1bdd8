/** What the command line does, for programs. */
export { reduce, type ReduceRun } from "./reduce.ts";
export type { Equipment, ExecutorOrder, OpenExecutor, OpenOracle, OracleOrder } from "./equipment.ts";
export type { ReduceEvent, ReduceNote } from "./events.ts";
export type { OracleOptions, ReduceOptions } from "./options.ts";
export type { FileFigures, ReduceResult } from "./result.ts";
