/** Learns from a few runs of two commands on the original how they differ. */
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { Strictness } from "../input-text.ts";
import { signatureOf } from "../learn.ts";
import { endingOf, endingWords, sameEnding, type Signature } from "../signature.ts";
import { textOf, tryCandidate, type Trial, type TrialContext } from "../trial.ts";
import { SIDE_NAMES, type DiffersTest, type Side } from "./differs.ts";
import { sideCommand } from "./line.ts";
import { firstDifference, outputOf, SAYINGS, type Saying } from "./outputs.ts";

export interface DiffersLesson {
  readonly setting: TrialContext;
  readonly lines: readonly [a: string, b: string];
  readonly original: TestCase;
  /** How much of a message must stay. */
  readonly strictness?: Strictness;
  /** In milliseconds, for each run. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What each side has done, run by run. */
export type SideTrials = readonly [a: readonly Trial[], b: readonly Trial[]];

export interface LearntDiffers {
  readonly test: DiffersTest;
  readonly runs: number;
}

const RUNS = 3;

/** Rejects with a `UserError` when a side does not repeat itself, does not end, or the sides do not differ. */
export const learnDiffers = async (lesson: DiffersLesson): Promise<LearntDiffers> => {
  const trials = await trialsOn(lesson, RUNS);
  return { test: differsFrom(lesson, trials), runs: RUNS };
};

/** Both at once, one run after the other. */
export const trialsOn = async (lesson: DiffersLesson, runs: number): Promise<SideTrials> => {
  const { setting, lines, original, timeout, signal } = lesson;
  const trials: [Trial[], Trial[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    const both = await Promise.all(
      lines.map((line) =>
        tryCandidate(setting, original, { command: sideCommand(line, setting.subject), timeout, signal }),
      ),
    );
    both.forEach((trial, index) => trials[index]?.push(trial));
    if (both.some(({ timedOut }) => timedOut)) break;
  }
  return trials;
};

/** Throws as `learnDiffers` rejects. */
export const differsFrom = (lesson: DiffersLesson, trials: SideTrials): DiffersTest => {
  trials.forEach((own, index) => checkEndings(lesson, own, index));
  const [a, b] = [endingOf(trials[0][0] as Trial), endingOf(trials[1][0] as Trial)];
  if (!sameEnding(a, b)) return { sides: [failing(lesson, trials, 0), failing(lesson, trials, 1)] };
  const outputs = SAYINGS.find((saying) => isSteadyDifference(saying, trials));
  if (outputs === undefined) throw unsteadyOutput(lesson, trials) ?? noDifference(lesson, trials);
  return { sides: [printing(lesson, trials, outputs, 0), printing(lesson, trials, outputs, 1)], outputs };
};

const checkEndings = ({ lines, timeout }: DiffersLesson, own: readonly Trial[], index: number): void => {
  const name = `${SIDE_NAMES[index]} (${lines[index]})`;
  if (own.some(({ timedOut }) => timedOut))
    throw new UserError("TIMEOUT", `${name} did not end within ${timeout / 1000} s on the original.`, {
      advice: "Give it more time with --timeout SECONDS, or limit it in the command itself: timeout 10 COMMAND.",
    });
  const [first] = own;
  const other = own.find((trial) => !sameEnding(endingOf(trial), endingOf(first as Trial)));
  if (first === undefined || other === undefined) return;
  throw flakySide(name, `it ${endingText(first)} once, and ${endingText(other)} another time`);
};

const endingText = (trial: Trial): string => {
  const ending = endingOf(trial);
  return ending === undefined ? "does not end" : endingWords(ending);
};

const flakySide = (name: string, how: string): UserError =>
  new UserError("FLAKY", `${name} does not repeat on the original: ${how}.`, {
    advice: "Make it repeatable (seeds, clocks, addresses, shared state), or print less.",
  });

/** A side that fails must fail like this; of one that succeeds, no more is asked. */
const failing = (lesson: DiffersLesson, trials: SideTrials, index: 0 | 1): Side => {
  const learnt = signatureOf(lesson, trials[index]);
  const { ending } = learnt;
  const succeeds = ending !== undefined && "code" in ending && ending.code === 0;
  const signature: Signature = succeeds ? { ending } : learnt;
  return { line: lesson.lines[index], signature };
};

const printing = ({ lines }: DiffersLesson, trials: SideTrials, saying: Saying, index: 0 | 1): Side => {
  const own = trials[index][0] as Trial;
  const ending = endingOf(own);
  const [prints, other] = [outputOf(saying, own), outputOf(saying, trials[1 - index]?.[0] as Trial)];
  return {
    line: lines[index],
    signature: { ...(ending !== undefined && { ending }) },
    prints: firstDifference(prints, other),
  };
};

const isSteady = (saying: Saying, own: readonly Trial[]): boolean =>
  own.every((trial) => outputOf(saying, trial) === outputOf(saying, own[0] as Trial));

const isSteadyDifference = (saying: Saying, [a, b]: SideTrials): boolean =>
  isSteady(saying, a) && isSteady(saying, b) && outputOf(saying, a[0] as Trial) !== outputOf(saying, b[0] as Trial);

/** Sides that say the same apart from what one of them says differently each time. */
const unsteadyOutput = ({ lines }: DiffersLesson, trials: SideTrials): UserError | undefined => {
  const numberless = SAYINGS.filter(({ reading }) => reading === "numberless");
  for (const saying of numberless)
    for (const [index, own] of trials.entries()) {
      const [first, ...more] = own.map((trial) => outputOf(saying, trial));
      const other = more.find((text) => text !== first);
      if (first === undefined || other === undefined) continue;
      const how = `it prints "${firstDifference(first, other)}" once, and "${firstDifference(other, first)}" another time`;
      return flakySide(`${SIDE_NAMES[index]} (${lines[index]})`, how);
    }
  return undefined;
};

const SHOWN_CHARACTERS = 200;

const noDifference = ({ lines }: DiffersLesson, trials: SideTrials): UserError => {
  const shown = trials.map(([first], index) => {
    const trial = first as Trial;
    const output = `${textOf(trial.stdout)}${textOf(trial.stderr)}`.trim().slice(0, SHOWN_CHARACTERS);
    const prints = output === "" ? "prints nothing" : `prints: ${output}`;
    return `\n  ${SIDE_NAMES[index]} (${lines[index]}) ${endingText(trial)} and ${prints}`;
  });
  return new UserError("NOT_FAILING", `The two commands of --differs do the same on the original.${shown.join("")}`, {
    advice:
      "They must differ in how they end, or in what they print. They run in a fresh directory that contains a copy of the input under its own name.",
  });
};
