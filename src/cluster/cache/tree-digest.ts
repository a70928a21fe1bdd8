/** The name that a tree on the disk would have, worked out while others have their turn. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { CaseFolder, CaseLink, Entries } from "../../core/test-case.ts";
import { contentOf } from "../../runs/steps/content.ts";
import { pauses } from "../yield-turn.ts";
import { folderMode, PERMISSIONS } from "../trees.ts";

type Named = { readonly path: string };

const byPath = (a: Named, b: Named): number => (a.path < b.path ? -1 : 1);

/** The SHA-256 of what `packTree` would give. `path` was unpacked: it is absolute, and a link is one. */
export const treeDigest = async (path: string): Promise<string> => {
  const root = dirname(path);
  const pause = pauses();
  const folders: CaseFolder[] = [];
  const links: CaseLink[] = [];
  const files: { path: string; mode: number }[] = [];
  const waiting = [basename(path)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const full = join(root, at);
    const stats = lstatSync(full);
    if (stats.isDirectory()) {
      const names = readdirSync(full);
      if (names.length === 0 || full === path) folders.push({ path: at, mode: folderMode(stats.mode) });
      for (const name of names) waiting.push(`${at}/${name}`);
    } else if (stats.isSymbolicLink()) links.push({ path: at, target: readlinkSync(full) });
    else files.push({ path: at, mode: stats.mode & PERMISSIONS });
    await pause();
  }
  const hash = createHash("sha256");
  const add = (entries: Entries): unknown => hash.update(contentOf(entries, { plain: false }));
  add({ files: [], links: links.toSorted(byPath), folders: folders.toSorted(byPath) });
  for (const file of files.toSorted(byPath)) {
    add({ files: [{ ...file, bytes: () => readFileSync(join(root, file.path)) }] });
    await pause();
  }
  return hash.digest("hex");
};
