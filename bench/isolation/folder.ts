/** Targets that lie in a folder: each with target.json, a check, and what it needs. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface FolderTarget {
  readonly name: string;
  readonly directory: string;
  readonly description: Description;
}

interface Description {
  readonly kind: "npm-pair" | "lockfiles" | "options";
  readonly source?: string;
  readonly check?: string;
  readonly trigger:
    | string
    | { readonly file?: string; readonly match?: string; readonly path?: string; readonly to?: string };
  readonly patchSize?: number;
}

export const targetsIn = (folder: string): readonly FolderTarget[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, directory: join(folder, name) }))
    .filter(({ directory }) => existsSync(join(directory, "target.json")))
    .map((target) => ({
      ...target,
      description: JSON.parse(readFileSync(join(target.directory, "target.json"), "utf8")) as Description,
    }));

/** With the folder's own setup.mjs; what is there already is kept. */
export const layOutTarget = (folder: string, { directory, description }: FolderTarget, into: string): void => {
  if (description.kind === "options" || existsSync(join(into, "bad"))) return;
  execFileSync(process.execPath, [join(folder, "setup.mjs"), directory, into], {
    stdio: ["ignore", "ignore", "inherit"],
  });
};
