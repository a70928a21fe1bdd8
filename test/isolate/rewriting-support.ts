/** Two releases of a generated program that differ everywhere, and in one place that matters. */
import { createContext, Script } from "node:vm";
import type { Configuration } from "../../src/core/configuration.ts";
import type { Verdict } from "../../src/core/verdict.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import { treeOf, fileOf, type EntryTree } from "../../src/isolate/trees/tree.ts";

export interface Release {
  readonly functions: number;
  /** What the first kind is numbered: all others follow. */
  readonly firstKind: number;
  /** The name of a helper of every tenth function. */
  readonly helper: (number: number) => string;
  /** How a helper of another module is called. */
  readonly call: string;
  readonly header: readonly string[];
  /** A function that returns something else, and those that say the same in other words. */
  readonly guilty?: number;
  readonly reworded?: (number: number) => boolean;
}

/** Functions by kind: each knows its own number, and `run` notices if another one answers. */
export const program = ({ functions, firstKind, helper, call, header, guilty, reworded }: Release): string => {
  const numbers = Array.from({ length: functions }, (_, number) => number);
  const kinds = numbers.map((number) => `Kind["k${number}"] = ${firstKind + number};`);
  const own = numbers.map((number) => {
    const name = helper(Math.floor(number / 10));
    const lines =
      reworded?.(number) === true
        ? ["  var text = node.text;", "  if (text === undefined)", "    return 0;"]
        : ["  if (!node.text) return 0;"];
    const value = number === guilty ? "node.text.length + 1" : "node.text.length";
    return [
      `function visit${number}(node) {`,
      `  if (node.kind !== ${firstKind + number}) throw new Error("kind of visit${number}");`,
      ...lines,
      `  return ${name}(${value}) + ${call}(${number});`,
      "}",
      "",
    ].join("\n");
  });
  const helpers = Array.from(
    { length: Math.ceil(functions / 10) },
    (_, number) => `function ${helper(number)}(x) { return x * ${number + 2}; }`,
  );
  const visits = numbers.map((number) => `  sum += visit${number}({ kind: Kind["k${number}"], text: "ab" });`);
  return [
    ...header,
    "var Kind = {};",
    ...kinds,
    ...helpers,
    ...own,
    "function run() {",
    "  var sum = 0;",
    ...visits,
    "  return sum;",
    "}",
    "",
  ].join("\n");
};

export const treeWith = (text: string): EntryTree =>
  treeOf(new Map([["lib/program.js", fileOf(0o644, () => Buffer.from(text))]]));

/** What a program comes to: a number, or what it says when it cannot be run. */
export const ran = (text: string): number | string => {
  try {
    return new Script(`${text}\nrun();`).runInContext(createContext({})) as number;
  } catch (error) {
    return String(error);
  }
};

/** By both ends, as an oracle judges. */
export const judgeOf = (changes: Changes, good: string, bad: string): ((chosen: Configuration<Change>) => Verdict) => {
  const [pass, fail] = [ran(good), ran(bad)];
  return (chosen) => {
    const entry = changes.mix(chosen).entries?.get("lib/program.js");
    const found = ran(entry?.kind === "file" ? Buffer.from(entry.bytes()).toString() : good);
    if (found === pass) return { outcome: "pass" };
    return found === fail ? { outcome: "fail" } : { outcome: "unresolved", reason: String(found) };
  };
};
