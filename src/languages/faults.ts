/** What is wrong with a text although it can be parsed: by name, or by kind of fault, how often. */
import type { SyntaxTree } from "./syntax.ts";

export type TextFaults = ReadonlyMap<string, number>;

const faultsOf = new WeakMap<SyntaxTree, TextFaults>();

/** The tree, with what is wrong in it counted as hollow and remembered. Kinds of faults begin with a blank. */
export const withFaults = <T extends SyntaxTree>(tree: T, faults: TextFaults): T & { readonly hollow: number } => {
  const count = [...faults.values()].reduce((sum, each) => sum + each, tree.hollow ?? 0);
  const whole = { ...tree, hollow: count };
  faultsOf.set(whole, faults);
  return whole;
};

/** Nothing is wrong more often, whatever else is right now. A name that the source does not have at all is one of before, written anew. */
export const hasNoNewFaults = (candidate: SyntaxTree, source: SyntaxTree): boolean => {
  const before = faultsOf.get(source);
  const now = faultsOf.get(candidate);
  if (before === undefined || now === undefined) return true;
  const more = [...now.keys()].filter((name) => (now.get(name) ?? 0) > (before.get(name) ?? 0));
  const words = more.length === 0 ? undefined : new Set(source.text.toLowerCase().match(/[\w$]+/g));
  return more.every((name) => !name.startsWith(" ") && words?.has(name.toLowerCase()) !== true);
};
