/** Four algorithms on the same text and the same predicate: every question they ask, in order. */
import { elements, whole } from "../src/core/configuration.ts";
import type { Search } from "../src/core/search.ts";
import { play } from "../src/driver/play.ts";
import { list } from "../src/strategies/index.ts";
import type { ListStrategy } from "../src/strategies/support/registry.ts";
import { hdd } from "../src/strategies/trees/hdd.ts";
import { toNode, treeOf, type TreeNode } from "../src/strategies/trees/tree.ts";

/** One question: which units are kept, and the answer. */
interface Frame {
  readonly kept: readonly number[];
  readonly fails: boolean;
  /** The answer was known from an earlier question: nothing was run. */
  readonly known: boolean;
}

export interface Played {
  readonly frames: readonly Frame[];
  readonly result: readonly number[];
  /** Questions that were not known. */
  readonly tests: number;
  /** Why it was not played to the end. */
  readonly trouble?: string;
}

export type Unit = "characters" | "words" | "lines";
export type Fails = (text: string) => boolean;

/** The names, in the order in which they are shown. */
export const ALGORITHMS = ["ddmin", "OPDD", "HDD", "gbs"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** More questions than that are not played: a page must stay quick. */
const MAX_QUESTIONS = 20_000;

export const splitText = (text: string, unit: Unit): readonly string[] => {
  if (unit === "characters") return Array.from(text);
  return (unit === "words" ? text.match(/\S+\s*|\s+/g) : text.match(/[^\n]*\n|[^\n]+$/g)) ?? [];
};

export const joined = (units: readonly string[], kept: readonly number[]): string =>
  kept.map((index) => units[index]).join("");

export const playAlgorithm = (algorithm: Algorithm, units: readonly string[], fails: Fails): Played => {
  const numbers = units.map((_, index) => index);
  if (algorithm !== "HDD") {
    const strategy = listOf(algorithm);
    return record(strategy(whole(numbers)), elements, units, fails);
  }
  const tree = treeOf(nestingOf(units));
  const keptIn = (root: TreeNode<readonly number[]>): number[] =>
    [...root.value, ...root.children.flatMap(keptIn)].toSorted((one, other) => one - other);
  return record(hdd(tree, { minimizer: listOf("ddmin") }), (each) => keptIn(toNode(each)), units, fails);
};

const listOf = (algorithm: Exclude<Algorithm, "HDD">): ListStrategy => {
  const entry = list[algorithm.toLowerCase()];
  if (entry === undefined) throw new Error(`There is no algorithm ${algorithm}.`);
  return entry.build({});
};

const record = <Input>(
  search: Search<Input, Input>,
  keptOf: (input: Input) => readonly number[],
  units: readonly string[],
  fails: Fails,
): Played => {
  const answers = new Map<string, boolean>();
  const frames: Frame[] = [];
  const smallest = (): readonly number[] => frames.findLast((frame) => frame.fails)?.kept ?? units.map((_, i) => i);
  const test = (input: Input): boolean => {
    const kept = keptOf(input);
    const text = joined(units, kept);
    const known = answers.get(text);
    const answer = known ?? fails(text);
    answers.set(text, answer);
    frames.push({ kept, fails: answer, known: known !== undefined });
    return answer;
  };
  try {
    const { result } = play(search, test, MAX_QUESTIONS);
    return { frames, result: keptOf(result), tests: answers.size };
  } catch (error) {
    const trouble = error instanceof Error ? error.message : String(error);
    return { frames, result: smallest(), tests: answers.size, trouble };
  }
};

interface Open {
  readonly value: number[];
  readonly children: TreeNode<readonly number[]>[];
}

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Brackets make the levels: what is between two of them goes with them. Without brackets there is one level. */
export const nestingOf = (units: readonly string[]): TreeNode<readonly number[]> => {
  const root: Open = { value: [], children: [] };
  const open: { readonly bracket: string; readonly node: Open }[] = [{ bracket: "", node: root }];
  for (const [index, unit] of units.entries()) {
    const top = open.at(-1);
    const opening = Array.from(unit).findLast((sign) => "([{".includes(sign));
    const closing = CLOSING[Array.from(unit).find((sign) => sign in CLOSING) ?? ""];
    if (opening !== undefined && closing === undefined) {
      const node: Open = { value: [index], children: [] };
      top?.node.children.push({ kind: "group", ...node });
      open.push({ bracket: opening, node });
    } else if (closing !== undefined && opening === undefined && top?.bracket === closing) {
      top.node.value.push(index);
      open.pop();
    } else top?.node.children.push({ kind: "unit", value: [index], children: [] });
  }
  return { kind: "root", ...root };
};
