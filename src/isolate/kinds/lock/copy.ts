/** Copies of files that are already listed. */
import { constants, mkdirSync, symlinkSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackageParts } from "./inventory.ts";

const AT_ONCE = 16;

/** Shares the blocks of the disk where the file system can. */
export const copyParts = async (parts: readonly PackageParts[], from: string, to: string): Promise<void> => {
  mkdirSync(to, { recursive: true });
  for (const { folders, links } of parts) {
    for (const folder of folders) mkdirSync(join(to, folder), { recursive: true });
    for (const { path, target } of links) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      symlinkSync(target, join(to, path));
    }
  }
  const files = parts.flatMap((each) => each.files);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++])
      await copyFile(join(from, file.path), join(to, file.path), constants.COPYFILE_FICLONE);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};
