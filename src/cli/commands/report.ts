/** `pare report`: a run as something to share, and the runs in .pare. */
import { relative, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { count, counted } from "../../progress/figures.ts";
import type { Necessity } from "../../reporters/reduce/report-data.ts";
import { rebuiltRun, reportData } from "../../run-report/data.ts";
import { explainResult } from "../../run-report/necessity/explain.ts";
import { readNecessity, writeNecessity } from "../../run-report/necessity/store.ts";
import { findRun, type StoredRun } from "../../run-report/run.ts";
import { heldFile } from "../../runs/output/guarded-output.ts";
import { runsDirectoryOf } from "../../runs/place.ts";
import { sha256 } from "../../runs/identity.ts";
import { cleanRuns, listRuns, type RunSummary } from "../../runs/list.ts";
import { openFile } from "../open-file.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { formatReport, formOf, contentOfReport, type ReportForm } from "../reduction/report-file.ts";
import { secretsIn, secretsNote } from "../secrets.ts";
import { isSet } from "../stage.ts";
import { listenForStop } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";
import { toldMode } from "../report-mode.ts";
import { REPORT } from "../usages.ts";

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { directory } = terminal;
  const given = readArguments(REPORT, typed, terminal);
  const runs = runsDirectoryOf(directory);
  const json = given.settings.json === true;
  if (given.extras.includes("--clean")) clean(terminal, runs, json);
  else if (given.extras.includes("--list")) list(terminal, runs, json);
  else return await report(given, terminal, runs);
  return 0;
};

const FORMS: readonly ReportForm[] = ["html", "markdown", "json"];

const formIn = ({ values }: Arguments): ReportForm => {
  const asked = values.get("--as");
  const form = FORMS.find((each) => each === asked);
  if (asked !== undefined && form === undefined)
    throw new UserError("BAD_VALUE", `--as cannot be ${JSON.stringify(asked)}.`, {
      advice: `Give one of ${FORMS.join(", ")}.`,
    });
  return form ?? formOf(values.get("--output") ?? "");
};

const report = async (given: Arguments, terminal: Terminal, runs: string): Promise<number> => {
  const { directory, environment, out, err } = terminal;
  const form = formIn(given);
  if (given.extras.includes("--open") && (form !== "html" || given.values.get("--output") === "-"))
    throw new UserError("BAD_USAGE", "--open needs a report in a file, as HTML.", {
      advice: "Leave out --as, or name a file: -o report.html.",
    });
  const stored = findRun(runs, given.input, directory);
  const { name } = reportData(stored, directory);
  const path = given.values.get("--output") ?? (form === "html" ? `${name}.report.html` : "-");
  if (path !== "-") checkPlace(resolve(directory, path), stored);
  const place = path === "-" ? undefined : heldFile(resolve(directory, path));
  const explained = await necessityOf(stored, given, terminal);
  if ("code" in explained) return explained.code;
  const data = reportData(stored, directory, explained.necessity);
  const text = formatReport(data, form);
  if (place === undefined) {
    if (form === "json") out.json(text.trimEnd());
    else out.write(text);
  } else {
    place.put(text, toldMode(inputsOf(stored), path, directory));
    err.write(`${path}: ${counted(Buffer.byteLength(text), "byte")}\n`);
    if (given.extras.includes("--open")) await openFile(resolve(directory, path), terminal);
  }
  err.write(secretsNote(secretsIn(contentOfReport(data, form), environment)));
  if (given.settings.json === true)
    out.json(
      JSON.stringify({
        status: "complete",
        run: relative(directory, stored.paths.directory),
        form,
        ...(path !== "-" && { report: path }),
      }),
    );
  return 0;
};

/** As far as the run says what they were. */
const inputsOf = ({ record, recorded }: StoredRun): readonly string[] => {
  const { more = [] } = (recorded?.options ?? {}) as { readonly more?: readonly string[] };
  return [record.input.path, ...more.map((path) => resolve(recorded?.directory ?? "", path))];
};

/** A report never takes the place of what it is about. */
const checkPlace = (path: string, { record }: StoredRun): void => {
  if (path !== record.input.path && path !== record.output) return;
  throw new UserError("OUTPUT_IS_INPUT", `The report would overwrite ${path}, which it is about.`, {
    advice: "Name another file: -o report.html.",
  });
};

type Explained = { readonly necessity?: Necessity } | { readonly code: number };

/** What was found out before is told again; --explain finds out. */
const necessityOf = async (stored: StoredRun, { extras }: Arguments, terminal: Terminal): Promise<Explained> => {
  const rebuilt = rebuiltRun(stored);
  const wanted = extras.includes("--explain");
  if (rebuilt === undefined) {
    if (!wanted) return {};
    throw new UserError("NO_ORIGINAL", `The original ${stored.record.input.path} has changed or is gone.`, {
      advice: "Restore it: the steps of the run are stored as edits of it.",
    });
  }
  const digest = sha256(rebuilt.content);
  const known = readNecessity(stored.paths.necessity, digest);
  if (known !== undefined || !wanted) return known === undefined ? {} : { necessity: known };
  const stopping = listenForStop({ late: () => undefined });
  try {
    const necessity = await explainResult({
      run: stored,
      rebuilt,
      signal: stopping.signal,
      onProgress: progressOn(terminal),
    });
    writeNecessity(stored.paths.necessity, digest, necessity);
    return { necessity };
  } catch (error) {
    if (stopping.code === undefined) throw error;
    terminal.err.write("stopped; nothing was written\n");
    return { code: stopping.code };
  } finally {
    stopping.release();
  }
};

/** A line that is overwritten, on a terminal. */
const progressOn =
  ({ err, environment }: Terminal) =>
  (done: number, all: number): void => {
    if (err.isTerminal && !isSet(environment["CI"]))
      err.write(`\r${count(done)} of ${counted(all, "test")}${done === all ? "\n" : ""}`);
  };

const list = ({ out, err, directory }: Terminal, runs: string, json: boolean): void => {
  const found = listRuns(runs);
  if (json) out.json(JSON.stringify({ status: "complete", runs: found }));
  else if (found.length === 0) err.write(`There are no runs in ${runs}.\n`);
  else out.write(found.map((summary) => `${lineOf(summary, directory)}\n`).join(""));
};

const lineOf = (summary: RunSummary, directory: string): string => {
  const { status, pid, diskBytes, changed } = summary;
  const when = new Date(changed).toISOString().slice(0, 16).replace("T", " ");
  const doing = pid === undefined ? status : `${status} (process ${pid})`;
  return `${relative(directory, summary.directory)}  ${when}  ${doing}${resultOf(summary)}, ${counted(diskBytes, "byte")} on disk`;
};

const resultOf = ({ command, input, bytes, changes }: RunSummary): string => {
  if (command === "isolate") return changes === undefined ? "" : `, ${counted(changes, "change")} found`;
  if (input?.bytes === undefined) return "";
  return `, ${count(input.bytes)} → ${bytes === undefined ? "…" : counted(bytes, "byte")}`;
};

const clean = ({ out, err }: Terminal, runs: string, json: boolean): void => {
  const removed = cleanRuns(runs);
  const stay = listRuns(runs).length;
  const freed = removed.reduce((sum, { diskBytes }) => sum + diskBytes, 0);
  if (json) out.json(JSON.stringify({ status: "complete", removed, stay }));
  else err.write(`${counted(removed.length, "run")} removed (${counted(freed, "byte")}); ${stay} still running.\n`);
};
