/** Where tests run. */
export { inProcess } from "./in-process.ts";
export { localExecutor, type LocalOptions } from "./local.ts";
export { simulated, type SimulatedExecutor, type Simulation } from "./simulated.ts";
export { threads, type ThreadOptions } from "./threads.ts";
export type {
  Predicate,
  PredicateAnswer,
  TestContext,
  TesterSettings,
  ValueExecutor,
  ValueTester,
} from "./value-tester.ts";
