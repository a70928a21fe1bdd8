/** Everything that decides in an isolation, as plain data, and what it says about a run. */
import { unresolved, type Verdict } from "../../core/verdict.ts";
import { passesWords } from "../../oracles/sides/passes.ts";
import { textOf } from "../../oracles/trial.ts";
import type { JudgedTrial } from "../kind.ts";
import { judgeEnds, looksWords, type EndsTest } from "./ends-test.ts";
import { type PlaceTrial, outputLines, reasonOf, troubleIn } from "./output-terms.ts";

/** A program whose exit codes say it. */
export interface CodesTest {
  readonly command: readonly string[];
  readonly convention: Convention;
  /** The digest of a script. */
  readonly script?: string;
}

/** A command whose outcome the kind of change can read from what it prints. */
interface ReadTest {
  readonly command: readonly string[];
}

interface Common {
  readonly build?: string;
  /** Lines for sh that must succeed on every mixture. */
  readonly passes?: readonly string[];
  /** How often each mixture is run. */
  readonly repeat: number;
  /** The failure shows in every run at the bad end, or only in some: then one run that shows it is enough. */
  readonly shows: "always" | "sometimes";
}

/** It is stored in runs and restored from them. */
export type IsolateTest = Common &
  (
    | ({ readonly kind: "ends" } & EndsTest)
    | ({ readonly kind: "codes" } & CodesTest)
    | ({ readonly kind: "read" } & ReadTest)
  );

/** Reads an outcome from what a run has printed; nothing where it does not say. */
export type OutcomeReader = (trial: JudgedTrial) => "pass" | "fail" | undefined;

export const judgeTrial = (test: IsolateTest, trial: PlaceTrial, read?: OutcomeReader): Verdict => {
  switch (test.kind) {
    case "ends":
      return judgeEnds(test, trial);
    case "codes":
      return judgeCode(test.convention, trial);
    case "read":
      return judgeRead(trial, read);
  }
};

const judgeRead = (trial: PlaceTrial, read: OutcomeReader | undefined): Verdict => {
  if (trial.timedOut) return unresolved("timeout");
  const outcome = readTrial(trial, read);
  return outcome === undefined ? unresolved(reasonOf(trial)) : { outcome };
};

export const readTrial = (
  { code, stdout, stderr, cwd }: PlaceTrial,
  read?: OutcomeReader,
): "pass" | "fail" | undefined => read?.({ code, stdout: textOf(stdout), stderr: textOf(stderr), cwd });

export const endWords = (test: IsolateTest): EndWords => {
  const { good, bad } = ownWords(test);
  const { passes } = test;
  if (passes === undefined) return { good, bad };
  return { good: `${good}; ${passesWords(passes)}`, bad: `${bad}; ${passesWords(passes)}` };
};

interface EndWords {
  readonly good: string;
  readonly bad: string;
}

const ownWords = (test: IsolateTest): EndWords => {
  switch (test.kind) {
    case "ends":
      return { good: looksWords(test.good), bad: looksWords(test.bad) };
    case "codes":
      return conventionWords(test.convention);
    case "read":
      return { good: "passes, as its output says", bad: "fails, as its output says" };
  }
};

/** The test in the identity of an earlier oracle, if it is one. */
export const storedTest = (identity: unknown): IsolateTest | undefined => {
  const { kind, command, repeat, shows } = (identity ?? {}) as Partial<IsolateTest>;
  const isTest =
    (kind === "ends" || kind === "codes" || kind === "read") && Array.isArray(command) && repeat !== undefined;
  return isTest && shows !== undefined ? (identity as IsolateTest) : undefined;
};

/** "shows": 0 = shows the failure, anything else = it does not. "bisect": 0 = good, 1 to 127 = bad. Both: 125 = cannot tell. */
type Convention = "shows" | "bisect";

const CANNOT_TELL = 125;
const LAST_BAD = 127;

/** A program that a signal ends, or that exits with more than 127 where git would stop, has said nothing. */
const judgeCode = (convention: Convention, trial: PlaceTrial): Verdict => {
  const { code, timedOut } = trial;
  if (timedOut) return unresolved("timeout");
  if (code === CANNOT_TELL) {
    const said = troubleIn(outputLines(trial));
    return unresolved(said === "" ? `exit ${CANNOT_TELL}` : `exit ${CANNOT_TELL}: ${said}`);
  }
  if (code === undefined || (convention === "bisect" && code > LAST_BAD)) return unresolved(reasonOf(trial));
  if ((code === 0) === (convention === "shows")) return { outcome: "fail" };
  return { outcome: "pass", reason: `exit ${code}` };
};

const conventionWords = (convention: Convention): EndWords =>
  convention === "shows"
    ? { good: "exits with another code than 0 and 125", bad: "exits with 0" }
    : { good: "exits with 0", bad: "exits with a code from 1 to 127 other than 125" };
