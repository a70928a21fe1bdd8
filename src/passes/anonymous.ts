/** Neutral names, strings and numbers in the place of those that tell where a text comes from. Nothing needs to get shorter. */
import { NAMED } from "../languages/syntax.ts";
import { hasRole } from "../languages/roles.ts";
import type { Role } from "../languages/traits.ts";
import { addTo } from "./support/grouping.ts";
import { isWord, textsOf } from "./support/leaves.ts";
import type { Edit, RewritePass, Syntax } from "../languages/pass.ts";

const NAME = /^[a-zA-Z][a-z]?\d*$/;

/** Names of one or two letters tell nothing. */
const anonymousNames: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "anonymous names",
  about: "puts neutral names in the place of others, at all their occurrences (with --anonymize)",
  rewrites: (syntax) =>
    replaced(syntax, {
      isMeant: (text, is) => isWord(text) && is("name") && !NAME.test(text),
      written: (old, number) => `${/^[A-Z]/.test(old) ? "N" : "n"}${number}`,
    }),
};

const QUOTED = /^(["'`])([^]*)\1$/;

const inQuotes = (text: string): boolean => (QUOTED.exec(text)?.[2] ?? "").length > 1;

const anonymousStrings: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "anonymous strings",
  about: "puts neutral strings in the place of others (with --anonymize)",
  rewrites: (syntax) =>
    replaced(syntax, {
      isMeant: (text, is) => is("string") && inQuotes(text) && !/^.s\d+.$/.test(text),
      written: (old, number) => `${old.charAt(0)}s${number}${old.charAt(0)}`,
    }),
};

/** What looks the same: letters and digits become others of their kind. */
const maskedStrings: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "masked strings",
  about: "makes all letters of a string the same where it cannot be replaced as a whole (with --anonymize)",
  rewrites: (syntax) =>
    replaced(syntax, {
      isMeant: (text, is) => is("string") && inQuotes(text) && !/^.s\d+.$/.test(text),
      written: (old) => old.replaceAll(/\\.|\p{Lu}|\p{L}|\p{N}/gu, (each) => masked(each)),
    }),
};

const masked = (each: string): string => {
  if (each.length > 1) return each;
  if (/\p{N}/u.test(each)) return "1";
  return /\p{Lu}/u.test(each) ? "X" : "x";
};

const anonymousNumbers: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "anonymous numbers",
  about: "puts 1 in the place of other numbers (with --anonymize)",
  rewrites: (syntax) =>
    replaced(syntax, { isMeant: (text, is) => is("number") && text.length > 1, written: () => "1" }),
};

const maskedNumbers: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "masked numbers",
  about: "makes all digits of a number the same where it cannot be replaced as a whole (with --anonymize)",
  rewrites: (syntax) =>
    replaced(syntax, {
      isMeant: (text, is) => is("number") && /^\d{2,}/.test(text),
      written: (old) => old.replaceAll(/\d/g, "1"),
    }),
};

/** In this order. */
export const anonymous: readonly RewritePass[] = [
  anonymousNames,
  anonymousStrings,
  maskedStrings,
  anonymousNumbers,
  maskedNumbers,
];

interface Replacement {
  /** `is`: whether the node has a role. */
  readonly isMeant: (text: string, is: (role: Role) => boolean) => boolean;
  /** `number`: counted from 1; what is there already is not used. */
  readonly written: (old: string, number: number) => string;
}

/** Each text is a rewrite of its own, at all its occurrences. */
const replaced = ({ tree, language }: Syntax, { isMeant, written }: Replacement): readonly (readonly Edit[])[] => {
  const places = new Map<string, { readonly start: number; readonly end: number }[]>();
  const taken = new Set<string>();
  for (const { start, end, node } of textsOf(tree, (kind) => hasRole(language, "string", kind))) {
    const text = tree.text.slice(start, end);
    taken.add(text);
    if (node < 0 || ((tree.flags[node] as number) & NAMED) === 0) continue;
    if (isMeant(text, (role) => hasRole(language, role, tree.kind[node]))) addTo(places, text, { start, end });
  }
  let number = 0;
  return [...places].flatMap(([old, found]) => {
    let text = written(old, ++number);
    while (text !== old && taken.has(text) && written(old, number + 1) !== text) text = written(old, ++number);
    return text === old ? [] : [found.map((place) => ({ ...place, text }))];
  });
};
