/** Reduces the inputs of the corpus and runs the real program on what is left. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reduce } from "../../../src/reduce/reduce.ts";
import type { ReduceResult } from "../../../src/reduce/result.ts";
import { lacks } from "../../support/needs.ts";
import type { Diagnostic } from "./diagnostic.ts";

const inPlace = <T>(work: (directory: string) => T): T => {
  const directory = mkdtempSync(join(tmpdir(), "diagnostic-"));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  const result = work(directory);
  if (result instanceof Promise) void result.finally(remove);
  else remove();
  return result;
};

/** What the program prints for a text. */
const printed = ({ file, command }: Diagnostic, text: string): string =>
  inPlace((directory) => {
    writeFileSync(join(directory, file), text);
    const [program = "", ...words] = command.map((word) => (word === "{}" ? file : word));
    const { stdout, stderr } = spawnSync(program, words, { cwd: directory, encoding: "utf8" });
    return stdout + stderr;
  });

const reduced = ({ file, command, input }: Diagnostic, loose: boolean): Promise<ReduceResult> =>
  inPlace(async (directory) => {
    writeFileSync(join(directory, file), input);
    return await reduce({ cwd: directory, input: file, command, jobs: 2, ...(loose && { loose }) }).result;
  });

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
    const { file, name, needs, input, essential, decoy, lookAlike } = diagnostic;
    const shows = (text: string): { readonly essential: boolean; readonly lookAlike: boolean } => {
      const output = printed(diagnostic, text);
      return { essential: essential.test(output), lookAlike: lookAlike.test(output) };
    };
    describe.skipIf(lacks(...needs))(`${file}: not ${name}`, () => {
      test("input and decoy show different failures", () => {
        expect(shows(input)).toEqual({ essential: true, lookAlike: false });
        expect(shows(decoy)).toMatchObject({ lookAlike: true });
        expect(isLeftOf(decoy, input)).toBe(true);
      });

      test("the result shows that of the input", async () => {
        const { best, drift } = await reduced(diagnostic, false);
        const text = Buffer.from(best).toString();
        expect(shows(text), text).toEqual({ essential: true, lookAlike: false });
        expect(drift).toBeUndefined();
      });

      test("with --loose the result shows a look-alike, and pare says so", async () => {
        const { best, drift } = await reduced(diagnostic, true);
        const text = Buffer.from(best).toString();
        expect(shows(text), text).toMatchObject({ lookAlike: true });
        expect(drift).toBeDefined();
      });
    });
  }
};
