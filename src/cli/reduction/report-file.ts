/** `--report` and `pare report`: the report of a run, written to a file. */
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { reportHtml } from "../../reporters/html/report.ts";
import { reportJson } from "../../reporters/reduce/json.ts";
import { reportMarkdown } from "../../reporters/markdown/report.ts";
import type { ReportData } from "../../reporters/reduce/report-data.ts";
import { reportData } from "../../run-report/data.ts";
import { storedRun } from "../../run-report/run.ts";
import { heldFile, type HeldFile } from "../../runs/output/guarded-output.ts";
import { reportScript } from "../../web/assets.ts";
import { checkReport } from "../isolation/places.ts";
import { secretsIn, secretsNote } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

export type ReportForm = "html" | "markdown" | "json";

export const formatReport = (data: ReportData, form: ReportForm): string => {
  if (form === "markdown") return reportMarkdown(data);
  return form === "json" ? reportJson(data) : reportHtml(data, reportScript());
};

const FORMS: Readonly<Record<string, ReportForm>> = { md: "markdown", markdown: "markdown", json: "json" };

/** By the end of its name: report.md is Markdown, report.json is JSON, everything else is HTML. */
export const formOf = (path: string): ReportForm => FORMS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? "html";

/** Where the report goes, as it is now. Throws a `UserError` if it could not be written in the end, or would overwrite a file that pare reads or writes. */
export const reportPlace = (settings: Settings, inputs: readonly string[], directory: string): HeldFile | undefined => {
  const { report, output, test, events, with: extraFiles = [] } = settings;
  if (report === undefined) return undefined;
  checkReport(report, directory);
  const others = [...inputs, output, test, events, ...extraFiles].filter((path) => path !== undefined);
  if (others.some((path) => resolve(directory, path) === resolve(directory, report)))
    throw new UserError("SAME_FILE", `--report ${report} would overwrite a file that pare reads or writes.`, {
      advice: "Name another file for the report.",
    });
  return heldFile(resolve(directory, report));
};

/** What a report of this form tells: only HTML has the steps. */
export const contentOfReport = (data: ReportData, form: ReportForm): unknown =>
  form === "html" ? data : { ...data, book: undefined };

/** The report of the run in a directory, as `--report` asks for it. */
export const reportOf = (
  at: string,
  { report = "" }: Settings,
  { directory, environment }: Terminal,
): { readonly text: string; readonly lines: string } => {
  const run = storedRun(at);
  if (run === undefined)
    throw new UserError("NO_RUN", `There is no run in ${at}.`, { advice: "pare report --list lists the runs." });
  const data = reportData(run, directory);
  const form = formOf(report);
  const lines = `report:     ${report}\n${secretsNote(secretsIn(contentOfReport(data, form), environment))}`;
  return { text: formatReport(data, form), lines };
};
