/** The same script, written shorter: white space, forms of commands, names. */
import type { RewritePass, TextPass } from "../../pass.ts";
import { grouped } from "../leaves.ts";
import { headOf, itemsOf, LIST, NUMERAL, SYMBOL, textAt, type Expressions } from "../reader.ts";
import type { Entry } from "../script.ts";
import { nameOf, overScript, removed, replaced, type Change } from "./edits.ts";

export const compact: TextPass = {
  kind: "texts",
  name: "compact",
  about: "leaves out white space that keeps nothing apart (with --rename)",
  texts: overScript(({ source }, rename) =>
    rename ? [squeezed(source, ""), squeezed(source, "\n")].filter(({ length }) => length < source.text.length) : [],
  ),
};

/** `end`: what stands behind a command. Comments stay on lines of their own. */
const squeezed = (source: Expressions, end: string): string => {
  const { text, start, kind, comments, parent } = source;
  const parts: string[] = [];
  const open: number[] = [];
  let next = 0;
  const close = (node: number): void => {
    for (let list = open.at(-1); list !== undefined && (source.after[list] as number) <= node; list = open.at(-1)) {
      open.pop();
      if (!source.open.has(list)) parts.push(parent[list] === -1 ? `)${end}` : ")");
    }
  };
  for (let node = 0; node < source.length; node++) {
    close(node);
    for (let each = comments[next]; each !== undefined && each.start < (start[node] as number); each = comments[++next])
      parts.push(`\n${text.slice(each.start, each.end)}\n`);
    const token = kind[node] === LIST ? "(" : textAt(source, node);
    const isApart = token === "(" || parts.length === 0 || /[\s()]$/.test(parts.at(-1) ?? "");
    parts.push(isApart ? token : ` ${token}`);
    if (kind[node] === LIST) open.push(node);
  }
  close(source.length);
  for (const each of comments.slice(next)) parts.push(`\n${text.slice(each.start, each.end)}`);
  return parts.join("");
};

/** Inside the quotes of |a|, or as they are. */
const WITHOUT_PARAMETERS = /^\(declare-fun(\s+(?:\|[^|]*\||[^\s()|]+))\s*\(\s*\)/;

export const constantForm: RewritePass = {
  kind: "rewrites",
  name: "declare-const",
  about: "writes declare-const for functions without parameters",
  filtered: true,
  rewrites: overScript(({ source, commands }) =>
    commands.flatMap((command): readonly Change[] => {
      const start = source.start[command] as number;
      const match = WITHOUT_PARAMETERS.exec(textAt(source, command));
      return match === null ? [] : [[{ start, end: start + match[0].length, text: `(declare-const${match[1] ?? ""}` }]];
    }),
  ),
};

/** Numbers that most solvers add by themselves. */
export const bareForm: RewritePass = {
  kind: "rewrites",
  name: "bare forms",
  about: "writes push, pop and declare-sort without their number (with --rename)",
  filtered: true,
  rewrites: overScript((script, rename) =>
    script.commands.flatMap((command): readonly Change[] => {
      const { source } = script;
      if (!rename || !/^(?:push|pop|declare-sort)$/.test(headOf(source, command))) return [];
      const last = itemsOf(source, command).at(-1) ?? -1;
      return source.kind[last] === NUMERAL && /^[01]$/.test(textAt(source, last)) ? [[removed(script, last)]] : [];
    }),
  ),
};

const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz");

export const shortNames: RewritePass = {
  kind: "rewrites",
  name: "short names",
  about: "shortens names at all their occurrences (with --rename)",
  filtered: true,
  rewrites: overScript((script, rename) => {
    if (!rename) return [];
    const { source, entries } = script;
    const words = new Set<string>();
    for (let node = 0; node < source.length; node++) if (source.kind[node] === SYMBOL) words.add(textAt(source, node));
    const fresh = freshNames(words);
    const byName = [...grouped(entries, (entry) => nameOf(script, entry))];
    const often = byName.toSorted(([, a], [, b]) => usesOf(b) - usesOf(a));
    return often.flatMap(([old, same]): readonly Change[] => {
      const isTested = same.some(({ uses }) => uses.some((use) => /^\|?is-/.test(textAt(source, use))));
      const name = old.length > 1 && !isTested ? fresh() : old;
      if (name.length >= old.length) return [];
      const places = same.flatMap(({ place, uses }) => [place, ...uses]).toSorted((a, b) => a - b);
      return [places.map((place) => replaced(script, place, name))];
    });
  }),
};

const usesOf = (entries: readonly Entry[]): number => entries.reduce((sum, { uses }) => sum + uses.length, 0);

const freshNames = (taken: ReadonlySet<string>): (() => string) => {
  let number = 0;
  return () => {
    for (;;) {
      const letter = LETTERS[number % LETTERS.length] ?? "a";
      const name = number < LETTERS.length ? letter : `${letter}${Math.floor(number / LETTERS.length)}`;
      number++;
      if (!taken.has(name)) return name;
    }
  };
};
