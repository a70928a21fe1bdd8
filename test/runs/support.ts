/** Directories with an input and a script that is the oracle. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { UserError } from "../../src/core/errors.ts";

const made: string[] = [];
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

export const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "pare-runs-"));
  made.push(directory);
  return directory;
};

export const writeScript = (path: string, body: string): void => {
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
};

/** A directory with `input.txt` and a script that counts its runs in `count` and wants all the words. */
export const newPlace = (words: readonly string[], lines = 40): { directory: string; runs: () => number } => {
  const directory = newDirectory();
  const text = Array.from({ length: lines }, (_, i) => `line ${i} ${words[i % 10] ?? "filler"}\n`).join("");
  writeFileSync(join(directory, "input.txt"), text);
  writeScript(
    join(directory, "test.sh"),
    `echo x >> "$PARE_ORIGIN/count"\nfor word in ${words.join(" ")}; do grep -q "$word" "$1" || exit 1; done`,
  );
  writeFileSync(join(directory, "count"), "");
  return { directory, runs: () => readFileSync(join(directory, "count"), "utf8").split("\n").length - 1 };
};

/** The `UserError` that a promise rejects with. */
export const mistake = async (work: Promise<unknown>): Promise<UserError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("it did not reject");
};
