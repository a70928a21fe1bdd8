/** Untracked files that are not ignored: changes, helpers of the test, or things that lie about. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { LARGE } from "./tree.ts";

export interface Untracked {
  /** Part of the bad end. */
  readonly changes: readonly string[];
  /** Named by the command: the same at both ends. */
  readonly helpers: readonly string[];
  /** Neither: laid beside the checkout as it would be after `git checkout`. */
  readonly beside: readonly string[];
  /** Too large for a change. */
  readonly left: readonly string[];
}

/** Installed packages that somebody has forgotten to ignore are no changes. */
const INSTALLED = /^(?:.*\/)?(?:node_modules|bower_components|\.venv|venv)(?=\/)/;

export const sortUntracked = (
  top: string | undefined,
  paths: readonly string[],
  { areChanges, named }: { readonly areChanges: boolean; readonly named: ReadonlySet<string> },
): Untracked => {
  const changes: string[] = [];
  const helpers: string[] = [];
  const beside = new Set<string>();
  const left: string[] = [];
  for (const path of paths) {
    const installed = INSTALLED.exec(path)?.[0];
    if (installed !== undefined) beside.add(installed);
    else if (named.has(path)) helpers.push(path);
    // A repository within this one ends with a slash.
    else if (path.endsWith("/") || !areChanges) beside.add(path.replace(/\/$/, ""));
    else if ((lstatSync(join(top ?? "", path), { throwIfNoEntry: false })?.size ?? 0) > LARGE) left.push(path);
    else changes.push(path);
  }
  return { changes, helpers, beside: [...beside], left };
};
