/** The whole examination: runs in place and in a copy, judged, compared, with advice. */
import { basename, resolve } from "node:path";
import { onlyFile } from "../../core/test-case.ts";
import { repeatLine } from "../../oracles/repeat-line.ts";
import { textOf, type Trial } from "../../oracles/trial.ts";
import { judgeOf, type Judge } from "./judge.ts";
import { canCopy } from "./copies.ts";
import { guarded, type Guard } from "./guard.ts";
import { missingByLooking, missingByOpening, missingBySaying, type Ground, type Missing } from "./missing.ts";
import { canTrace, traced } from "./strace.ts";
import { runSides, type SideRuns } from "./sides.ts";
import type { Examined } from "./subject.ts";
import type { TestTimes } from "./times.ts";
import type { Triviality } from "./trivial.ts";
import { repeatedly, runInCopy, runInPlace, runWith, type Judged } from "./trials.ts";

export interface Diagnosis {
  readonly description: string;
  readonly kind: Examined["kind"];
  /** The input, as it was typed. */
  readonly typed: string;
  /** Nobody has run anything in the user's directory: `inPlace` are runs in a copy with what is missing beside it, if any. */
  readonly apart: boolean;
  readonly isSandboxed: boolean;
  readonly inPlace: readonly Judged[];
  readonly inCopy: readonly Judged[];
  /** What the commands of `--passes` do. */
  readonly sides: readonly SideRuns[];
  readonly missing: readonly Missing[];
  /** Missing files were looked for with strace, too. */
  readonly traced: boolean;
  /** The command changed its input, which was put back. */
  readonly restored: boolean;
  /** Nothing fails: there is no failure to keep. */
  readonly vacuous: boolean;
  /** The failure shows, but with anything. */
  readonly trivial?: Triviality;
  /** Where the time of a test goes, for one that is fine. */
  readonly times?: TestTimes;
  /** The line that repeats the test in a copy. */
  readonly repeat: string;
}

/** For `pare check`: in place, too. The input is put back after each run that changes it. */
export const diagnose = async (examined: Examined, times: number, signal: AbortSignal): Promise<Diagnosis> => {
  const { guard, isRestored } = guarded(examined.path, onlyFile(examined.original).bytes());
  const inPlace = await repeatedly(times, () => guard(() => runInPlace(examined, signal)));
  const inCopy = await repeatedly(times, () => runInCopy(examined, signal));
  const judge = judgeOf(examined, inPlace);
  const found = await findMissing(examined, { judge, inPlace, inCopy, guard }, signal);
  const sides = await runSides(examined, times, signal);
  return { ...judgedBy(judge, examined, { inPlace, inCopy }), ...found, sides, restored: isRestored(), apart: false };
};

/** For `pare reduce`, which never runs anything on the user's own file: a copy with what is missing beside it stands in for the place. */
export const diagnoseApart = async (examined: Examined, times: number, signal: AbortSignal): Promise<Diagnosis> => {
  const inCopy = await repeatedly(times, () => runInCopy(examined, signal));
  const ground = groundOf(examined);
  const said = missingBySaying(inCopy.flatMap(linesOf).join("\n"), ground);
  const isTraced = canTrace();
  const opened = isTraced ? missingByLooking(await traced((under) => runInCopy(examined, signal, under)), ground) : [];
  const missing = joined(opened, said);
  const beside = oncePerName(missing.map((each) => resolve(ground.origin, each.beside)));
  const completed =
    beside.length > 0 && canCopy(beside) ? await repeatedly(times, () => runWith(examined, beside, signal)) : [];
  const judge = judgeOf(examined, completed.length > 0 ? completed : inCopy);
  const runs = judgedBy(judge, examined, { inPlace: completed, inCopy });
  const sides = await runSides(examined, times, signal);
  return { ...runs, missing, sides, traced: isTraced, restored: false, apart: true };
};

const judgedBy = (
  judge: Judge,
  examined: Examined,
  { inPlace, inCopy }: Pick<CheckRuns, "inPlace" | "inCopy">,
): Omit<Diagnosis, "missing" | "traced" | "restored" | "apart" | "sides"> => {
  const judged = (trials: readonly Trial[]): readonly Judged[] =>
    trials.map((trial) => ({ trial, verdict: judge.verdict(trial) }));
  return {
    description: judge.description,
    kind: examined.kind,
    typed: examined.setting.subject.typed,
    isSandboxed: examined.sandbox !== undefined,
    inPlace: judged(inPlace),
    inCopy: judged(inCopy),
    vacuous: judge.vacuous,
    repeat: lineInCopy(examined),
  };
};

const groundOf = ({ path, setting: { subject } }: Examined): Ground => ({
  origin: subject.origin,
  path,
  there: [subject.name, ...subject.extraFiles.map((other) => basename(other))],
});

/** Only one of those with the same base name can lie beside the input. */
const oncePerName = (paths: readonly string[]): readonly string[] => [
  ...new Map(paths.toReversed().map((path) => [basename(path), path])).values(),
];

const joined = (opened: readonly Missing[], said: readonly Missing[]): readonly Missing[] => {
  const beside = new Set(opened.map((missing) => missing.beside));
  return [...opened, ...said.filter((missing) => !beside.has(missing.beside))];
};

/** The line for a shell that repeats the test where it was judged: in a fresh directory, on a copy. */
const lineInCopy = ({ setting: { subject }, path, command }: Examined): string =>
  repeatLine({ subject, path, command });

interface CheckRuns {
  readonly judge: Judge;
  readonly inPlace: readonly Trial[];
  readonly inCopy: readonly Trial[];
  readonly guard: Guard;
}

/** Nothing is missing where the copy does what the original does, and nothing is complained about. */
const findMissing = async (
  examined: Examined,
  { judge, inPlace, inCopy, guard }: CheckRuns,
  signal: AbortSignal,
): Promise<Pick<Diagnosis, "missing" | "traced">> => {
  const alike = inCopy.every((trial) => judge.verdict(trial).outcome === "fail");
  const ground = groundOf(examined);
  const said = missingBySaying(newLines(inCopy, inPlace), ground);
  if (alike && said.length === 0) return { missing: [], traced: false };
  if (!canTrace()) return { missing: said, traced: false };
  const place = await traced((under) => guard(() => runInPlace(examined, signal, under)));
  const copy = await traced((under) => runInCopy(examined, signal, under));
  return { missing: joined(missingByOpening(place, copy, ground), said), traced: true };
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
