/** `pare report`: the runs in .pare. */
import { join, relative } from "node:path";
import { UserError } from "../../core/errors.ts";
import { count, counted } from "../../reporters/figures.ts";
import { RUNS_DIRECTORY } from "../../runs/directory.ts";
import { cleanRuns, listRuns, type RunSummary } from "../../runs/list.ts";
import { readArguments } from "../arguments.ts";
import type { Terminal } from "../terminal.ts";
import { REPORT } from "../usages.ts";

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { directory } = terminal;
  const { settings, extras } = readArguments(REPORT, typed, terminal);
  const runs = join(directory, RUNS_DIRECTORY);
  const json = settings.json === true;
  if (extras.includes("--clean")) clean(terminal, runs, json);
  else if (extras.includes("--list")) list(terminal, runs, json);
  else throw notYet();
  return 0;
};

const notYet = (): UserError =>
  new UserError("NOT_YET", "The report of a run as a page is not there yet.", {
    advice: "pare report --list lists the runs of this directory, pare report --clean removes them.",
  });

const list = ({ out, err, directory }: Terminal, runs: string, json: boolean): void => {
  const found = listRuns(runs);
  if (json) out.write(`${JSON.stringify({ status: "complete", runs: found })}\n`);
  else if (found.length === 0) err.write(`There are no runs in ${runs}.\n`);
  else out.write(found.map((summary) => `${lineOf(summary, directory)}\n`).join(""));
};

const lineOf = (summary: RunSummary, directory: string): string => {
  const { status, pid, input, bytes, diskBytes, changed } = summary;
  const when = new Date(changed).toISOString().slice(0, 16).replace("T", " ");
  const doing = pid === undefined ? status : `${status} (process ${pid})`;
  const sizes =
    input === undefined ? "" : `, ${count(input.bytes)} → ${bytes === undefined ? "…" : counted(bytes, "byte")}`;
  return `${relative(directory, summary.directory)}  ${when}  ${doing}${sizes}, ${counted(diskBytes, "byte")} on disk`;
};

const clean = ({ out, err }: Terminal, runs: string, json: boolean): void => {
  const removed = cleanRuns(runs);
  const stay = listRuns(runs).length;
  const freed = removed.reduce((sum, { diskBytes }) => sum + diskBytes, 0);
  if (json) out.write(`${JSON.stringify({ status: "complete", removed, stay })}\n`);
  else err.write(`${counted(removed.length, "run")} removed (${counted(freed, "byte")}); ${stay} still running.\n`);
};
