/** Rows like those of the OPDD paper's Tables II and III for inputs of our own. */
import { keeps, whole, type Configuration } from "../../src/core/configuration.ts";
import { compare, type RevisitRow } from "../../src/study/revisits.ts";
import { examples, type Example } from "../../test/golden/examples.ts";
import { figure5, lettersOf, phi1, phi3, word } from "../../test/golden/letters.ts";
import { programs, textOf, type Program } from "../../test/golden/programs.ts";

export interface Studied extends RevisitRow {
  readonly name: string;
}

type Fails<Delta> = (candidate: Configuration<Delta>) => boolean;

export const studies = (): readonly Studied[] => [
  study("abcdefgh with φ1", word("abcdefgh"), (candidate) => phi1(lettersOf(candidate))),
  study("abcdefgh with φ3", word("abcdefgh"), (candidate) => phi3(lettersOf(candidate))),
  study("Fig. 5", word("abcdefghijkl"), (candidate) => figure5(lettersOf(candidate))),
  ...["Example A", "Example B", "Example D"].map((name) => {
    const { input, fails } = examples[name] as Example;
    return study(name, input, fails);
  }),
  ...["irrational.json", "issue1387.js", "helloworld.c"].map((name) => {
    const { input, fails } = programs[name] as Program;
    return study(`${name} (stand-in)`, input, (candidate) => fails(textOf(candidate)));
  }),
  study("scattered: 16 of 512 needed", numbers(512), needs(every(512, 32))),
  study("clustered: 16 of 512 needed", numbers(512), needs([...block(100, 8), ...block(400, 8)])),
  study(
    "backward uses: 256, each uses one before",
    numbers(256),
    closed(256, (i, random) => Math.floor(random * i)),
  ),
  study(
    "mixed uses: 256, each uses any other",
    numbers(256),
    closed(256, (_, random) => Math.floor(random * 256)),
  ),
  study("either of two causes: 128", numbers(128), either([10, 90], [40, 60])),
];

const study = <Delta>(name: string, input: Configuration<Delta>, fails: Fails<Delta>): Studied => ({
  name,
  ...compare(input, fails),
});

const numbers = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));
const block = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i);
const every = (n: number, step: number): number[] => block(0, n / step).map((i) => i * step + ((i * 7) % step));
const needs =
  (needed: readonly number[]): Fails<number> =>
  (candidate) =>
    needed.every((i) => keeps(candidate, i));
const either =
  (a: readonly number[], b: readonly number[]): Fails<number> =>
  (candidate) =>
    needs(a)(candidate) || needs(b)(candidate);

/** Element i uses another one and is invalid without it; the last one is needed. */
const closed = (n: number, usedBy: (i: number, random: number) => number): Fails<number> => {
  const random = generator(n);
  const uses = block(0, n).map((i) => usedBy(i, random()));
  return (candidate) =>
    keeps(candidate, n - 1) && uses.every((used, i) => !keeps(candidate, i) || i === 0 || keeps(candidate, used));
};

/** A multiplicative generator (Lehmer): the same numbers on every machine. */
const generator = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
};
