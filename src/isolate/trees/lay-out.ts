/** Writes a tree to the disk. */
import { chmodSync, constants, symlinkSync } from "node:fs";
import { copyFile, chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onDisk } from "../../journals/disk-errors.ts";
import { makeDirectory } from "../../runs/private.ts";
import type { EntryTree } from "./tree.ts";

const AT_ONCE = 16;

/** Copies a directory whose tree was read, to a place that does not exist yet; blocks are shared where the file system can. */
export const layOut = async (root: string, tree: EntryTree, to: string): Promise<void> => {
  const made = new Set<string>();
  const files: { readonly path: string; readonly mode: number }[] = [];
  onDisk(`cannot write ${to}`, () => {
    makeDirectory(to);
    for (const path of tree.paths) {
      const entry = tree.entry(path);
      const folder = dirname(path);
      if (!made.has(folder)) makeDirectory(join(to, folder));
      made.add(folder);
      if (entry?.kind === "file") files.push({ path, mode: entry.mode });
      else if (entry?.kind === "link") symlinkSync(entry.target, join(to, path));
      else if (entry?.kind === "folder") {
        makeDirectory(join(to, path));
        chmodSync(join(to, path), entry.mode);
      }
    }
  });
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      await copyFile(join(root, file.path), join(to, file.path), constants.COPYFILE_FICLONE);
      await chmod(join(to, file.path), file.mode);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};
