/** pare for browsers: values made small in this process. */
export { claimText, type Claim } from "./core/claim.ts";
export { UserError } from "./core/errors.ts";
export type { Provenance, RunEvent, Stamped, TestCounts } from "./core/events.ts";
export type { Step } from "./core/search.ts";
export type { Outcome, Verdict } from "./core/verdict.ts";
export type { StopReason } from "./driver/search.ts";
export type { Predicate, PredicateAnswer, TestContext, ValueTester } from "./executors/value-tester.ts";
export type { Json } from "./formats/json-table.ts";
export {
  minimize,
  type Details,
  type EventOf,
  type Minimize,
  type MinimizeWithDetails,
  type Test,
  type TestEvent,
} from "./library/minimize.ts";
export type { Duration, GuardedOptions, MinimizeOptions } from "./library/options.ts";
export type { StandardSchema, Valid } from "./library/valid.ts";
export type { ValueFormat } from "./pipelines/value.ts";
