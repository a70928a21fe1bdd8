/** Samples on the disk, and what the probes before a search show of a test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commandOracle } from "../../src/oracles/command.ts";
import { learn } from "../../src/oracles/learn.ts";
import { scriptOracle } from "../../src/oracles/script.ts";
import { findInputs, readInputs, subjectOf } from "../../src/reduce/inputs.ts";
import { probesOf } from "../../src/reduce/trivial/probes.ts";
import { tryProbes } from "../../src/reduce/trivial/trivial.ts";
import { openRunner, openScratch } from "../../src/runner/index.ts";
import type { Honest, Sample } from "./honest.ts";

export const NEVER: AbortSignal = new AbortController().signal;

const write = (path: string, content: string | Uint8Array, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
};

export interface Ground {
  readonly folder: string;
  /** A directory of its own with the sample, and the script of the test if it has one. */
  layOut(name: string, sample: Sample, script: string | undefined): string;
  close(): void;
}

export const openGround = (): Ground => {
  const folder = mkdtempSync(join(tmpdir(), "trivial-"));
  return {
    folder,
    layOut: (name, { name: input, content }, script) => {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      const files = typeof content === "string" || content instanceof Uint8Array ? { "": content } : content;
      for (const [path, text] of Object.entries(files)) write(join(cwd, input, path), text);
      if (script !== undefined) write(join(cwd, "test.sh"), `#!/bin/sh\n${script}\n`, 0o755);
      return cwd;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Each sample with each of its tests. */
export interface Pair {
  readonly sample: Sample;
  readonly honest: Honest;
}

/** What is wrong with what the probes show of honest tests, in words; so many tests at once as there are lanes. */
export const wronglyRefused = async (pairs: readonly Pair[], lanes: number): Promise<readonly string[]> => {
  const ground = openGround();
  const scratch = openScratch();
  const runner = openRunner({ scratch });
  const wrong: string[] = [];
  const look = async (index: number, { sample, honest }: Pair): Promise<void> => {
    const { script, command = [], refine = {}, stdin = false } = honest;
    const cwd = ground.layOut(`honest-${index}`, sample, script);
    const read = readInputs(findInputs([sample.name], cwd), { words: undefined });
    const { source, kind } = read;
    const subject = subjectOf({ ...read, typed: sample.name }, { origin: cwd, extraFiles: [], stdin });
    const setting = { subject, runner, scratch };
    const lesson = { setting, command, refinements: refine, original: source, timeout: 60_000, signal: NEVER };
    const oracle =
      script === undefined ? commandOracle(setting, (await learn(lesson)).test) : scriptOracle(setting, "./test.sh");
    const ask = (candidate: typeof source) => oracle.test(candidate, { timeout: 60_000 }, NEVER);
    const { outcome } = await ask(source);
    const { trivial, runs } = await tryProbes(probesOf({ source, kind }), ask);
    if (outcome !== "fail" || trivial.length > 0 || runs > 3)
      wrong.push(`${sample.name}, ${honest.title}: ${outcome}; ${trivial.join(", ")}; ${runs} runs`);
  };
  const waiting = [...pairs.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await look(...next);
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
    return wrong;
  } finally {
    await runner.close();
    scratch.close();
    ground.close();
  }
};
