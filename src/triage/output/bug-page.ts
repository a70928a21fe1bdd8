/** What a bug's page tells: the report of its last reduction, with the way that led to it. */
import { basename } from "node:path";
import { given } from "../../core/maybe.ts";
import { counted } from "../../progress/figures.ts";
import { answersIn } from "../../progress/outcomes.ts";
import type { ReportData } from "../../reporters/reduce/report-data.ts";
import { beforeOf, reportData } from "../../run-report/data.ts";
import { storedRun } from "../../run-report/run.ts";
import type { Reduced } from "../bucket.ts";
import type { Bug } from "../bug.ts";
import { reducedName } from "./text.ts";

type Curve = ReportData["overTests"];

const reportOf = (run: string | undefined, origin: string): ReportData | undefined => {
  const stored = run === undefined ? undefined : storedRun(run);
  return stored && reportData(stored, origin);
};

/** One curve behind the other. */
const joined = (curves: readonly { readonly curve: Curve; readonly length: number }[]): Curve => {
  let begin = 0;
  return curves.flatMap(({ curve, length }) => {
    const from = begin;
    begin += length;
    return curve.map(([at, size]) => [from + at, size] as const);
  });
};

const testsIn = ({ tests }: ReportData): number => (tests === undefined ? 0 : answersIn(tests));

/** "crashes/7, 48 bytes, was reduced to 20 bytes with 25 tests" */
const legText = ({ from, began, bytes, tests }: Reduced): string =>
  `${from}, ${counted(began, "byte")}, was reduced to ${counted(bytes.length, "byte")} with ${counted(tests, "test")}`;

/** `undefined` where there is no run of a reduction. */
export const bugReport = (bug: Bug, origin: string): ReportData | undefined => {
  const last = reportOf(bug.run, origin);
  const { reduced, legs = [] } = bug.bucket;
  if (last === undefined || reduced === undefined) return undefined;
  const earlier = legs.flatMap((leg) => reportOf(leg.run, origin) ?? []);
  const parts = [...earlier, last];
  const isWhole = reduced.began === bug.before;
  return {
    ...last,
    name: bug.title,
    output: { ...last.output, path: `${bug.folder}/${reducedName(bug)}` },
    evidence: { ...last.evidence, ...given({ output: bug.output }) },
    notes: [...(legs.length === 0 && isWhole ? [] : [...legs, reduced].map(legText)), ...last.notes],
    ...(!isWhole && bug.original !== undefined && originOf(bug, bug.original)),
    overTests: joined(parts.map((part) => ({ curve: part.overTests, length: testsIn(part) }))),
    overTime: joined(parts.map((part) => ({ curve: part.overTime, length: part.wallMs }))),
    wallMs: parts.reduce((sum, { wallMs }) => sum + wallMs, 0),
  };
};

/** The bug's own file, where the last reduction began with what was found on the way. */
const originOf = ({ files, name }: Bug, original: Uint8Array): Pick<ReportData, "input" | "before"> => ({
  input: {
    path: files[0] ?? basename(name),
    bytes: original.length,
    lines: original.reduce((ends, byte) => ends + (byte === 10 ? 1 : 0), 0),
  },
  ...beforeOf(original),
});
