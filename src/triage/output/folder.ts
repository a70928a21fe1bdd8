/** The folder of the results: one folder for each bug, and files about all of them. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { onDisk } from "../../journals/disk-errors.ts";
import { reportHtml } from "../../reporters/html/report.ts";
import { replaceFile } from "../../runs/atomic.ts";
import { newFileMode } from "../../runs/audience.ts";
import { makeDirectory } from "../../runs/private.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import { reportScript } from "../../web/assets.ts";
import type { Bug } from "../bug.ts";
import { TRIAGE_FILE, TRIAGE_VERSION } from "../known.ts";
import { bugReport } from "./bug-page.ts";
import { junit, sarif } from "./ci.ts";
import { indexPage, type PageData } from "./page.ts";
import { reducedName, reportText, reproduceScript, secondName, type ReportFacts } from "./text.ts";

export interface FolderData extends PageData {
  readonly told: ReportFacts;
  readonly status: "complete" | "stopped";
  /** Where the folders of known bugs lie, if not here. */
  readonly known: string | undefined;
}

export const writeIndex = (output: string, data: PageData): void => {
  onDisk(`cannot make ${output}`, () => makeDirectory(output));
  replaceFile(join(output, "index.html"), indexPage(data), newFileMode());
};

/** triage.json comes last: when it is there, everything it names is there. */
export const writeFolder = (output: string, data: FolderData): void => {
  const { bugs, told, known } = data;
  writeIndex(output, data);
  for (const bug of bugs) writeBug(join(output, bug.folder), bug, told, known);
  replaceFile(join(output, "triage.sarif"), sarif(bugs, PARE_VERSION), newFileMode());
  replaceFile(join(output, "junit.xml"), junit(bugs), newFileMode());
  replaceFile(join(output, TRIAGE_FILE), `${JSON.stringify(plain(data), undefined, 2)}\n`, newFileMode());
};

const writeBug = (folder: string, bug: Bug, told: ReportFacts, known: string | undefined): void => {
  const { name, original, reduced, second, files } = bug;
  const isThere = existsSync(folder);
  onDisk(`cannot make ${folder}`, () => {
    if (!isThere && known !== undefined && bug.bucket.known !== undefined)
      cpSync(join(known, bug.bucket.known.folder), folder, { recursive: true, force: true });
    makeDirectory(folder);
  });
  const write = (file: string, content: string | Uint8Array, mode = newFileMode()): void =>
    replaceFile(join(folder, file), content, mode);
  if (original !== undefined) write(name, original);
  if (reduced !== undefined) write(reducedName(bug), reduced);
  if (second !== undefined) write(secondName(bug), second.bytes);
  write("reproduce.sh", reproduceScript(bug, told, folder), newFileMode(0o777));
  write("report.md", reportText(bug, told));
  if (files.length > 0 || bug.bucket.known === undefined)
    write("members.txt", files.map((file) => `${lineOf(file)}\n`).join(""));
  const report = bugReport(bug, told.origin);
  if (report !== undefined) write("report.html", reportHtml(report, script()));
};

/** A name with an end of line in it is written as JSON writes it. */
const lineOf = (file: string): string => (/[\n\r"]/.test(file) ? JSON.stringify(file) : file);

/** Without the script of the page the report only lacks its slider. */
const script = (): string | undefined => attempt(reportScript);

const plain = ({ bugs, aside, command, files, duplicates, status }: FolderData): unknown => ({
  version: TRIAGE_VERSION,
  pare: PARE_VERSION,
  command,
  status,
  files,
  duplicates,
  bugs: bugs.map((bug) => ({
    id: bug.id,
    folder: bug.folder,
    title: bug.title,
    kind: bug.kind,
    severity: bug.severity,
    state: bug.state,
    files: bug.files.length,
    members: bug.files,
    firstSeen: bug.firstSeen,
    name: bug.name,
    before: bug.before,
    after: bug.after,
    foundWhile: bug.foundWhile,
    rate: bug.rate,
    probablySame: bug.offers,
    since: bug.since,
    fixed: bug.state === "fixed",
    reduced:
      bug.reduced === undefined
        ? undefined
        : { file: reducedName(bug), name: bug.name, before: bug.before, complete: bug.complete },
    second:
      bug.second === undefined
        ? undefined
        : { file: secondName(bug), before: bug.second.before, from: bug.second.from },
    signature: bug.bucket.signature,
    symptom: bug.bucket.symptom,
  })),
  aside: aside.map(({ shown, reason, why }) => ({ file: shown, reason, why })),
});
