/**
 * Where chance in tests comes from: one fixed seed, so that a red run is a change and never luck. `PARE_SEED` draws other values.
 * A test that once failed with another seed is run with that seed as well, in every run, until somebody removes it from the file.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { relative } from "node:path";
import { randomFrom, type Random } from "../../src/suite/statistics/random.ts";

export const FIXED_SEED = 20_261_116;

export interface FailedSeed {
  /** The path of the test's file, from the root of the repository. */
  readonly file: string;
  /** The names of its suites and its own, as vitest prints them: "suite > test". */
  readonly test: string;
  readonly seed: number;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export const failedSeedsPath = (): string =>
  process.env["PARE_FAILED_SEEDS"] ?? fileURLToPath(new URL("failed-seeds.json", import.meta.url));

export const readFailedSeeds = (): readonly FailedSeed[] =>
  JSON.parse(readFileSync(failedSeedsPath(), "utf8")) as readonly FailedSeed[];

export const pathFromRoot = (path: string): string => relative(root, path);

/** The seed of a run: the fixed one, or that of `PARE_SEED`. */
export const runSeed = (): number => {
  const seed = Number(process.env["PARE_SEED"] ?? FIXED_SEED);
  if (!Number.isSafeInteger(seed)) throw new Error(`PARE_SEED is not a whole number: ${process.env["PARE_SEED"]}`);
  return seed;
};

let current = runSeed();
let onDraw: () => void = () => {};

/** For the set-up of tests: the seed from now on, and what to call when somebody asks for it. */
export const useSeed = (seed: number, whenDrawn: () => void): void => {
  current = seed;
  onDraw = whenDrawn;
};

/** The seed of the test that is running. */
export const currentSeed = (): number => {
  onDraw();
  return current;
};

/** A generator for the test that is running; a salt for each that needs numbers of its own. */
export const draws = (salt = 0): Random => randomFrom(currentSeed() + salt);

let blocks = 0;

/** So many bytes that no program can compress, others at every call. */
export const drawBytes = (size: number): Buffer => {
  const random = draws((blocks += 1) * 7919);
  const words = Uint32Array.from({ length: Math.ceil(size / 4) }, () => random.below(2 ** 32));
  return Buffer.from(words.buffer, 0, size);
};

/** A condition of the shell that holds in `share` of 256 runs: which ones, their number in a file decides, the same in every test. */
export const nowAndThen = (counter: string, share: number): string =>
  `{ echo >> '${counter}' && test $(($(wc -l < '${counter}') * 177 % 256)) -lt ${share}; }`;
