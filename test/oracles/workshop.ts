/** Real programs on real files: what the tests of this folder need to learn and to shrink. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { learn, type LearntTest } from "../../src/oracles/learn.ts";
import type { Subject } from "../../src/oracles/oracle.ts";
import { commandOracle } from "../../src/oracles/command.ts";
import type { Refinements } from "../../src/oracles/refinements.ts";
import type { TrialContext } from "../../src/oracles/trial.ts";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { openRunner, openScratch } from "../../src/runner/index.ts";
import { minimize } from "../../src/index.ts";

export const NEVER: AbortSignal = new AbortController().signal;

export const textCase = (name: string, text: string, mode = 0o644): TestCase => {
  const bytes = Buffer.from(text);
  return fileCase({ path: name, mode, bytes: () => bytes }, bytes.length);
};

export interface Workshop {
  /** Where programs and scripts of the test lie; the directory pare is started in. */
  readonly folder: string;
  write(name: string, text: string, mode?: number): string;
  /** Writes a file and runs something over it there. */
  build(name: string, text: string, command: readonly string[]): void;
  setting(name: string, more?: Partial<Subject>): TrialContext;
  learn(name: string, text: string, command: readonly string[], refinements?: Refinements): Promise<LearntTest>;
  /** Learns from a text, makes it small by lines or characters, and gives back what is left. */
  shrink(name: string, text: string, command: readonly string[], format?: "lines" | "characters"): Promise<string>;
  close(): Promise<void>;
}

export const openWorkshop = (): Workshop => {
  const folder = mkdtempSync(join(tmpdir(), "workshop-"));
  const scratch = openScratch();
  const runner = openRunner({ scratch });
  const write = (name: string, text: string, mode = 0o644): string => {
    writeFileSync(join(folder, name), text, { mode });
    return join(folder, name);
  };
  const setting = (name: string, more: Partial<Subject> = {}): TrialContext => ({
    subject: { name, typed: name, origin: folder, extraFiles: [], stdin: false, ...more },
    runner,
    scratch,
  });
  const learnFrom: Workshop["learn"] = (name, text, command, refinements = {}) =>
    learn({
      setting: setting(name),
      command,
      refinements,
      original: textCase(name, text),
      timeout: 60_000,
      signal: NEVER,
    });
  return {
    folder,
    write,
    setting,
    build: (name, text, [program = "", ...args]) => {
      write(name, text);
      execFileSync(program, args, { cwd: folder, stdio: "pipe" });
    },
    learn: learnFrom,
    async shrink(name, text, command, format = "lines") {
      const { test } = await learnFrom(name, text, command);
      const oracle = commandOracle(setting(name), test);
      const shows = async (candidate: string): Promise<boolean> =>
        (await oracle.test(textCase(name, candidate), { timeout: 60_000 }, NEVER)).outcome === "fail";
      return minimize(text, shows, { format, jobs: 2 });
    },
    async close() {
      await runner.close();
      scratch.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
