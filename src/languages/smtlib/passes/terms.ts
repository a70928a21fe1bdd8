/** Terms give way to simpler ones of their sort, outer ones first. */
import type { CoupledPass, Edit, LevelPass } from "../../pass.ts";
import { constantsOf, variablesAt, variableWithin } from "../leaves.ts";
import { headOf, itemsOf, LIST } from "../reader.ts";
import type { Script } from "../script.ts";
import { leastArguments } from "../theories.ts";
import { liftedText, nameOf, overScript, removed, replaced, type Change } from "./edits.ts";

const levels = new WeakMap<Script, readonly (readonly number[])[]>();

/** Terms by how deep they lie in others; the outermost are not among them. */
const levelsOf = (script: Script): readonly (readonly number[])[] => {
  const known = levels.get(script);
  if (known !== undefined) return known;
  const { source, isTerm } = script;
  const depth = new Int32Array(source.length).fill(-1);
  const found: number[][] = [];
  for (let node = 0; node < source.length; node++) {
    const around = depth[source.parent[node] as number] ?? -1;
    const own = (depth[node] = isTerm[node] === 1 ? around + 1 : around);
    if (isTerm[node] === 0 || own === 0) continue;
    const level = found[own - 1];
    if (level === undefined) found[own - 1] = [node];
    else level.push(node);
  }
  levels.set(script, found);
  return found;
};

const lengthOf = ({ source }: Script, node: number): number =>
  (source.end[node] as number) - (source.start[node] as number);

/** What leaves the rest of the term as it is. */
const neutral = (script: Script, node: number): string => {
  const parent = script.source.parent[node] as number;
  const head = headOf(script.source, parent);
  const isLast = script.source.after[node] === script.source.after[parent];
  return head === "or" || head === "xor" || (head === "=>" && isLast) ? "false" : "true";
};

const isFormula = (script: Script, node: number): boolean => script.sorts[node]?.head === "Bool";

const constantFor = (script: Script, node: number): string | undefined =>
  isFormula(script, node) ? neutral(script, node) : constantsOf(script, script.sorts[node])[0];

/** A variable that is in the term keeps different terms apart, and is no constant that a solver would compute with. */
const variableFor = (script: Script, node: number): string | undefined => {
  const entry = variableWithin(script, node) ?? variablesAt(script, node, 1)[0];
  return entry === undefined ? constantFor(script, node) : nameOf(script, entry);
};

/** Arguments that may go while enough others stay: all but the last ones. */
const spareArguments = (script: Script, level: readonly number[]): ReadonlySet<number> => {
  const { source, isTerm } = script;
  const spare = new Set<number>();
  for (const parent of new Set(level.map((node) => source.parent[node] as number))) {
    const least = leastArguments(headOf(source, parent));
    if (least === undefined || isTerm[parent] === 0) continue;
    const args = itemsOf(source, parent).slice(1);
    for (const arg of args.slice(0, Math.max(0, args.length - least))) spare.add(arg);
  }
  return spare;
};

const levelPass = (
  name: string,
  about: string,
  leafFor: (script: Script, node: number) => string | undefined,
): LevelPass => ({
  kind: "levels",
  name,
  about,
  filtered: true,
  rewrites(syntax, depth) {
    return overScript((script) => {
      const level = levelsOf(script)[depth];
      if (level === undefined) return undefined;
      const spare = spareArguments(script, level);
      return level.flatMap((node): readonly Change[] => {
        if (spare.has(node)) return [[removed(script, node)]];
        const leaf = leafFor(script, node);
        const isShorter = leaf !== undefined && leaf.length < lengthOf(script, node);
        return isShorter ? [[replaced(script, node, leaf)]] : [];
      });
    })(syntax);
  },
});

export const termsToVariables = levelPass(
  "terms to variables",
  "replaces terms by variables of their sort, outer ones first",
  variableFor,
);

export const termsToConstants = levelPass(
  "terms to constants",
  "replaces terms by constants of their sort, outer ones first",
  constantFor,
);

/** How many terms inside a term are tried in its place. */
const MAX_INNER = 8;
/** On a text with more of them, trying one after the other is hopeless anyway. */
const MAX_CHANGES = 20_000;

const isSameSort = ({ sorts }: Script, a: number, b: number): boolean =>
  sorts[a] !== undefined && sorts[a]?.text === sorts[b]?.text;

/** The nearest terms of the same sort inside a term, in order. */
const innerTerms = (script: Script, term: number): readonly number[] => {
  const { source, isTerm } = script;
  const found: number[] = [];
  for (let node = term + 1; node < (source.after[term] as number) && found.length < MAX_INNER; node++) {
    // What an annotation says holds where it stands.
    if (isTerm[node] === 0 || !isSameSort(script, node, term) || headOf(source, node) === "!") continue;
    found.push(node);
    node = (source.after[node] as number) - 1;
  }
  return found.toSorted((a, b) => lengthOf(script, a) - lengthOf(script, b));
};

export const termsToParts: CoupledPass = {
  kind: "coupled",
  name: "terms to parts",
  about: "replaces terms by what is inside them, if it is of the same sort; let, quantifiers and annotations go",
  changes: overScript((script) => {
    const { source, isTerm } = script;
    const changes: Change[] = [];
    for (let term = 0; term < source.length && changes.length < MAX_CHANGES; term++) {
      if (isTerm[term] === 0 || source.kind[term] !== LIST) continue;
      for (const inner of innerTerms(script, term)) {
        const text = liftedText(script, inner, term);
        if (text !== undefined && text.length < lengthOf(script, term)) changes.push([replaced(script, term, text)]);
      }
    }
    return changes;
  }),
};

/** Another constant, or another variable, for what is no longer than it was. */
export const otherLeaves: CoupledPass = {
  kind: "coupled",
  name: "other leaves",
  about: "replaces terms by each constant and several variables of their sort",
  changes: overScript((script) => {
    const { source, isTerm } = script;
    const changes: Change[] = [];
    for (let term = 0; term < source.length && changes.length < MAX_CHANGES; term++) {
      if (isTerm[term] === 0) continue;
      const variables = variablesAt(script, term, 3).map((entry) => nameOf(script, entry));
      const leaves = [...constantsOf(script, script.sorts[term]), ...variables];
      for (const text of leaves) if (text.length < lengthOf(script, term)) changes.push([replaced(script, term, text)]);
    }
    return changes;
  }),
};

/** Arguments of which there may be any number. */
export const spare: CoupledPass = {
  kind: "coupled",
  name: "spare arguments",
  about: "deletes arguments where the function takes fewer",
  changes: overScript((script) => {
    const { source, isTerm } = script;
    const changes: Edit[][] = [];
    for (let term = 0; term < source.length && changes.length < MAX_CHANGES; term++) {
      const least = isTerm[term] === 1 ? leastArguments(headOf(source, term)) : undefined;
      const args = least === undefined ? [] : itemsOf(source, term).slice(1);
      if (least !== undefined && args.length > least) changes.push(...args.map((arg) => [removed(script, arg)]));
    }
    return changes;
  }),
};
