/** Learns from a few runs of a command on the original what is to be kept. */
import { UserError } from "../core/errors.ts";
import type { TestCase } from "../core/test-case.ts";
import { commandLine, judge, programOf, testWords, type CommandTest } from "./command.ts";
import { inputText, type Strictness } from "./input-text.ts";
import { checkBeside } from "./layout.ts";
import { checkRefinements, isRefined, keepsLearnt, refined, type Refinements } from "./refinements.ts";
import { endingOf, learnSignature, type Signature } from "./signature.ts";
import { readTrial, textOf, type TrialContext, type Trial } from "./trial.ts";

export interface Lesson {
  readonly setting: TrialContext;
  readonly command: readonly string[];
  readonly refinements: Refinements;
  readonly original: TestCase;
  /** In milliseconds, for each run. */
  readonly timeout: number;
  /** The failure may show only sometimes: the original is run more often until it has shown a few times. */
  readonly flaky?: boolean;
  /** How much of what the command says about the input belongs to the failure; "names" unless given. */
  readonly strictness?: Strictness;
  readonly signal: AbortSignal;
}

export interface LearntTest {
  readonly test: CommandTest;
  /** "exits with 1 and prints on stderr: …" */
  readonly description: string;
  /** What to do when the test says too little to tell failures apart. */
  readonly advice?: string;
  /** The runs on the original, for the calibration of timeouts. */
  readonly trials: readonly Trial[];
  /** In how many of them the test holds. */
  readonly shows: number;
}

const MIN_RUNS = 3;
const MORE = 5;
/** For failures that show sometimes: enough for one that shows in a tenth of the runs. */
const MANY = 40;

/**
 * Three runs; five when they do not agree. Runs that fail count more than runs that end well: the failure is what people look for.
 * Rejects with a `UserError` when the original does not end in time, or when there is nothing that could be kept.
 */
export const learn = async (lesson: Lesson): Promise<LearntTest> => {
  const refinements = checkRefinements(lesson.refinements);
  checkBeside(lesson.setting.subject);
  if (refinements.hang !== undefined) {
    const test = { command: lesson.command, signature: {}, refinements };
    return { test, description: testWords(test), trials: [], shows: 0 };
  }
  const trials = await runOriginal(lesson);
  const signature = refined(signatureOf(lesson, trials), refinements);
  const test: CommandTest = { command: lesson.command, signature, refinements };
  const words = testWords(test);
  if (isVacuous(test)) throw nothingToKeep(words);
  const shows = trials.filter((trial) => judge(test, trial, lesson.setting.subject.name).outcome === "fail").length;
  const advice = adviceOn(test);
  return { test, description: words, ...(advice !== undefined && { advice }), trials, shows };
};

const runOriginal = async (lesson: Lesson): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  const once = async (): Promise<void> => void trials.push(await run(lesson));
  while (trials.length < MIN_RUNS) await once();
  if (!agree(lesson, trials)) while (trials.length < MORE) await once();
  if (lesson.flaky === true) while (trials.length < MANY && trials.filter(isFailure).length < MIN_RUNS) await once();
  return trials;
};

const run = async (lesson: Lesson): Promise<Trial> => {
  const { setting, original, timeout, signal } = lesson;
  const command = commandLine(setting, lesson.command);
  const program = programOf(setting, lesson.command);
  const reading = (trial: Trial): string => JSON.stringify(signatureOf(lesson, [trial]));
  const trial = await readTrial(setting, original, { command, program, reading, timeout, signal });
  if (!trial.timedOut) return trial;
  throw new UserError("TIMEOUT", `The command did not end within ${timeout / 1000} s on the original.`, {
    advice: "Give it more time with --timeout SECONDS. If the hang itself is the failure, use --hang SECONDS.",
  });
};

const isFailure = (trial: Trial): boolean => trial.code !== 0;

/** The runs that end in the most frequent way, failures before successes. */
const alike = (trials: readonly Trial[]): readonly Trial[] => {
  const ended = trials.filter(({ timedOut }) => !timedOut);
  const failures = ended.filter(isFailure);
  const groups = new Map<string, Trial[]>();
  for (const trial of failures.length > 0 ? failures : ended) {
    const key = JSON.stringify(endingOf(trial));
    groups.set(key, [...(groups.get(key) ?? []), trial]);
  }
  return [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? trials;
};

/** What is learnt from these runs on an original. */
export const signatureOf = (
  { setting, original, strictness }: Pick<Lesson, "setting" | "original" | "strictness">,
  trials: readonly Trial[],
): Signature => {
  const text = inputText(original.files.map((file) => textOf(file.bytes())).join("\n"), strictness);
  return learnSignature({
    trials: alike(trials),
    input: setting.subject.name,
    text,
    loose: strictness === "loose",
  });
};

const agree = (lesson: Lesson, trials: readonly Trial[]): boolean => {
  const learnt = trials.map((trial) => JSON.stringify(signatureOf(lesson, [trial])));
  return learnt.every((one) => one === learnt[0]);
};

/** Success without a word is what nearly every input leads to. */
const isVacuous = ({ signature: { ending, saying }, refinements }: CommandTest): boolean =>
  saying === undefined && (ending === undefined || ("code" in ending && ending.code === 0)) && !isRefined(refinements);

const nothingToKeep = (words: string): UserError =>
  new UserError(
    "NOTHING_LEARNT",
    `On the original the command ${words || "does nothing"} and prints nothing: there is no failure to keep.`,
    {
      advice:
        "Describe the failure with --match RE, --exit CODE, --signal NAME or --hang SECONDS, or write a test script and give it with --test SCRIPT.",
    },
  );

const REFINE = "Describe the failure with --match RE, or write a test script and give it with --test SCRIPT.";

/** An exit code alone can be reached in many ways that are of no interest. */
const adviceOn = ({ signature: { ending, saying }, refinements }: CommandTest): string | undefined =>
  keepsLearnt(refinements) && saying === undefined && ending !== undefined && "code" in ending
    ? `The command prints nothing that is the same in every run, so every candidate that exits with ${ending.code} counts. ${REFINE}`
    : undefined;
