/** Edits that are made of the same tokens: `f(x)` that became `(0, ns.f)(x)` everywhere. */
import type { Lines } from "../text-lines.ts";
import type { Splice } from "./aligned.ts";

/** The share of runs of lines that differ which must have an edit that was made by rewriting: what is seen less often is a change like any other. */
const MIN_SHARE = 0.01;
const MIN_EDITS = 10;

export interface Pattern {
  /** What is replaced by what; the same for all edits of a class. */
  readonly name: string;
  readonly splices: readonly Splice[];
}

/** Edits of a line belong together until what they open and close is even. Nothing where it stays uneven. */
export const patternsOf = (good: Lines, edits: readonly Splice[]): readonly Pattern[] | undefined => {
  const patterns: Pattern[] = [];
  let [open, depth, end] = [[] as Splice[], 0, 0];
  for (const edit of edits) {
    if (open.length > 0 && good.bytes.subarray(end, edit.from).includes("\n")) return undefined;
    depth += balance(edit.put) - balance(good.bytes.toString("latin1", edit.from, edit.to));
    open.push(edit);
    end = edit.to;
    if (depth !== 0) continue;
    patterns.push({ name: open.map((each) => nameOf(good, each)).join(" … "), splices: open });
    open = [];
  }
  return open.length > 0 ? undefined : patterns;
};

/** The names that are seen often. `runs`: how many there are. */
export const oftenAmong = (names: Iterable<string>, runs: number): ReadonlySet<string> => {
  const least = Math.max(MIN_EDITS, MIN_SHARE * runs);
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= least).map(([name]) => name));
};

const balance = (text: string): number => {
  let depth = 0;
  for (const sign of text) depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
  return depth;
};

const nameOf = ({ bytes }: Lines, { from, to, put }: Splice): string => {
  const old = bytes.toString("latin1", from, to);
  return old.trim() === "" && put.trim() === "" ? "blanks" : `${old}→${put}`;
};
