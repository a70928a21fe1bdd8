/** A diagnosis in words and as data. */
import { given } from "../../core/maybe.ts";
import { textOf, type Trial } from "../../oracles/trial.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { time } from "../../progress/figures.ts";
import { ALLOW_TRIVIAL, trivialText } from "../../reduce/trivial/trivial.ts";
import type { Paint } from "../../reporters/paint.ts";
import type { Diagnosis } from "./diagnose.ts";
import type { Judged } from "./trials.ts";
import type { Missing } from "./missing.ts";
import { timeLines } from "./time-lines.ts";
import { sideAdvice, sideFinding, sideJson, sideTexts } from "./sides.ts";

export type CheckFinding = "fine" | "not-failing" | "trivial" | "flaky";

export const findingOf = ({ inPlace, inCopy, vacuous, sides, trivial }: Diagnosis): CheckFinding => {
  const shown = countShown(inCopy);
  if (vacuous || shown === 0) return "not-failing";
  const refused = sideFinding(sides);
  if (refused !== "fine") return refused;
  if (trivial !== undefined) return "trivial";
  return shown < inCopy.length || (countShown(inPlace) > 0 && countShown(inPlace) < inPlace.length) ? "flaky" : "fine";
};

const countShown = (runs: readonly Judged[]): number => runs.filter(({ verdict }) => verdict.outcome === "fail").length;

export const diagnosisLines = (diagnosis: Diagnosis, paint: Paint): readonly string[] => [
  `condition: ${diagnosis.description}`,
  "",
  // A directory is looked at in copies alone.
  ...(diagnosis.inPlace.length === 0
    ? []
    : [
        ...placeLines(
          `in your directory, on the file itself${diagnosis.isSandboxed ? " (in the sandbox, where it is read-only)" : ""}`,
          diagnosis.inPlace,
          paint,
        ),
        "",
      ]),
  ...placeLines("in a fresh directory, on a copy", diagnosis.inCopy, paint),
  "",
  ...sideTexts(diagnosis.sides, paint, runLines),
  ...missingLines(diagnosis),
  ...trivialLines(diagnosis, paint),
  ...(diagnosis.times === undefined ? [] : timeLines(diagnosis.times, diagnosis.typed)),
  ...adviceLines(diagnosis).map((line) => `${paint.bold("advice:")} ${line}`),
  "repeat it:",
  diagnosis.repeat,
];

const placeLines = (title: string, runs: readonly Judged[], { bold, red, green }: Paint): readonly string[] => {
  const shown = countShown(runs);
  const said = `${shown} of ${runs.length} runs fail`;
  return [`${bold(title)}: ${(shown === runs.length ? green : red)(said)}`, ...runLines(runs)];
};

/** How runs ended, how long they took, and what the first has printed. */
export const runLines = (runs: readonly Judged[], isJudged = true): readonly string[] => {
  const verdicts = [
    ...new Set(
      runs.map((each) =>
        isJudged ? `${endingText(each.trial)}: ${each.verdict.outcome}${becauseOf(each)}` : endingText(each.trial),
      ),
    ),
  ];
  const times = runs.map(({ trial }) => trial.ms);
  const [first] = runs;
  return [
    ...verdicts.map((verdict) => `  ${verdict}`),
    `  ${time(Math.min(...times))} to ${time(Math.max(...times))}`,
    ...(first === undefined ? [] : [...streamLines("stdout", first.trial), ...streamLines("stderr", first.trial)]),
  ];
};

/** " (does not say: …)"; nothing where how it ended says it all. */
export const becauseOf = ({ trial, verdict: { reason } }: Judged): string => {
  const isKnown = reason === undefined || [endingText(trial), `exit ${trial.code}`, trial.signal].includes(reason);
  return isKnown || (reason === "timeout" && trial.timedOut) ? "" : ` (${reason})`;
};

/** "exits with 1", "is ended by SIGSEGV", "does not end in time". */
export const endingText = (trial: Trial): string => {
  const ending = endingOf(trial);
  return trial.timedOut || ending === undefined ? "does not end in time" : endingWords(ending);
};

const MAX_LINES = 8;
const MAX_CHARACTERS = 160;

export const streamLines = (name: "stdout" | "stderr", trial: Trial): readonly string[] => {
  const text = textOf(trial[name]).trimEnd();
  if (text === "") return [`  ${name}: nothing`];
  const lines = text.split("\n");
  const shown =
    lines.length <= MAX_LINES
      ? lines
      : [
          ...lines.slice(0, MAX_LINES / 2),
          `… ${lines.length - MAX_LINES} more lines …`,
          ...lines.slice(-MAX_LINES / 2),
        ];
  return [
    `  ${name}:`,
    ...shown.map((line) => `    ${line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line}`),
  ];
};

const missingLines = ({ missing, traced }: Diagnosis): readonly string[] =>
  missing.map(
    ({ wanted, beside }) =>
      `missing in the copy: ${wanted} (${traced ? "seen by strace; " : ""}${beside} is in your directory)`,
  );

const trivialLines = ({ trivial }: Diagnosis, { red }: Paint): readonly string[] =>
  trivial === undefined
    ? []
    : [red(`the test tells nothing: ${trivialText(trivial.inputs)}.`), `reason: ${trivial.why}`];

/** "--with config.h --with include". */
export const withFlags = (missing: readonly Missing[]): string =>
  missing.map(({ beside }) => `--with ${beside}`).join(" ");

export const adviceLines = (diagnosis: Diagnosis): readonly string[] => {
  const { inPlace, inCopy, missing, vacuous, restored, apart, trivial } = diagnosis;
  const [place, copy] = [countShown(inPlace), countShown(inCopy)];
  return [
    ...(restored
      ? ["the command changes its input; pare has restored the original. Make the command write somewhere else."]
      : []),
    ...(missing.length === 0
      ? []
      : [
          `${apart ? "it seems that " : ""}${place > 0 ? "the failure shows in your directory but not in a copy" : "files are missing in a copy"}: add ${withFlags(missing)}`,
        ]),
    ...(missing.length === 0 && place > 0 && copy === 0
      ? [
          "the failure shows in your directory but not in a copy: the test needs something in your directory; add it with --with PATH, or use $PARE_ORIGIN, the path of your directory.",
        ]
      : []),
    ...(vacuous
      ? [
          "the command succeeds and prints nothing: there is no failure to keep. Describe the failure with --match RE, --exit CODE or --test SCRIPT.",
        ]
      : []),
    ...(place === 0 && copy === 0 && !vacuous && missing.length === 0
      ? [timedOut(diagnosis) ? SLOW : notThere(diagnosis)]
      : []),
    ...(isMixed(copy, inCopy) || isMixed(place, inPlace)
      ? [
          "the failure shows only in some runs: make the test repeatable (seeds, clocks, shared files), or use --flaky with pare reduce.",
        ]
      : []),
    ...(trivial === undefined ? [] : [`${trivial.advice} ${ALLOW_TRIVIAL}`]),
    ...sideAdvice(diagnosis.sides),
    ...(findingOf(diagnosis) === "fine" && missing.length === 0 ? ["none: pare reduce can start."] : []),
  ];
};

const SLOW =
  "the test does not end in time: allow more with --timeout SECONDS, or use --hang SECONDS if that is the failure.";

const notThere = ({ kind, apart }: Diagnosis): string => {
  const where = apart
    ? "the failure does not show in a copy (pare check also looks in your directory)"
    : "the failure shows neither in your directory nor in a copy";
  const question =
    kind === "script"
      ? "does the test exit with 0 when the failure shows?"
      : "does the command really end and print as --exit, --signal, --match and the others require?";
  return `${where}: is it the right input, and ${question}`;
};

const timedOut = ({ inCopy }: Diagnosis): boolean => inCopy.some(({ trial }) => trial.timedOut);
const isMixed = (shown: number, runs: readonly Judged[]): boolean => shown > 0 && shown < runs.length;

export const placeJson = (runs: readonly Judged[]): object => ({
  shows: countShown(runs),
  runs: runs.map(({ trial, verdict }) => ({
    ...verdict,
    ...given({ exit: trial.code, signal: trial.signal }),
    timedOut: trial.timedOut,
    ms: Math.round(trial.ms),
  })),
  stdout: beginning(runs[0]?.trial.stdout),
  stderr: beginning(runs[0]?.trial.stderr),
});

export const diagnosisJson = (diagnosis: Diagnosis): string => {
  const { description, inPlace, inCopy, sides, missing, traced, restored, trivial, times, repeat } = diagnosis;
  return JSON.stringify({
    status: "complete",
    finding: findingOf(diagnosis),
    oracle: description,
    inPlace: placeJson(inPlace),
    inCopy: placeJson(inCopy),
    ...(sides.length > 0 && { sides: sideJson(sides) }),
    missing: missing.map(({ wanted, beside }) => ({ wanted, with: beside })),
    traced,
    restored,
    ...(trivial !== undefined && { trivial: { inputs: trivial.inputs, reason: trivial.reason, why: trivial.why } }),
    ...(times !== undefined && { times }),
    advice: adviceLines(diagnosis),
    repeat,
  });
};

const beginning = (bytes: Uint8Array | undefined): string => (bytes === undefined ? "" : textOf(bytes).slice(0, 4000));
