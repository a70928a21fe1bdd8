/** Simulated oracles: which selections of the lines 0 to n − 1 fail, and how few lines have to stay. */
import { keeps, type Configuration } from "../src/core/configuration.ts";
import { Balance } from "./balance.ts";
import { randomFrom, sample, type Random } from "./random.ts";
import { Uses } from "./uses.ts";

export interface SimulatedOracle {
  readonly name: string;
  readonly n: number;
  /** The lines of the smallest selection that fails, ascending. */
  readonly needed: Int32Array;
  /** How many there are. */
  readonly k: number;
  /** log2 of the number of ways to choose k of n: no algorithm that works for all of them gets by with fewer tests on average. */
  readonly bound: number;
  fails(kept: Configuration<unknown>): boolean;
}

export type OracleFamily = (n: number, seed: number) => SimulatedOracle;

/** K needed lines, each anywhere. */
export const scattered =
  (k: number): OracleFamily =>
  (n, seed) =>
    monotone(`scattered ${k}`, n, sample(randomFrom(seed), Math.min(k, n), n));

/** K needed lines in two runs. */
export const clustered =
  (k: number): OracleFamily =>
  (n, seed) => {
    const random = randomFrom(seed);
    const half = Math.floor(k / 2);
    const [first, second] = sample(random, 2, n - k + 1) as unknown as [number, number];
    return monotone(`clustered ${k}`, n, Int32Array.from([...run(first, half), ...run(second + half, k - half)]));
  };

/** A share of all lines is needed. */
export const dense =
  (share: number): OracleFamily =>
  (n, seed) =>
    monotone(`dense ${Math.round(100 * share)}%`, n, sample(randomFrom(seed), Math.round(share * n), n));

/** Every line uses one earlier line on average; a selection fails if it is closed and has the four that matter. */
export const defUse: OracleFamily = (n, seed) => dependent("def-use", randomFrom(seed), { n, later: 0 });

/** As def-use, but a tenth of the uses points to a later line: there are cycles. */
export const mixed: OracleFamily = (n, seed) => dependent("mixed", randomFrom(seed), { n, later: 0.1 });

/** An eighth of the lines opens a bracket and as many close one; brackets must balance, eight other lines matter. */
export const bracket: OracleFamily = (n, seed) => {
  const random = randomFrom(seed);
  const lines = bracketLines(random, n);
  const balance = new Balance(lines);
  const needed = plainLines(random, lines, 8);
  return { ...sized("bracket", n, needed), fails: (kept) => keepsAll(kept, needed) && balance.holds(kept) };
};

/** Brackets, and 0.8 uses of earlier plain lines for every line; six plain lines matter. */
export const cLike: OracleFamily = (n, seed) => {
  const random = randomFrom(seed);
  const lines = bracketLines(random, n);
  const balance = new Balance(lines);
  const uses = new Uses(random, { n, mean: 0.8, mayBeUsed: (line) => lines[line] === 0 });
  const wanted = plainLines(random, lines, 6);
  return {
    ...sized("c-like", n, uses.closure(wanted)),
    fails: (kept) => keepsAll(kept, wanted) && balance.holds(kept) && uses.closed(kept),
  };
};

/** The families of the benchmarks, in the order of their tables. */
export const families: Readonly<Record<string, OracleFamily>> = {
  "scattered-4": scattered(4),
  "scattered-32": scattered(32),
  "clustered-32": clustered(32),
  "dense-25%": dense(0.25),
  "def-use": defUse,
  mixed,
  bracket,
  "c-like": cLike,
};

const run = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i);

const sized = (name: string, n: number, needed: Int32Array): Omit<SimulatedOracle, "fails"> => ({
  name,
  n,
  needed,
  k: needed.length,
  bound: log2Choose(n, needed.length),
});

const monotone = (name: string, n: number, needed: Int32Array): SimulatedOracle => {
  const before = new Int32Array(n + 1);
  for (const line of needed) before[line + 1] = 1;
  for (let i = 0; i < n; i++) before[i + 1] = (before[i + 1] as number) + (before[i] as number);
  const fails = (kept: Configuration<unknown>): boolean => {
    if (kept.length < needed.length) return false;
    if (needed.length < kept.offsets.length) return keepsAll(kept, needed);
    let found = 0;
    for (let r = 0; r < kept.bounds.length; r += 2) {
      const start = before[kept.bounds[r] as number] as number;
      // Needed lines lie in the gap before this range.
      if (start !== found) return false;
      found = before[kept.bounds[r + 1] as number] as number;
    }
    return found === needed.length;
  };
  return { ...sized(name, n, needed), fails };
};

const dependent = (name: string, random: Random, { n, later }: { n: number; later: number }): SimulatedOracle => {
  const uses = new Uses(random, { n, mean: 1, later });
  const wanted = sample(random, 4, n);
  return {
    ...sized(name, n, uses.closure(wanted)),
    fails: (kept) => keepsAll(kept, wanted) && uses.closed(kept),
  };
};

const keepsAll = (kept: Configuration<unknown>, lines: Int32Array): boolean => lines.every((line) => keeps(kept, line));

/** 12 % opening and 12 % closing lines in a random order that balances, the others plain. */
const bracketLines = (random: Random, n: number): Int8Array => {
  const pairs = Math.floor(0.12 * n);
  const lines = new Int8Array(n);
  let opening = pairs;
  let open = 0;
  for (const line of sample(random, 2 * pairs, n)) {
    // As likely as among all balanced orders of what is left: each of them has the same chance.
    const left = 2 * opening + open;
    const opens = opening > 0 && random.next() < (opening * (open + 2)) / (left * (open + 1));
    lines[line] = opens ? 1 : -1;
    open += opens ? 1 : -1;
    if (opens) opening--;
  }
  return lines;
};

const plainLines = (random: Random, lines: Int8Array, count: number): Int32Array => {
  const picked = new Set<number>();
  while (picked.size < count) {
    const line = random.below(lines.length);
    if (lines[line] === 0) picked.add(line);
  }
  return Int32Array.from(picked).toSorted();
};

/** log2 of n over k, by Stirling's series. */
export const log2Choose = (n: number, k: number): number =>
  (logFactorial(n) - logFactorial(k) - logFactorial(n - k)) / Math.LN2;

const logFactorial = (n: number): number => {
  if (n < 2) return 0;
  if (n > 16) return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return Math.log(product);
};
