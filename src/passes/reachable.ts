/**
 * What the end of a large program needs: a preprocessed file is thousands of declarations of headers and a few lines of somebody's
 * own behind them. Each of the last declarations is tried with what its names lead to, and nothing else.
 */
import { isDefiningField } from "../languages/roles.ts";
import { addTo } from "./support/grouping.ts";
import { occurrences } from "./support/occurrences.ts";
import type { Syntax, TextPass } from "./pass.ts";
import { above, topLevel } from "./support/selection.ts";
import { structureOf } from "./support/structure.ts";

/** In smaller files halving finds it as quickly. */
const MIN_DECLARATIONS = 200;
/** So many declarations from the end are tried. */
const LAST = 8;
/** A text that is a larger share of the whole is left to halving. */
const MAX_SHARE = 0.5;

export const reachable: TextPass = {
  kind: "texts",
  name: "reachable",
  about: "keeps only what one of the last declarations of a large C or C++ file leads to",
  texts: (syntax) => {
    if (syntax.language.traits.insides === undefined) return [];
    const nodes = topLevel(syntax);
    if (nodes.length < MIN_DECLARATIONS) return [];
    const graph = graphOf(syntax, nodes);
    const last = graph.inner.slice(-LAST).toReversed();
    const texts = [...last.map((node) => [node]), last].map((roots) => textOf(syntax, nodes, graph.closure(roots)));
    return [...new Set(texts)].filter((text) => text.length < MAX_SHARE * syntax.tree.text.length);
  },
};

interface Graph {
  /** Those with no other of the nodes inside. */
  readonly inner: readonly number[];
  /** What the names in some of the nodes lead to, with those around. */
  closure(roots: readonly number[]): ReadonlySet<number>;
}

const graphOf = (syntax: Syntax, nodes: readonly number[]): Graph => {
  const { parent } = syntax.tree;
  const isOne = new Set(nodes);
  const ownerOf = (leaf: number): number => above(leaf, parent, (node) => isOne.has(node));
  const parentOf = (node: number): number => ownerOf(parent[node] as number);
  const { namesIn, definers } = namesOf(syntax, ownerOf);
  const outer = new Set(nodes.map(parentOf));
  return {
    inner: nodes.filter((node) => !outer.has(node)),
    closure: (roots) => {
      const kept = new Set<number>();
      const waiting = [...roots];
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        if (node <= 0 || kept.has(node)) continue;
        kept.add(node);
        waiting.push(parentOf(node));
        for (const name of new Set(namesIn.get(node)))
          for (const definer of definers.get(name) ?? []) waiting.push(definer);
      }
      return kept;
    },
  };
};

interface Names {
  /** By node: the names in it. */
  readonly namesIn: ReadonlyMap<number, readonly string[]>;
  /** By name: the nodes that define it. */
  readonly definers: ReadonlyMap<string, ReadonlySet<number>>;
}

const namesOf = (syntax: Syntax, ownerOf: (leaf: number) => number): Names => {
  const { tree, language } = syntax;
  const namesIn = new Map<number, string[]>();
  const definers = new Map<string, Set<number>>();
  for (const [name, leaves] of occurrences(syntax)) {
    const owners = new Set<number>();
    let isDefined = false;
    for (const leaf of leaves) {
      const owner = ownerOf(leaf);
      addTo(namesIn, owner, name);
      const field = language.fields[tree.field[leaf] as number] ?? "";
      if (!isDefiningField(field)) continue;
      isDefined = true;
      if (!isInside(syntax, leaf, owner)) owners.add(owner);
    }
    // What the grammar calls no definition may be one: the first place.
    definers.set(name, isDefined ? owners : new Set([ownerOf(leaves[0] as number)]));
  }
  return { namesIn, definers };
};

/** Members and parameters are no reason to keep what they are in. */
const isInside = ({ tree, language }: Syntax, leaf: number, owner: number): boolean => {
  const { insides = [] } = language.traits;
  for (let node = tree.parent[leaf] as number; node > owner; node = tree.parent[node] as number)
    if (insides.includes(language.kinds[tree.kind[node] as number] ?? "")) return true;
  return false;
};

/** The text without the nodes that are not kept. */
const textOf = (syntax: Syntax, nodes: readonly number[], kept: ReadonlySet<number>): string => {
  const { text, start } = syntax.tree;
  const structure = structureOf(syntax);
  let at = 0;
  let made = "";
  for (const node of nodes) {
    const from = start[node] as number;
    if (kept.has(node) || from < at) continue;
    made += text.slice(at, from);
    at = structure.endOf(node);
  }
  return (made + text.slice(at)).replaceAll(/\n\s*\n/g, "\n").replace(/^\n/, "");
};
