/** The whole examination: runs in place and in a copy, judged, compared, with advice. */
import { basename } from "node:path";
import { quote } from "../../oracles/command-line.ts";
import { textOf, type Trial } from "../../oracles/trial.ts";
import type { Verdict } from "../../core/verdict.ts";
import { judgeOf, type Judge } from "./judge.ts";
import { missingByOpening, missingBySaying, type Ground, type Missing } from "./missing.ts";
import { canTrace, traced } from "./strace.ts";
import type { Examined } from "./subject.ts";
import { repeatedly, restore, runInCopy, runInPlace } from "./trials.ts";

export interface Judged {
  readonly trial: Trial;
  readonly verdict: Verdict;
}

export interface Diagnosis {
  readonly words: string;
  readonly inPlace: readonly Judged[];
  readonly inCopy: readonly Judged[];
  readonly missing: readonly Missing[];
  /** Missing files were looked for with strace, too. */
  readonly traced: boolean;
  /** The command changed its input, which was put back. */
  readonly restored: boolean;
  /** Nothing fails: there is no failure to keep. */
  readonly vacuous: boolean;
  /** The line that repeats the test in a copy. */
  readonly repeat: string;
}

export const diagnose = async (examined: Examined, times: number, signal: AbortSignal): Promise<Diagnosis> => {
  const inPlace = await repeatedly(times, () => runInPlace(examined, signal));
  const inCopy = await repeatedly(times, () => runInCopy(examined, signal));
  const judge = judgeOf(examined, inPlace);
  const judged = (trials: readonly Trial[]): readonly Judged[] =>
    trials.map((trial) => ({ trial, verdict: judge.verdict(trial) }));
  const found = await findMissing(examined, { judge, inPlace, inCopy }, signal);
  return {
    words: judge.words,
    inPlace: judged(inPlace),
    inCopy: judged(inCopy),
    ...found,
    restored: restore(examined),
    vacuous: judge.vacuous,
    repeat: lineInCopy(examined),
  };
};

/** The line for a shell that repeats the test where it was judged: in a fresh directory, on a copy. */
const lineInCopy = (examined: Examined): string => {
  const { name, origin, beside, stdin } = examined.setting.subject;
  const at = `$d/${name}`;
  const words = examined.command(at).map((word) => (word.includes(at) ? `"${word}"` : quote(word)));
  const links = beside.map((path) => ` && ln -s ${quote(path)} "$d"`).join("");
  const feed = stdin ? ` < "${at}"` : "";
  return `d=$(mktemp -d) && cp ${quote(examined.path)} "$d"${links} && cd "$d" && PARE_ORIGIN=${quote(origin)} ${words.join(" ")}${feed}`;
};

interface Seen {
  readonly judge: Judge;
  readonly inPlace: readonly Trial[];
  readonly inCopy: readonly Trial[];
}

/** Nothing is missing where the copy does what the original does, and nothing is complained about. */
const findMissing = async (
  examined: Examined,
  { judge, inPlace, inCopy }: Seen,
  signal: AbortSignal,
): Promise<Pick<Diagnosis, "missing" | "traced">> => {
  const { subject } = examined.setting;
  const alike = inCopy.every((trial) => judge.verdict(trial).outcome === "fail");
  const there = [subject.name, ...subject.beside.map((path) => basename(path))];
  const ground: Ground = { origin: subject.origin, path: examined.path, there };
  const said = missingBySaying(newLines(inCopy, inPlace), ground);
  if (alike && said.length === 0) return { missing: [], traced: false };
  if (!canTrace()) return { missing: said, traced: false };
  const place = await traced((wrap) => runInPlace(examined, signal, wrap));
  const copy = await traced((wrap) => runInCopy(examined, signal, wrap));
  const opened = missingByOpening(place, copy, ground);
  const beside = new Set(opened.map((missing) => missing.beside));
  return { missing: [...opened, ...said.filter((missing) => !beside.has(missing.beside))], traced: true };
};

/** What is said in a copy but not in place. */
const newLines = (inCopy: readonly Trial[], inPlace: readonly Trial[]): string => {
  const known = new Set(inPlace.flatMap(linesOf));
  return [...new Set(inCopy.flatMap(linesOf).filter((line) => !known.has(line)))].join("\n");
};

const linesOf = ({ stdout, stderr }: Trial): readonly string[] => [
  ...textOf(stdout).split("\n"),
  ...textOf(stderr).split("\n"),
];
