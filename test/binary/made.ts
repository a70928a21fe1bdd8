/** Files that programs write. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file that a program writes from sources, in a folder that has them; its name is "out". */
export const made = (
  sources: Readonly<Record<string, string | Uint8Array>>,
  program: string,
  ...args: readonly string[]
): Uint8Array => {
  const directory = mkdtempSync(join(tmpdir(), "pare-made-"));
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(directory, name), text);
    execFileSync(program, args, { cwd: directory, stdio: "pipe" });
    return readFileSync(join(directory, "out"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
