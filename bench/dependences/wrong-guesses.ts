/** Texts whose parts name each other and need nothing of it: what it costs that the graph believes them. */
import { elements, whole } from "../../src/core/configuration.ts";
import { chain, done } from "../../src/core/words.ts";
import { componentsOf, graphOf } from "../../src/dependences/graph.ts";
import { play } from "../../src/driver/play.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import { beginningWith, dependently } from "../../src/pipelines/passes/dependent.ts";
import { swept } from "../../src/pipelines/passes/list-search.ts";
import { randomFrom } from "../../src/suite/statistics/random.ts";
import { playedAsync, textCase, textOf as read } from "../../test/passes/support.ts";
import { FEW_MISLED, MAX_MISLED } from "./bounds.ts";
import type { Table } from "./programs-table.ts";
import { programOf, SHAPES, textOf, WRITINGS, type Program, type Shape, type Writing } from "./programs.ts";

/** A program whose needs are all wrong guesses: these parts alone must stay. */
export interface Misleading {
  readonly program: Program;
  readonly wanted: readonly number[];
}

export const misleadingOf = (
  shape: Shape,
  { parts, kept, seed }: { readonly parts: number; readonly kept: number; readonly seed: number },
): Misleading => {
  const random = randomFrom(seed);
  const wanted = new Set<number>();
  while (wanted.size < kept) wanted.add(random.below(parts));
  return { program: programOf(shape, parts, seed), wanted: [...wanted] };
};

export interface WrongCount {
  /** Tests of the sweep that knows nothing of names. */
  readonly plain: number;
  /** Tests of the one that believes them. */
  readonly tests: number;
  /** Parts in circles that stay: each of these is asked about by itself, however wrong. */
  readonly circled: number;
  /** How many parts are left. */
  readonly left: number;
}

export const countWrong = async ({ program, wanted }: Misleading): Promise<WrongCount> => {
  const writing = WRITINGS["plain"] as Writing;
  const source = textCase(textOf(program, writing, "forward"));
  const partsOf = (text: string): ReadonlySet<number> =>
    new Set([...text.matchAll(new RegExp(writing.defines, "gm"))].map(([, name = ""]) => Number(name.slice(1))));
  const search = chain(
    dependently(topLevelParts, { language: plainLanguage, rename: false, valid: false })(beginningWith(source)),
    ({ current }) => done(current),
  );
  const asked = new Set([source.key()]);
  const { result } = await playedAsync(search, (candidate) => {
    asked.add(candidate.key());
    const there = partsOf(read(candidate));
    return wanted.every((part) => there.has(part));
  });
  const { asked: plain } = play(swept(whole([...program.needs.keys()])), (candidate) => {
    const there = new Set(elements(candidate));
    return wanted.every((part) => there.has(part));
  });
  return { plain, tests: asked.size - 1, circled: circledIn(program, wanted), left: partsOf(read(result)).size };
};

const circledIn = ({ needs }: Program, wanted: readonly number[]): number => {
  const graph = graphOf(
    needs.length,
    needs.flatMap((each, part) => each.flatMap((need) => [part, need])),
  );
  const circles = componentsOf(graph).filter(({ length }) => length > 1);
  return circles.filter((circle) => circle.some((part) => wanted.includes(part))).flat().length;
};

/** What is wrong with it; nothing where all is well. */
export const wrongFaults = ({ plain, tests, circled, left }: WrongCount, { wanted }: Misleading): readonly string[] => [
  ...(tests - circled > MAX_MISLED * plain + FEW_MISLED ? ["tests"] : []),
  ...(left === wanted.length ? [] : ["parts"]),
];

/** How many parts must stay. */
const KEPT = [1, 3, 10, 30];
/** At most this share of the parts. */
const MAX_KEPT = 1 / 3;

/** One row for each shape, number of parts and number of those that must stay. */
export const measureWrong = async (sizes: readonly number[]): Promise<Table> => {
  const rows: string[][] = [];
  let misses = 0;
  for (const parts of sizes)
    for (const kept of KEPT.filter((each) => each <= MAX_KEPT * parts))
      for (const shape of SHAPES) {
        const misleading = misleadingOf(shape, { parts, kept, seed: 1 });
        const count = await countWrong(misleading);
        const faults = wrongFaults(count, misleading);
        misses += faults.length > 0 ? 1 : 0;
        const figures = [parts, kept, count.plain, count.tests, count.circled].map(String);
        rows.push([shape, ...figures, faults.join(", ")]);
      }
  return { head: ["wrong needs", "parts", "kept", "plain sweep", "tests", "kept in circles", "missed"], rows, misses };
};
