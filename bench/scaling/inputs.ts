/** Inputs with a test that sleeps: lines that say what they use, and real cases. */
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import type { BenchCase } from "../peers/cases.ts";
import { randomFrom, sample } from "../random.ts";
import { Uses } from "../uses.ts";

/** Which lines there are, what each uses, and which matter. */
export interface FileInput {
  readonly name: string;
  readonly n: number;
  /** Everything a line needs, directly or not. */
  readonly uses: (line: number) => Iterable<number>;
  readonly wanted: Iterable<number>;
}

/** The same lines as those of `scattered` in oracles.ts. */
export const scattered = (k: number, n: number, seed: number): FileInput => ({
  name: `scattered ${k}`,
  n,
  uses: () => [],
  wanted: sample(randomFrom(seed), k, n),
});

/** The same lines as those of `defUse` in oracles.ts. */
export const defUse = (n: number, seed: number): FileInput => {
  const random = randomFrom(seed);
  const uses = new Uses(random, { n, mean: 1, later: 0 });
  return { name: "def-use", n, uses: (line) => uses.closure([line]), wanted: sample(random, 4, n) };
};

/** A line is its number and the numbers of what it needs: a candidate fails if all of that and all that is wanted are there. */
const SCRIPT = (seconds: number, wanted: Iterable<number>): string => `#!/bin/sh
sleep ${seconds}
exec awk '
  { have[$1] = 1; for (i = 2; i <= NF; i++) need[$i] = 1 }
  END {
    split("${[...wanted].join(" ")}", wanted, " ")
    for (i in wanted) need[wanted[i]] = 1
    for (line in need) if (!(line in have)) exit 1
  }' "$1"
`;

/** What is reduced, what it must gain by how many jobs, and how it is laid out in a directory. */
export interface ScalingInput {
  readonly name: string;
  readonly goals: Readonly<Record<number, number>>;
  readonly options: Pick<ReduceOptions, "input" | "format" | "rename">;
  write(directory: string, seconds: number): void;
}

const writeScript = (directory: string, text: string): void => {
  writeFileSync(join(directory, "interesting.sh"), text);
  chmodSync(join(directory, "interesting.sh"), 0o755);
};

export const ofLines = ({ name, n, uses, wanted }: FileInput): ScalingInput => ({
  name,
  goals: name.startsWith("scattered") ? { 8: 4, 32: 8 } : {},
  options: { input: "input.txt", format: "lines" },
  write: (directory, seconds) => {
    const lines = Array.from({ length: n }, (_, line) => [line, ...uses(line)].join(" "));
    writeFileSync(join(directory, "input.txt"), `${lines.join("\n")}\n`);
    writeScript(directory, SCRIPT(seconds, wanted));
  },
});

export const ofCase = ({ name, folder, file, script }: BenchCase): ScalingInput => ({
  name,
  goals: { 16: 4.5, 64: 6 },
  options: { input: file, rename: true },
  write: (directory, seconds) => {
    copyFileSync(join(folder, file), join(directory, file));
    writeScript(directory, `#!/bin/sh\nsleep ${seconds}\nexec sh "${script}"\n`);
  },
});
