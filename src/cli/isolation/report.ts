/** Writes the report of an isolation; its name says in which format. */
import { readFileSync } from "node:fs";
import { arch, cpus, release, type } from "node:os";
import { extname } from "node:path";
import type { PatchFile } from "../../isolate/output/patch-files.ts";
import type { IsolationClosing, IsolationReport } from "../../reporters/isolation.ts";
import { isolationHtml } from "../../reporters/isolation-html.ts";
import { isolationReportJson } from "../../reporters/isolation-json.ts";
import { isolationMarkdown } from "../../reporters/isolation-markdown.ts";
import type { ModeFor } from "../../runs/audience.ts";
import type { HeldFile } from "../../runs/output/guarded-output.ts";

const WRITERS: Readonly<Record<string, (report: IsolationReport) => string>> = {
  ".html": isolationHtml,
  ".md": isolationMarkdown,
  ".json": isolationReportJson,
};

/** More than that is no reading; the file is beside it. */
const MAX_BYTES = 200_000;

/** The name of the place has one of the known endings. Returns what the report tells. */
export const writeReport = (
  { place, mode }: { readonly place: HeldFile; readonly mode: ModeFor },
  closing: IsolationClosing,
  patches: readonly PatchFile[],
): IsolationReport => {
  const culprit = patches.find(({ name }) => name === "culprit");
  const report: IsolationReport = {
    ...closing,
    ...(culprit !== undefined && { patchText: textOf(culprit.bytes) }),
    environment: environment(),
    date: new Date().toISOString(),
  };
  place.put(WRITERS[extname(place.path)]?.(report) ?? "", mode);
  return report;
};

const textOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.subarray(0, MAX_BYTES)).toString("utf8");
  return bytes.length > MAX_BYTES ? `${text.slice(0, text.lastIndexOf("\n") + 1)}… (the rest is in the file)\n` : text;
};

const environment = (): IsolationReport["environment"] => {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return [
    ["pare", version],
    ["Node", process.version],
    ["system", `${type()} ${release()}, ${arch()}, ${cpus().length} processors`],
  ];
};
