/** Bundles of which every name has another number and declarations have moved: no mixture lacks a name or has one twice. */
import { describe, expect, test } from "vitest";
import { elements, minus, select, whole } from "../../src/core/configuration.ts";
import { play } from "../../src/driver/play.ts";
import { findTrigger } from "../../src/isolate/search/trigger.ts";
import { treeChanges } from "../../src/isolate/trees/changes.ts";
import { judgeOf, ran, treeWith } from "./rewriting-support.ts";

interface Bundle {
  /** What a helper of a module is called: both releases use the same names for different things. */
  readonly name: (module: number) => string;
  /** In which order the modules stand. */
  readonly order: (modules: readonly number[]) => readonly number[];
  /** What a module exports besides, and takes from the one before. */
  readonly extra: string;
  readonly body: (module: number) => string;
}

const MODULES = 240;

/** Numbers at the ends of names are what bundlers give: modules are told apart by letters. */
const tagOf = (module: number): string =>
  module
    .toString()
    .padStart(3, "0")
    .replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));

const bundle = ({ name, order, extra, body }: Bundle): string => {
  const numbers = Array.from({ length: MODULES }, (_, module) => module);
  const modules = order(numbers).map((module) => {
    const [own, tag] = [name(module), tagOf(module)];
    return [
      `function ${own}(x) {`,
      `  if (x === "${tag}") return 0;`,
      `  ${body(module)}`,
      "}",
      `function ${extra}_${tag}(x) { return x; }`,
      `var lib_${tag} = { help: ${own}, ${extra}: ${extra}_${tag} };`,
      `const { help: own_${tag}, ${extra}: ${extra}_in_${tag} } = lib_${tag};`,
      `function use_${tag}(x) { return own_${tag}(${extra}_in_${tag}(x)); }`,
      "",
    ].join("\n");
  });
  const uses = numbers.map((module) => `  sum += use_${tagOf(module)}(${module});`);
  return [...modules, "function run() {", "  var sum = 0;", ...uses, "  return sum;", "}", ""].join("\n");
};

const good = bundle({
  name: (module) => `help$${module}`,
  order: (modules) => modules,
  extra: "old",
  body: (module) => `return x * ${module + 2};`,
});

const bad = bundle({
  name: (module) => `help$${(module * 7 + 3) % MODULES}`,
  order: (modules) => [...modules.slice(80), ...modules.slice(0, 80)],
  extra: "fresh",
  body: (module) =>
    module === 177
      ? `return x * ${module + 2} + 1;`
      : module % 5 === 0
        ? `var y = x; return y * ${module + 2};`
        : `return x * ${module + 2};`,
});

const changes = await treeChanges({ good: treeWith(good), bad: treeWith(bad) });
const judge = judgeOf(changes, good, bad);
const everything = whole(changes.all);

describe("a bundle that was numbered anew and laid out in another order", () => {
  test("does the same with the names and the order of the other one", () => {
    expect(typeof ran(good)).toBe("number");
    expect(ran(bad)).not.toBe(ran(good));
    expect(judge(select(everything, [{ from: 0, to: changes.rewriting ?? 0 }])).outcome).toBe("pass");
  });

  test("still loads with all names that are new, and without losing any", () => {
    const { added = { from: 0, to: 0 }, removed = { from: 0, to: 0 } } = changes;
    expect(added.to).toBeGreaterThan(added.from);
    expect(removed.to).toBeGreaterThan(removed.from);
    expect(judge(select(everything, [{ from: 0, to: added.to }])).outcome).toBe("pass");
    expect(judge(select(everything, [{ from: 0, to: removed.from }])).outcome).toBe("fail");
  });

  test("has its guilty function found in few tests", () => {
    const start = { passing: select(everything, []), failing: everything };
    const { result, asked } = play(findTrigger({ changes, start, finest: "hunks" }), judge, 200);
    const trigger = elements(minus(result.failing, result.passing));
    expect(trigger.map((change) => change.new)).toEqual(["  return x * 179 + 1;"]);
    expect(asked).toBeLessThanOrEqual(2 * Math.log2(changes.all.length) + 6);
  });
});
