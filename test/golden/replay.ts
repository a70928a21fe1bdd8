/** What our strategies do on the papers' inputs, in the terms the papers print. */
import { deltaAt, keeps, keyOf, minus, slice, whole, type Configuration } from "../../src/core/configuration.ts";
import { binarySearch } from "../../src/strategies/binary-search.ts";
import { dd } from "../../src/strategies/dd.ts";
import { ddminRestart } from "../../src/strategies/ddmin-restart.ts";
import { ddmin } from "../../src/strategies/ddmin.ts";
import { opddFrom } from "../../src/strategies/opdd.ts";
import { complements, split, subsets } from "../../src/strategies/support/partition.ts";
import type { ListOptions } from "../../src/strategies/support/registry.ts";
import { trace, type Trace } from "../../src/study/trace.ts";
import { examples, type Example } from "./examples.ts";
import { has42, hasSelect, lettersOf, phi1, phi3, figure5, word, type Word } from "./letters.ts";
import { programs, textOf, type Program } from "./programs.ts";

type WordTrace = Trace<string, Word>;

/** Improvements, Tables 2 and 3(a). */
export const exampleRun = (
  name: string,
  cases: Required<ListOptions>["cases"],
): Trace<number, Configuration<number>> => {
  const { input, fails } = examples[name] as Example;
  return trace(input, ddmin(input, { cases }), { test: fails });
};

/** The same as the pseudo-code is printed. */
export const restartRun = (
  name: string,
  cases: Required<ListOptions>["cases"],
): Trace<number, Configuration<number>> => {
  const { input, fails } = examples[name] as Example;
  return trace(input, ddminRestart(input, { cases }), { test: fails });
};

/** Split factor, Table 2: tests and output lines. Equal texts are one candidate. */
export const programRun = (name: string, options: ListOptions): readonly [tests: number, lines: number] => {
  const { input, fails } = programs[name] as Program;
  const run = trace(input, ddmin(input, options), { test: (candidate) => fails(textOf(candidate)), key: textOf });
  return [run.evaluated, run.result.length];
};
export const WITH_SUBSETS: ListOptions = { cases: "subsets-first", order: "forward" };
export const WITHOUT_SUBSETS: ListOptions = { cases: "complements-only", order: "backward" };

const byLetters = (
  input: Word,
  search: Parameters<typeof trace<string, Word>>[1],
  fails: (text: string) => boolean,
): WordTrace => trace(input, search, { test: (candidate) => fails(lettersOf(candidate)) });

/** OPDD, Fig. 2. */
export const figure2Run = (input = word("abcdefgh")): WordTrace => byLetters(input, ddminRestart(input), phi1);

/** OPDD, Fig. 5 (a): from six chunks on, with revisits. */
export const figure5Revisiting = (input = word("abcdefghijkl")): WordTrace =>
  byLetters(input, ddmin(input, { splitFactor: 6, cases: "complements-only" }), figure5);

/** OPDD, Fig. 5 (b): from six chunks on, without. */
export const figure5OnePass = (input = word("abcdefghijkl")): WordTrace =>
  byLetters(input, opddFrom(split(input, 6), { cases: "complements-only" }), figure5);

/** OPDD, Fig. 9. */
export const figure9Run = (input = word("abcdefgh")): WordTrace => byLetters(input, dd(input), phi3);

/** Lecture, "2424": what there is to test at each iteration, equal strings once. */
export const quizCandidates = (order: "forward" | "backward"): readonly (readonly string[])[] => {
  const { trials } = quizRun(order);
  const rounds = new Map(
    trials.map(({ before, step }) => [`${keyOf(before)} ${step.granularity}`, { before, n: step.granularity ?? 1 }]),
  );
  return [...rounds.values()].map(({ before, n }) => {
    const chunks = split(before, n);
    const texts = [subsets(chunks), complements(chunks)].flatMap((all) =>
      Array.from({ length: n }, (_, i) => lettersOf(all.at(i))),
    );
    return [...new Set(texts)];
  });
};
export const quizRun = (order: "forward" | "backward", input = word("2424")): WordTrace =>
  trace(input, ddmin(input, { order }), { test: (candidate) => has42(lettersOf(candidate)), key: lettersOf });

/** Lecture, the SELECT line: the tests of plain binary search, and of delta debugging at four blocks. */
export const selectHalves = (line: string): readonly (readonly [string, boolean])[] =>
  byLetters(word(line), binarySearch(word(line)), hasSelect).trials.map(({ candidate, fails }) => [
    blocksIn(candidate),
    fails,
  ]);
export const selectRun = (line: string): WordTrace =>
  byLetters(word(line), ddmin(word(line), { cases: "complements-only" }), hasSelect);
export const selectBlocks = (line: string): readonly (readonly [string, boolean])[] =>
  selectRun(line)
    .trials.slice(2, 6)
    .map(({ candidate, fails }) => [blocksIn(candidate), fails]);

/** Which quarters of the base a candidate keeps: "14" = the first and the fourth. */
const blocksIn = (candidate: Word): string => {
  const quarter = candidate.base.length / 4;
  return ["1", "2", "3", "4"].filter((_, i) => keeps(candidate, i * quarter)).join("");
};

/** Lecture, bug.c: the sizes of a run that finds the failure in the first half, twice. */
export const halvings = (length: number): readonly number[] => {
  const input = whole(Array.from({ length }, (_, i) => i));
  const needed = slice(slice(input, 0, length >> 1), 0, length >> 2);
  const run = trace(input, ddmin(input), {
    test: (c) => c.length >= needed.length && deltaAt(c, needed.length - 1) === needed.length - 1,
  });
  return [
    length,
    ...run.trials
      .filter(({ fails }) => fails)
      .slice(0, 2)
      .map(({ candidate }) => candidate.length),
  ];
};

/** The chunks that went, in order. */
export const removedBy = ({ trials }: WordTrace): readonly string[] =>
  trials.filter(({ fails }) => fails).map(({ before, candidate }) => lettersOf(minus(before, candidate)));

/** The granularity of each iteration. */
export const granularitiesOf = ({ trials }: WordTrace): readonly number[] =>
  trials
    .filter(({ step, before }, i) => {
      const last = trials[i - 1];
      return last === undefined || last.before !== before || last.step.granularity !== step.granularity;
    })
    .map(({ step }) => step.granularity ?? 0);

/** The printed rows that a run does not have, in the order they are printed: none, if the run is the printed one. */
export const missingRows = <Row>(printed: readonly Row[], ours: readonly Row[]): readonly Row[] => {
  let from = 0;
  return printed.filter((row) => {
    const found = ours.findIndex((other, i) => i >= from && JSON.stringify(other) === JSON.stringify(row));
    if (found >= 0) from = found + 1;
    return found < 0;
  });
};

/** Rows as the figures print them. A pass of OPDD is printed with the granularity it began with. */
export const rowsOf = ({ trials }: WordTrace): readonly (readonly [number, string, boolean])[] =>
  trials.map(({ step, candidate, fails }) => [step.granularity ?? 0, lettersOf(candidate), fails]);
export const onePassRowsOf = ({ trials }: WordTrace): readonly (readonly [number, string, boolean])[] => {
  const opened = new Map<number, number>();
  return trials.map(({ step, level, candidate, fails }) => {
    if (!opened.has(level)) opened.set(level, step.granularity ?? 0);
    return [opened.get(level) as number, lettersOf(candidate), fails];
  });
};
