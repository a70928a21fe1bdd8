/** Tries both ends, and makes the test out of what they do. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import { scriptCommand, scriptFile } from "../../oracles/command-line.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { checkRefinements, isRefined, type Refinements } from "../../oracles/refinements.ts";
import { endingOf, sameEnding } from "../../oracles/signature.ts";
import { CALIBRATION_MS } from "../../oracles/timeouts.ts";
import type { Mixture } from "../mixture.ts";
import type { ISOLATION_TEST_SETTINGS } from "../../settings/isolation.ts";
import type { OptionsOf } from "../../settings/setting.ts";
import type { MixtureTester } from "./bench.ts";
import {
  bothFail,
  buildFails,
  cannotTell,
  endRefused,
  endTimeout,
  flakyEnd,
  neitherFails,
  sameOutcome,
  swapped,
  type End,
} from "./complaints.ts";
import { commandIn, endsOracle, refusedIn } from "./ends-oracle.ts";
import { learnLooks } from "./ends-test.ts";
import {
  endWords,
  judgeTrial,
  readTrial,
  storedTest,
  type IsolateTest,
  type OutcomeReader,
  type CodesTest,
} from "./judge.ts";
import { outputLines, readingOf, type PlaceTrial } from "./output-terms.ts";

export interface EndsLesson {
  readonly bench: MixtureTester;
  readonly options: IsolateOracleOptions;
  readonly good: Mixture;
  readonly bad: Mixture;
  /** `identity` of an earlier oracle that was asked the same: then nothing is run. */
  readonly earlier?: unknown;
  /** Decides what a command without further words has done, if it can tell at both ends. */
  readonly verdict?: OutcomeReader;
  readonly signal: AbortSignal;
}

export interface LearntEnds {
  readonly oracle: ProcessOracle<Mixture>;
  /** How each end is recognised. */
  readonly words: { readonly good: string; readonly bad: string };
  /** How long the runs at the ends took, in milliseconds; none when nothing was run. */
  readonly samples: readonly number[];
  readonly runs: number;
}

const MIN_RUNS = 3;
/** Ends that take longer than this, in milliseconds, are run once. */
const SLOW_MS = 20_000;

/** Rejects with a `UserError` when the ends cannot be told apart or are not what they are said to be. */
export const learnEnds = async (lesson: EndsLesson): Promise<LearntEnds> => {
  const asked = askedFor(lesson.options, lesson.bench.origin);
  const known = storedTest(lesson.earlier);
  if (known !== undefined && isStillAsked(known, asked)) return learnt(lesson, known, []);
  const good = await trialsAt(lesson, asked, "good");
  const bad = await trialsAt(lesson, asked, "bad");
  const samples = [...good, ...bad].map(({ ms }) => ms);
  return learnt(lesson, checked(testFrom(lesson, asked, { good, bad }), lesson.verdict, { good, bad }), samples);
};

interface Trials {
  readonly good: readonly PlaceTrial[];
  readonly bad: readonly PlaceTrial[];
}

const testFrom = ({ verdict }: EndsLesson, asked: TestRequest, { good, bad }: Trials): IsolateTest => {
  const { command, common, codes, refinements } = asked;
  if (codes !== undefined) return { ...common, ...codes };
  const isPlain = !isRefined(refinements);
  const isRead = isPlain && [...good, ...bad].every((trial) => readTrial(trial, verdict) !== undefined);
  return isRead ? { kind: "read", ...common, command } : learntTest(asked, good, bad);
};

const learnt = ({ bench, verdict }: EndsLesson, test: IsolateTest, samples: readonly number[]): LearntEnds => ({
  oracle: endsOracle(bench, test, verdict),
  words: endWords(test),
  samples,
  runs: samples.length,
});

/** Three runs, or as many as every test will have; one where that takes long. */
const trialsAt = async (lesson: EndsLesson, asked: TestRequest, end: End): Promise<readonly PlaceTrial[]> => {
  const { bench, options, signal } = lesson;
  const { hang } = asked.refinements;
  const calibration = options.timeout === undefined || options.timeout === "auto" ? CALIBRATION_MS : options.timeout;
  const timeout = hang === undefined ? calibration : hang * 1000;
  const command = commandIn(asked.command, bench.origin);
  const ended = await bench.at(lesson[end], command, { timeout, signal }, async (run) => {
    const trials = [await run()];
    const isSlow = (trials[0] as PlaceTrial).ms > SLOW_MS;
    const enough = Math.max(asked.common.repeat, isSlow || hang !== undefined ? 1 : MIN_RUNS);
    while (trials.length < enough) trials.push(await run());
    return { trials, refusal: await refusedIn(bench, asked.common.passes, (other) => run(other, calibration)) };
  });
  if ("failure" in ended) throw buildFails(end, ended.failure.trial);
  const { trials, refusal } = ended.used;
  if (hang === undefined && trials.some((trial) => trial.timedOut)) throw endTimeout(end, timeout);
  if (refusal !== undefined) throw endRefused(end, refusal);
  return trials;
};

const learntTest = (asked: TestRequest, good: readonly PlaceTrial[], bad: readonly PlaceTrial[]): IsolateTest => {
  const { command, refinements, common } = asked;
  const [firstGood, firstBad] = [good[0] as PlaceTrial, bad[0] as PlaceTrial];
  const isPlain = !isRefined(refinements);
  const strayed = good.find((trial) => !endsLike(trial, firstGood));
  if (strayed !== undefined && isPlain) throw flakyEnd("good", firstGood, strayed);
  const failing = bad.filter((trial) => !endsLike(trial, firstGood));
  const showing = failing.length > 0 && common.repeat > 1 ? failing : bad;
  const odd = showing.find((trial) => !endsLike(trial, showing[0] as PlaceTrial));
  if (odd !== undefined && isPlain) throw flakyEnd("bad", showing[0] as PlaceTrial, odd);
  if (isPlain && exits(firstBad) === 0 && exits(firstGood) !== 0) throw swapped({ good: firstGood, bad: firstBad });
  const looks = learnLooks({ command, refinements, good, bad: showing });
  if (looks !== undefined) return { kind: "ends", ...common, ...looks };
  throw unsteady("good", good) ?? unsteady("bad", bad) ?? sameOutcome({ good: firstGood, bad: firstBad });
};

const endsLike = (one: PlaceTrial, other: PlaceTrial): boolean =>
  one.timedOut === other.timedOut && sameEnding(endingOf(one), endingOf(other));

const exits = ({ code, timedOut }: PlaceTrial): number | undefined => (timedOut ? undefined : code);

/** Ends that cannot be told apart because one of them says something else each time. */
const unsteady = (end: End, trials: readonly PlaceTrial[]): UserError | undefined => {
  const said = trials.map((trial) => readingOf(outputLines(trial), "lines").join("\n"));
  const other = said.findIndex((text) => text !== said[0]);
  return other < 0 ? undefined : flakyEnd(end, trials[0] as PlaceTrial, trials[other] as PlaceTrial);
};

/** The test with how surely the failure shows, once it is certain that the ends are what they are said to be. */
const checked = (test: IsolateTest, read: OutcomeReader | undefined, { good, bad }: Trials): IsolateTest => {
  const outcomesOf = (trials: readonly PlaceTrial[]): readonly string[] =>
    trials.map((trial) => judgeTrial(test, trial, read).outcome);
  const outcomes = { good: outcomesOf(good), bad: outcomesOf(bad) };
  const first = { good: good[0] as PlaceTrial, bad: bad[0] as PlaceTrial };
  const isSometimes =
    test.repeat > 1 &&
    outcomes.good.every((outcome) => outcome === "pass") &&
    outcomes.bad.includes("fail") &&
    outcomes.bad.includes("pass");
  if (isSometimes) return { ...test, shows: "sometimes" };
  for (const end of ["good", "bad"] as const) {
    const trials = end === "good" ? good : bad;
    const odd = outcomes[end].findIndex((outcome) => outcome !== outcomes[end][0]);
    if (odd >= 0) throw flakyEnd(end, trials[0] as PlaceTrial, trials[odd] as PlaceTrial);
  }
  const pair = `${outcomes.good[0]} ${outcomes.bad[0]}`;
  if (pair === "pass fail") return test;
  if (pair === "fail pass") throw swapped(first);
  if (pair === "fail fail") throw bothFail(first);
  if (pair === "pass pass") throw neitherFails(first);
  throw outcomes.good[0] === "unresolved" ? cannotTell("good", first.good) : cannotTell("bad", first.bad);
};

interface TestRequest {
  readonly command: readonly string[];
  readonly refinements: Refinements;
  /** Missing where what the command does is to be learnt. */
  readonly codes?: { readonly kind: "codes" } & CodesTest;
  readonly common: {
    readonly build?: string;
    readonly passes?: readonly string[];
    readonly repeat: number;
    readonly shows: "always";
  };
}

/** Throws a `UserError` for what cannot be meant. */
const askedFor = (options: IsolateOracleOptions, origin: string): TestRequest => {
  const { command, test, bisectCodes = false, refine = {}, build, repeat = 1, validators: passes = [] } = options;
  if ((command === undefined) === (test === undefined)) throw saidHowOften(command === undefined ? 0 : 2);
  const refinements = checkRefinements(refine);
  const common = {
    ...(build !== undefined && { build }),
    ...(passes.length > 0 && { passes }),
    repeat,
    shows: "always" as const,
  };
  if (test !== undefined) {
    const subject = { name: "", typed: "", origin, extraFiles: [], stdin: false };
    const program = scriptCommand(test, subject);
    const words = [...program, "{}"];
    const script = digest(readFileSync(scriptFile(program)));
    const codes = { kind: "codes", command: words, convention: bisectCodes ? "bisect" : "shows", script } as const;
    return { command: words, refinements, codes, common };
  }
  const words = command as readonly string[];
  if (!bisectCodes) return { command: words, refinements, common };
  return { command: words, refinements, codes: { kind: "codes", command: words, convention: "bisect" }, common };
};

const saidHowOften = (times: number): UserError =>
  new UserError("USAGE", times === 0 ? "No test was given." : "More than one test was given.", {
    advice: "Give either --test SCRIPT or -- COMMAND ARG...",
  });

/** Whether a test of an earlier run is about the same: a script may have been changed since. */
const isStillAsked = (test: IsolateTest, { command, refinements, codes, common }: TestRequest): boolean => {
  const isSame =
    isDeepStrictEqual([test.command, test.passes], [command, common.passes]) &&
    test.build === common.build &&
    test.repeat === common.repeat;
  if (!isSame || (test.kind === "codes") !== (codes !== undefined)) return false;
  if (test.kind === "codes") return test.script === codes?.script && test.convention === codes?.convention;
  return test.kind === "read" || isDeepStrictEqual(test.refinements, refinements);
};

/** Either a command, whose behaviour at both ends is learnt, or a script whose exit codes decide. */
export interface IsolateOracleOptions extends OptionsOf<typeof ISOLATION_TEST_SETTINGS> {
  /** What it does at both ends becomes the test. `{}` is the candidate; `{flags}` and `{tests}` stand for words. */
  readonly command?: readonly string[];
  readonly refine?: Refinements;
}
