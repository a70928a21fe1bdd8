/** What a triage came to: lines for people, an object for programs. */
import { visibleLine } from "../../core/visible.ts";
import { count, counted, time } from "../../progress/figures.ts";
import { nearby } from "../../reporters/nearby.ts";
import type { Paint } from "../../reporters/paint.ts";
import type { Bug } from "../../triage/bug.ts";
import type { TriageResult } from "../../triage/job.ts";

export interface TriageClosing {
  readonly result: TriageResult;
  readonly directory: string;
  /** The command that goes on, if there is something to go on with. */
  readonly resume?: string;
}

const countOf = (bugs: readonly Bug[], state: Bug["state"]): number => bugs.filter((bug) => bug.state === state).length;

const summaryOf = (bugs: readonly Bug[]): string =>
  (["new", "known", "fixed", "flaky"] as const)
    .flatMap((state) => (countOf(bugs, state) === 0 ? [] : [`${count(countOf(bugs, state))} ${state}`]))
    .join(", ");

const rowOf = ({
  id,
  title,
  state,
  files,
  before,
  after,
  foundWhile,
  rate,
  complete,
  reduced,
  offers,
  since,
}: Bug): readonly string[] => [
  `  #${id} ${visibleLine(title)}`,
  `      ${[
    state,
    counted(files.length, "file"),
    ...(state === "fixed"
      ? []
      : [
          reduced === undefined
            ? `smallest: ${counted(before, "byte")}`
            : `${count(before)} → ${counted(after, "byte")}${complete ? "" : " (not finished)"}`,
        ]),
    ...(state === "new" && reduced?.length === 0 ? ["an empty file shows it, too: is the command right?"] : []),
    ...(rate === undefined ? [] : [`shows in ${rate.shows} of ${rate.runs} runs`]),
    ...(foundWhile === undefined ? [] : [`found while reducing #${foundWhile}`]),
    ...offers.map((offer) => `probably the same as #${offer.id}`),
    ...(since === undefined ? [] : [visibleLine(since)]),
  ].join(" · ")}`,
];

const failsNowhere = ({ bugs, aside, status }: TriageResult): boolean =>
  status === "complete" &&
  bugs.length === 0 &&
  aside.length > 0 &&
  aside.every((file) => file.reason === "does not fail");

const NOWHERE =
  "advice:     the command fails on no file: run it on one of them yourself; --exit, --signal or --match may ask for too much";

export const triageLines = ({ result, directory, resume }: TriageClosing, { bold }: Paint): readonly string[] => {
  const { bugs, aside, files, duplicates, runs, crossFinds, output, wallMs, status } = result;
  const kinds = summaryOf(bugs);
  return [
    bold(`${counted(bugs.length, "bug")} in ${counted(files, "file")}${kinds === "" ? "" : ` (${kinds})`}`),
    ...bugs.flatMap(rowOf),
    ...(duplicates === 0 ? [] : [`copies:     ${counted(duplicates, "file")} with the content of another`]),
    `set aside:  ${counted(aside.length, "file")}`,
    ...(crossFinds === 0
      ? []
      : [`finds:      ${counted(crossFinds, "smaller input")} found while other bugs were reduced`]),
    `cost:       ${counted(runs, "run")}, ${time(wallMs)}`,
    `results:    ${nearby(directory, output)}/index.html`,
    ...(failsNowhere(result) ? [NOWHERE] : []),
    ...(status === "stopped"
      ? [`stopped before the end${resume === undefined ? "" : `; resume with: ${resume}`}`]
      : []),
  ];
};

export const triageJson = ({ result, directory }: TriageClosing): string => {
  const { status, bugs, aside, files, duplicates, runs, sortingRuns, crossFinds, output, wallMs } = result;
  return JSON.stringify({
    status,
    files,
    duplicates,
    aside: aside.length,
    new: countOf(bugs, "new"),
    known: countOf(bugs, "known"),
    fixed: countOf(bugs, "fixed"),
    flaky: countOf(bugs, "flaky"),
    bugs: bugs.map(({ id, title, state, folder, files: members, before, after }) => ({
      id,
      title,
      state,
      folder,
      files: members.length,
      before,
      after,
    })),
    crossFinds,
    runs,
    sortingRuns,
    output: nearby(directory, output),
    wallMs: Math.round(wallMs),
  });
};
