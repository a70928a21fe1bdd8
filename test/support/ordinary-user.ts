/** The superuser may read and write everything: what tests say about permissions is tried as somebody else. */
import { chownSync, readdirSync } from "node:fs";
import { join } from "node:path";

const NOBODY = 65_534;

/** Does something with the rights of an ordinary user to whom these folders belong, with all that is in them. */
export const asOrdinaryUser = async <T>(folders: readonly string[], act: () => Promise<T>): Promise<T> => {
  if (process.getuid?.() !== 0) return await act();
  for (const folder of folders) {
    chownSync(folder, NOBODY, NOBODY);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      chownSync(join(folder, name), NOBODY, NOBODY);
  }
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
};
