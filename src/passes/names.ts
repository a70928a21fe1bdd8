/** Names, at all their occurrences. */
import { NAMED } from "../languages/syntax.ts";
import type { Role } from "../languages/traits.ts";
import { hasRole } from "../languages/roles.ts";
import { addTo } from "./support/grouping.ts";
import { isWord, textsOf } from "./support/leaves.ts";
import type { Edit, RewritePass, Syntax } from "../languages/pass.ts";

export const names: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "names",
  about: "shortens names at all their occurrences (with --rename)",
  rewrites: (syntax) => shorter(syntax, (is) => is("name")),
};

/** What grammars take for something else (a type of the language, a property) may be a name all the same. */
export const otherNames: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "other names",
  about: "shortens words that are not plainly names, at all their occurrences (with --rename)",
  rewrites: (syntax) => shorter(syntax, (is) => is("builtin type") && !is("name")),
};

/** Equal strings everywhere they occur: shorter ones, still in quotes. */
export const strings: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "strings",
  about: "shortens strings at all their occurrences (with --rename)",
  rewrites: (syntax) => renamed(syntax, quoted, (name, old) => `${old.charAt(0)}${name}${old.charAt(0)}`),
};

/** Strings without their quotes: in many languages of data they are as good as names. */
export const bareStrings: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "bare strings",
  about: "makes names of strings, at all their occurrences (with --rename)",
  rewrites: (syntax) => renamed(syntax, quoted, (name) => name),
};

const QUOTED = /^(["'`]).+\1$/s;

/** Whether a node has a role. */
type Is = (role: Role) => boolean;

const shorter = (syntax: Syntax, isMeant: (is: Is) => boolean): readonly (readonly Edit[])[] =>
  renamed(
    syntax,
    (text, is) => isWord(text) && isMeant(is),
    (name) => name,
  );

const quoted = (text: string, is: Is): boolean => is("string") && QUOTED.test(text);

/** What is meant, each text a rewrite of its own; what is often there gets the shortest name. */
const renamed = (
  { tree, language, rename }: Syntax,
  isMeant: (text: string, is: Is) => boolean,
  written: (name: string, old: string) => string,
): readonly (readonly Edit[])[] => {
  if (!rename) return [];
  const places = new Map<string, { readonly start: number; readonly end: number }[]>();
  const words = new Set<string>();
  for (const { start, end, node } of textsOf(tree, (kind) => hasRole(language, "string", kind))) {
    const text = tree.text.slice(start, end);
    words.add(text);
    if (node < 0 || ((tree.flags[node] as number) & NAMED) === 0) continue;
    if (!isMeant(text, (role) => hasRole(language, role, tree.kind[node]))) continue;
    addTo(places, text, { start, end });
  }
  const often = [...places].toSorted(([, a], [, b]) => b.length - a.length);
  const fresh = freshNames(words);
  return often.flatMap(([old, found]) => {
    const text = old.length > 1 ? written(fresh(old), old) : old;
    return text.length < old.length ? [found.map((place) => ({ ...place, text }))] : [];
  });
};

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Names that are not there yet, the shortest first; large where the old one is. */
const freshNames = (taken: ReadonlySet<string>): ((old: string) => string) => {
  const small = unused(LETTERS, taken);
  const large = unused(LETTERS.toUpperCase(), taken);
  return (old) => (/^[A-Z]/.test(old) ? large : small).next().value;
};

/** a, b, …, z, a1, b1, …: those that are not taken. */
function* unused(letters: string, taken: ReadonlySet<string>): Generator<string, never, void> {
  for (let number = 0; ; number++) {
    const letter = letters.charAt(number % letters.length);
    const name = number < letters.length ? letter : `${letter}${Math.floor(number / letters.length)}`;
    if (!taken.has(name)) yield name;
  }
}
