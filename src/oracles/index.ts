/** The interestingness tests. */
export { commandOracle, judge, testWords, type CommandTest } from "./command.ts";
export { crashReaders } from "./crash-reports.ts";
export { barOf, decide, ORIGINAL_RUNS, RESULT_RUNS, withFlaky, type Bar } from "./flaky.ts";
export { learn, type Learnt, type Lesson } from "./learn.ts";
export type { ProcessOracle, Subject, TestTerms } from "./oracle.ts";
export { CONFIDENCE, measureRate, rateOf, rateWords, type MeasureOptions, type Rate } from "./rate.ts";
export { checkRefinements, type Refinements } from "./refinements.ts";
export { scriptOracle } from "./script.ts";
export { serverOracle, type ServerSetting } from "./server.ts";
export { signatureWords, type Ending, type Signature } from "./signature.ts";
export { CALIBRATION_MS, hardLimit, Timeouts } from "./timeouts.ts";
export { tryCandidate, type Setting, type Trial, type TrialOrder } from "./trial.ts";
export { withRepeats } from "./with-repeats.ts";
