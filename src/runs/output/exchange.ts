/** Two names change places in one step, where the system can do that. */
import { loadKoffi } from "../../runner/koffi.ts";

type Renameat2 = (oldFolder: number, oldPath: string, newFolder: number, newPath: string, flags: number) => number;

/** Relative paths are meant from the current directory. */
const HERE = -100;
const RENAME_EXCHANGE = 2;

let bound: Renameat2 | false | undefined;

const bind = (): Renameat2 | false => {
  if (process.platform !== "linux") return false;
  try {
    const signature = "int renameat2(int olddir, const char *old, int newdir, const char *new, unsigned int flags)";
    return loadKoffi().load("libc.so.6").func(signature) as Renameat2;
  } catch {
    return false;
  }
};

/** `false` when it could not be done, and nothing has changed. */
export const exchange = (one: string, other: string): boolean => {
  bound ??= bind();
  return bound !== false && bound(HERE, one, HERE, other, RENAME_EXCHANGE) === 0;
};
