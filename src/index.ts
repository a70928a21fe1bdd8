/** pare: makes failing things small. */
export * from "./browser.ts";
export {
  reduce,
  type Equipment,
  type ReduceEvent,
  type ReduceOptions,
  type ReduceResult,
  type ReduceRun,
} from "./reduce/index.ts";
