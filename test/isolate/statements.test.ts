/** A large function in two versions, with a statement without a name that changed: its lines are compared, not the statement as a whole. */
import { describe, expect, test } from "vitest";
import { elements, minus, select, whole } from "../../src/core/configuration.ts";
import { play } from "../../src/driver/play.ts";
import { findTrigger } from "../../src/isolate/search/trigger.ts";
import { treeChanges } from "../../src/isolate/trees/changes.ts";
import { judgeOf, ran, treeWith } from "./rewriting-support.ts";

interface Version {
  readonly firstKind: number;
  /** What stands in the case of a kind, before it returns. */
  readonly before: (kind: number) => readonly string[];
  /** Functions within the large one, before most of what it does. */
  readonly helpers: readonly string[];
}

const KINDS = 200;

/** Kinds are told apart by letters: numbers are what is numbered anew. */
const tagOf = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));

const numbers = Array.from({ length: KINDS }, (_, number) => number);

/** One function that is nearly all of the text; most of it is one `switch`. */
const program = ({ firstKind, before, helpers }: Version): string =>
  [
    "var Kind = {};",
    ...numbers.map((number) => `Kind["k${number}"] = ${firstKind + number};`),
    ...numbers.flatMap((number) => [`function is${number}(kind) {`, `  return kind === ${firstKind + number};`, "}"]),
    "function check(kind, text) {",
    "  var sum = 0;",
    "  var more = text.length;",
    "  sum += more;",
    "  sum -= more;",
    ...helpers.flatMap((name) => [`  function ${name}(x) {`, "    return x;", "  }"]),
    "  switch (kind) {",
    ...numbers.flatMap((number) => [
      `    case ${firstKind + number}:`,
      ...before(number).map((line) => `      ${line}`),
      `      return sum + text.length + "${tagOf(number)}".length;`,
    ]),
    "  }",
    "  return sum;",
    "}",
    "function run() {",
    "  var sum = 0;",
    ...numbers.map((number) => `  if (is${number}(Kind["k${number}"])) sum += check(Kind["k${number}"], "ab");`),
    "  return sum;",
    "}",
    "",
  ].join("\n");

const good = program({ firstKind: 10, before: () => [], helpers: [] });

const bad = program({
  firstKind: 13,
  before: (kind) => (kind === 77 ? ["sum += 1000;"] : kind % 9 === 0 ? ["text = String(text);"] : []),
  helpers: ["first", "second"],
});

const changes = await treeChanges({ good: treeWith(good), bad: treeWith(bad) });
const judge = judgeOf(changes, good, bad);
const everything = whole(changes.all);

describe("a statement without a name that changed within a large function", () => {
  test("makes both versions again, with all changes and with none", () => {
    expect(ran(good)).not.toBe(ran(bad));
    expect(judge(select(everything, [])).outcome).toBe("pass");
    expect(judge(everything).outcome).toBe("fail");
  });

  test("has its guilty line found", () => {
    const start = { passing: select(everything, []), failing: everything };
    const { result, asked } = play(findTrigger({ changes, start, finest: "hunks" }), judge, 200);
    const trigger = elements(minus(result.failing, result.passing));
    expect(trigger.map((change) => change.new)).toEqual(["      sum += 1000;"]);
    expect(asked).toBeLessThanOrEqual(2 * Math.log2(changes.all.length) + 6);
  });
});
