/** The report of an isolation; its name says in which format. */
import { arch, cpus, release, type } from "node:os";
import { extname } from "node:path";
import type { PatchFile } from "../../isolate/output/patch-files.ts";
import type { IsolationClosing, IsolationReport } from "../../reporters/isolate/closing.ts";
import { isolationHtml } from "../../reporters/html/isolation.ts";
import { isolationReportJson } from "../../reporters/isolate/json.ts";
import { isolationMarkdown } from "../../reporters/markdown/isolation.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import { copyScript } from "../../web/assets.ts";
import { secretsInIsolation, secretsNote, type Variables } from "../secrets.ts";

const WRITERS: Readonly<Record<string, (report: IsolationReport) => string>> = {
  ".html": (report) => isolationHtml(report, copyScript()),
  ".md": isolationMarkdown,
  ".json": isolationReportJson,
};

/** More than that is no reading; the file is beside it. */
const MAX_BYTES = 200_000;

interface ReportOptions {
  readonly closing: IsolationClosing;
  readonly patches: readonly PatchFile[];
  readonly environment: Variables;
}

/** The name of the file has one of the known endings. */
export const reportOf = (
  path: string,
  { closing, patches, environment }: ReportOptions,
): { readonly text: string; readonly lines: string } => {
  const culprit = patches.find(({ name }) => name === "culprit");
  const report: IsolationReport = {
    ...closing,
    ...(culprit !== undefined && { patchText: textOf(culprit.bytes) }),
    environment: versions(),
    date: new Date().toISOString(),
  };
  const text = WRITERS[extname(path)]?.(report) ?? "";
  return { text, lines: secretsNote(secretsInIsolation(report, environment)) };
};

const textOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.subarray(0, MAX_BYTES)).toString("utf8");
  return bytes.length > MAX_BYTES ? `${text.slice(0, text.lastIndexOf("\n") + 1)}… (the rest is in the file)\n` : text;
};

const versions = (): IsolationReport["environment"] => {
  return [
    ["pare", PARE_VERSION],
    ["Node", process.version],
    ["system", `${type()} ${release()}, ${arch()}, ${cpus().length} processors`],
  ];
};
