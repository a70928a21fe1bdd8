/** How many tests a generated program takes, and how many the best order of its parts would. */
import { elements, whole } from "../../src/core/configuration.ts";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import type { Search } from "../../src/core/search.ts";
import { chain, done } from "../../src/core/words.ts";
import { closureOf, componentsOf, graphOf } from "../../src/dependences/graph.ts";
import { play } from "../../src/driver/play.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { beginningWith, dependently } from "../../src/pipelines/passes/dependent.ts";
import { swept } from "../../src/pipelines/passes/list-search.ts";
import type { PassContext } from "../../src/pipelines/passes/seeing.ts";
import { playedAsync } from "../../test/passes/support.ts";
import { holds, textOf, type Order, type Program, type Writing } from "./programs.ts";

export interface Count {
  readonly tests: number;
  /** How many bytes are left. */
  readonly bytes: number;
}

/** Which search: of the outermost parts alone, or of everything. */
type Reduction = (source: TestCase, context: PassContext) => Search<TestCase, TestCase>;

const outermost: Reduction = (source, context) =>
  chain(dependently(topLevelParts, context)(beginningWith(source)), ({ current }) => done(current));

export const everything: Reduction = (source, context) => auto(context)(source);

export interface Task {
  readonly program: Program;
  readonly writing: Writing;
  readonly order: Order;
}

export const countTests = async (
  { program, writing, order }: Task,
  reduction: Reduction = outermost,
): Promise<Count> => {
  const language = writing.language === undefined ? plainLanguage : await loadLanguage(writing.language);
  const bytes = Buffer.from(textOf(program, writing, order));
  const source = fileCase({ path: "a", mode: 0o644, bytes: () => bytes }, bytes.length);
  const known = new Map([[source.key(), true]]);
  const { result } = await playedAsync(reduction(source, { language, rename: false, valid: false }), (candidate) => {
    const key = candidate.key();
    if (!known.has(key)) known.set(key, holds(program, writing, Buffer.from(onlyFile(candidate).bytes()).toString()));
    return known.get(key) as boolean;
  });
  return { tests: known.size - 1, bytes: result.size };
};

/**
 * The same sweep, told by the generator which order is best: everything that can go before all that must stay, users before what
 * they use, circles as one. The members of a circle that stays are asked about one by one, as by everybody.
 */
export const countBest = ({ needs, wanted }: Program): number => {
  const graph = graphOf(
    needs.length,
    needs.flatMap((each, part) => each.flatMap((need) => [part, need])),
  );
  const needed = closureOf(graph, [wanted]);
  const isNeeded = ([part = 0]: readonly number[]): boolean => needed[part] === 1;
  const groups = componentsOf(graph);
  const best = [...groups.filter(isNeeded), ...groups.filter((group) => !isNeeded(group))];
  const musts = best.filter(isNeeded);
  let tests = 0;
  play(swept(whole(best)), (candidate) => {
    tests++;
    const there = new Set(elements(candidate));
    return musts.every((group) => there.has(group));
  });
  const members = musts.filter(({ length }) => length > 1).flat();
  return tests + members.length;
};
