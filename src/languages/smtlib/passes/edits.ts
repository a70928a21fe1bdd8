/** Edits of nodes, and terms that move out of what binds their variables. */
import type { Edit, Syntax } from "../../pass.ts";
import { constantsOf, variablesAt } from "../leaves.ts";
import { scriptOf } from "../analysis.ts";
import { itemsOf, LIST, textAt, type Expressions } from "../reader.ts";
import type { Entry, Script } from "../script.ts";

export type Change = readonly Edit[];

/** A pass over the script of a text. */
export const overScript =
  <T>(list: (script: Script, rename: boolean) => T): ((syntax: Syntax) => T) =>
  ({ tree, rename }) =>
    list(scriptOf(tree), rename);

/** Would what stands beside it be read as part of it? */
const isJoined = (text: string, at: number): boolean => /[^\s()]/.test(text.charAt(at));

/** Another text for a node, kept apart from what stands beside it. */
export const replaced = ({ source }: Script, node: number, text: string): Edit => {
  const start = source.start[node] as number;
  const end = source.end[node] as number;
  const before = isJoined(source.text, start - 1) && !text.startsWith("(") ? " " : "";
  const behind = isJoined(source.text, end) && !text.endsWith(")") ? " " : "";
  return { start, end, text: `${before}${text}${behind}` };
};

/** The node, and the white space before it; that behind it, if it is the first. */
export const removed = ({ source }: Script, node: number): Edit => {
  let end = source.end[node] as number;
  let start = source.start[node] as number;
  while (/\s/.test(source.text.charAt(start - 1))) start--;
  const isFirst = start === 0 || source.text.charAt(start - 1) === "(";
  if (isFirst) while (/\s/.test(source.text.charAt(end))) end++;
  return { start, end, text: isJoined(source.text, start - 1) && isJoined(source.text, end) ? " " : "" };
};

export const nameOf = ({ source }: Script, { place }: Entry): string => textAt(source, place);

/** What stands for a bound variable outside of what binds it: a variable or a constant of its sort. */
const standInFor = (script: Script, entry: Entry, node: number): string | undefined => {
  const sort = entry.signature.result;
  const known = variablesAt(script, node, 20).find(({ signature }) => signature.result?.text === sort?.text);
  return constantsOf(script, sort)[0] ?? (known && nameOf(script, known));
};

/** Values of `let` inside values of `let`: not deeper. */
const MAX_DEPTH = 4;

/** The text of a term in the place of another one that it is part of; undefined where it cannot be there. */
export const liftedText = (script: Script, term: number, place: number, depth = 0): string | undefined => {
  const { source, meanings } = script;
  const from = source.start[term] as number;
  const pieces: string[] = [];
  let at = from;
  for (let node = term; node < (source.after[term] as number); node++) {
    const entry = meanings[node];
    if (entry === undefined || entry.place === node) continue;
    const isFree = entry.place <= place || entry.place >= (source.after[place] as number) || entry.place >= term;
    if (isFree) continue;
    const text =
      entry.kind === "let" && entry.body !== undefined && depth < MAX_DEPTH
        ? liftedText(script, entry.body, place, depth + 1)
        : standInFor(script, entry, place);
    if (text === undefined) return undefined;
    pieces.push(source.text.slice(at, source.start[node]), text);
    at = source.end[node] as number;
  }
  pieces.push(source.text.slice(at, source.end[term]));
  return pieces.join("");
};

/** Removes a name where it is introduced, with all that introduces it, and puts something in the place of its uses. */
export const substituted = (script: Script, { uses }: Entry, text: string): Change =>
  uses.map((use) => replaced(script, use, text));

/** The list around a name, if it is the function there. */
export const callOf = ({ parent, kind }: Expressions, use: number): number | undefined =>
  parent[use] === use - 1 && kind[use - 1] === LIST ? use - 1 : undefined;

/** Does one of them lie in another? */
export const hasNested = (edits: readonly (Change[number] | undefined)[]): boolean => {
  const sorted = edits.flatMap((edit) => (edit === undefined ? [] : [edit])).toSorted((a, b) => a.start - b.start);
  return sorted.some(({ start }, index) => index > 0 && start < (sorted[index - 1]?.end ?? 0));
};

/** Every call without one of its arguments; nothing where it is used in another way. */
export const withoutArgument = (script: Script, { uses }: Entry, index: number): Change | undefined => {
  const { source } = script;
  const calls = uses.map((use) => {
    const call = callOf(source, use);
    const args = call === undefined ? [] : itemsOf(source, call).slice(1);
    if (call === undefined || args[index] === undefined) return undefined;
    return args.length === 1 ? replaced(script, call, textAt(source, use)) : removed(script, args[index]);
  });
  return calls.includes(undefined) ? undefined : (calls as Change);
};
