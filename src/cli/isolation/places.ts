/** What is written where the user says: checked before anything is run. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { filesOf, type Ends } from "../../isolate/kinds/index.ts";
import { patchPlace } from "../../isolate/output/patch-files.ts";
import { heldFile, type HeldFile } from "../../runs/output/guarded-output.ts";
import { refuseForeignLinks } from "../../runs/links.ts";
import type { Settings } from "../settings.ts";

const REPORT_ENDINGS = [".html", ".md", ".json"] as const;

/** What is written in the end: held from the beginning, so that what somebody else writes there meanwhile is not replaced. */
export interface WrittenPlaces {
  readonly report?: HeldFile;
  /** The patches that are asked for. */
  readonly apply?: HeldFile;
  readonly revert?: HeldFile;
}

/** Throws a `UserError` when something would be overwritten that pare reads or did not write, or cannot be written. */
export const writtenPlaces = (ends: Ends, settings: Settings, directory: string): WrittenPlaces => {
  const { events, report, apply, revert, test } = settings;
  const read = [...filesOf(ends), test];
  const known = new Set(read.flatMap((path) => (path === undefined ? [] : realPath(resolve(directory, path)))));
  for (const [flag, path] of [["--events", events] as const, ["--report", report] as const])
    if (path !== undefined && realPath(resolve(directory, path)).some((real) => known.has(real)))
      throw new UserError("SAME_FILE", `${flag} ${path} would overwrite a file that pare reads.`, {
        advice: `Name another file for ${flag}.`,
      });
  if (report !== undefined) checkReport(report, directory);
  return {
    ...(report !== undefined && { report: heldFile(resolve(directory, report)) }),
    ...(apply === true && { apply: patchPlace(directory, "culprit") }),
    ...(revert === true && { revert: patchPlace(directory, "revert") }),
  };
};

const realPath = (path: string): readonly string[] => (existsSync(path) ? [realpathSync(path)] : []);

/** Checks the path of the report before there is anything to report. */
export const checkReport = (report: string, directory: string): void => {
  if (!REPORT_ENDINGS.some((ending) => ending === extname(report)))
    throw new UserError("BAD_VALUE", `--report cannot be ${JSON.stringify(report)}.`, {
      advice: `The name decides the format: it must end with ${REPORT_ENDINGS.join(", ")}.`,
    });
  const path = resolve(directory, report);
  refuseForeignLinks(path);
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UserError("NO_DIRECTORY", `There is no directory ${folder} for the report.`, {
      advice: `Create it (mkdir -p ${folder}), or name another file.`,
    });
  const there = statSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile())
    throw new UserError("OUTPUT_NOT_A_FILE", `The report ${report} is not a regular file.`, {
      advice: "Name another file.",
    });
};
