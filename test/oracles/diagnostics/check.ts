/** Reduces the inputs of the corpus and runs the real program on what is left. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ReduceOptions } from "../../../src/reduce/options.ts";
import { reduce } from "../../../src/reduce/reduce.ts";
import { lacks } from "../../support/needs.ts";
import type { Diagnostic } from "./diagnostic.ts";

const inPlace = async <T>({ file }: Diagnostic, text: string, work: (directory: string) => T): Promise<Awaited<T>> => {
  const directory = mkdtempSync(join(tmpdir(), "diagnostic-"));
  try {
    writeFileSync(join(directory, file), text);
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

interface Shown {
  readonly text: string;
  readonly essential: boolean;
  readonly lookAlike: boolean;
}

/** What the real program says about a text. */
const shown = (diagnostic: Diagnostic, text: string): Promise<Shown> =>
  inPlace(diagnostic, text, (cwd) => {
    const { file, command, essential, lookAlike } = diagnostic;
    const [program = "", ...words] = command.map((word) => (word === "{}" ? file : word));
    const { stdout, stderr } = spawnSync(program, words, { cwd, encoding: "utf8" });
    const output = stdout + stderr;
    return { text, essential: essential.test(output), lookAlike: lookAlike.test(output) };
  });

/** What the real program says about the result, and what pare says about that. */
const reduced = async (
  diagnostic: Diagnostic,
  more: Partial<ReduceOptions> = {},
): Promise<Shown & { readonly hasDrifted: boolean }> => {
  const { file: input, command } = diagnostic;
  const { best, drift } = await inPlace(
    diagnostic,
    diagnostic.input,
    (cwd) => reduce({ cwd, input, command, jobs: 2, ...more }).result,
  );
  return { ...(await shown(diagnostic, Buffer.from(best).toString())), hasDrifted: drift !== undefined };
};

/** Is the first what is left of the second when some of it is deleted? Blanks do not count. */
const isLeftOf = (decoy: string, input: string): boolean => {
  let at = 0;
  for (const sign of decoy.replaceAll(/\s/g, "")) {
    at = input.indexOf(sign, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

/** The tests for these entries. */
export const checkAll = (diagnostics: readonly Diagnostic[]): void => {
  for (const diagnostic of diagnostics) {
    const { file, name, needs, input, decoy, keepsNames = false } = diagnostic;
    describe.skipIf(lacks(...needs))(`${file}: not ${name}`, () => {
      test("input and decoy show different failures", async () => {
        expect(await shown(diagnostic, input)).toMatchObject({ essential: true, lookAlike: false });
        expect(await shown(diagnostic, decoy)).toMatchObject({ lookAlike: true });
        expect(isLeftOf(decoy, input)).toBe(true);
      });

      test("the result shows that of the input", async () => {
        expect(await reduced(diagnostic)).toMatchObject({ essential: true, lookAlike: false, hasDrifted: false });
      });

      test("with --loose the result shows a look-alike, and pare says so, unless candidates keep their names", async () => {
        expect(await reduced(diagnostic, { loose: true })).toMatchObject(
          keepsNames ? { essential: true, lookAlike: false } : { lookAlike: true, hasDrifted: true },
        );
      });
    });
  }
};
