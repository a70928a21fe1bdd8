/**
 * Everything that could be done to a text in one go, found by brute force: each unit and each change that any pass lists, and every
 * line and word by a splitter that knows nothing of passes. The search itself is not used.
 */
import { cut, whole } from "../../src/core/configuration.ts";
import { printUnits } from "../../src/formats/units.ts";
import type { Language } from "../../src/languages/syntax.ts";
import { passes } from "../../src/passes/index.ts";
import type { Edit, Pass, Syntax } from "../../src/languages/pass.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { draws } from "../support/seeds.ts";

export interface Candidate {
  /** The pass, or the splitter, that it comes from. */
  readonly from: string;
  readonly text: string;
}

/** What a pass offers, one thing at a time. */
const offers = (pass: Pass, syntax: Syntax): { readonly texts: readonly string[]; readonly filtered: boolean } => {
  const { text } = syntax.tree;
  const with1 = (edits: readonly Edit[]): string => applied(text, edits);
  const shorter = (texts: readonly string[]): readonly string[] => texts.filter(({ length }) => length < text.length);
  switch (pass.kind) {
    case "cuts": {
      const units = pass.units(syntax);
      const all = whole(Array.from({ length: units.length }));
      const without = (unit: number): string => printUnits(units, cut(all, unit, units.after[unit] as number)).join("");
      return { texts: shorter(Array.from({ length: units.length }, (_, unit) => without(unit))), filtered: false };
    }
    case "edits":
      return { texts: shorter(pass.edits(syntax, 0).map((edit) => with1([edit]))), filtered: pass.filtered };
    case "rewrites":
      return { texts: pass.rewrites(syntax).map(with1), filtered: pass.filtered };
    case "levels":
      return { texts: shorter((pass.rewrites(syntax, 0) ?? []).map(with1)), filtered: pass.filtered };
    case "coupled":
      return { texts: pass.grows === true ? [] : shorter(pass.changes(syntax).map(with1)), filtered: true };
    case "texts":
      return { texts: pass.texts(syntax), filtered: false };
    case "shortenings":
      return { texts: pass.parts(syntax).flatMap((part) => halved(text, part)), filtered: false };
  }
};

/** Of characters inside tokens only halves are claimed to have been tried. */
const halved = (text: string, { start, end }: { readonly start: number; readonly end: number }): readonly string[] => {
  const letters = Array.from(text.slice(start, end));
  const half = letters.length >> 1;
  return [letters.slice(0, half), letters.slice(letters.length - half)].map(
    (kept) => text.slice(0, start) + kept.join("") + text.slice(end),
  );
};

/** Lines without what ends them, and words: what somebody would delete by hand. */
const byHand = (text: string): readonly Candidate[] => {
  const lines = text.split("\n");
  const isEnded = text.endsWith("\n");
  const count = isEnded ? lines.length - 1 : lines.length;
  const candidates: Candidate[] = [];
  for (let gone = 0; gone < count; gone++) {
    const rest = lines.slice(0, count).filter((_, line) => line !== gone);
    const isLast = gone === count - 1;
    candidates.push({
      from: "a line by hand",
      text: rest.join("\n") + (isEnded || isLast ? (rest.length > 0 ? "\n" : "") : ""),
    });
    for (const { 0: word, index } of (lines[gone] as string).matchAll(/\S+/g)) {
      const line = lines[gone] as string;
      const behind = line.slice(index + word.length);
      const before = line.slice(0, index);
      const kept = /^\r?$/.test(behind) ? before.trimEnd() + behind : before + behind.trimStart();
      candidates.push({ from: "a word by hand", text: lines.with(gone, kept).join("\n") });
    }
  }
  return candidates;
};

export interface Reduction {
  readonly language: Language;
  readonly rename: boolean;
  /** Only what parses as well as the text is a candidate. */
  readonly valid: boolean;
}

/** Those for all languages that this one does not go without, and its own. */
const passesFor = ({ passes: own = {} }: Language): readonly Pass[] => {
  const { first = [], coarse = [], fine = [], last = [], without = [] } = own;
  const general = Object.values<Pass>(passes).filter(({ name }) => !without.includes(name));
  return [...general, ...new Set([...first, ...coarse, ...fine, ...last])];
};

/** All of them, each text once. */
export function* candidatesOf(text: string, { language, rename, valid }: Reduction): Generator<Candidate, void, void> {
  const tree = language.parse(text);
  const seen = new Set([text]);
  const isWorse = (each: string, strict: boolean): boolean => {
    const candidate = language.parse(each);
    if (candidate.errors > tree.errors) return true;
    if (!strict) return false;
    return (candidate.hollow ?? 0) > (tree.hollow ?? 0) || language.keepsMeaning?.(candidate, tree) === false;
  };
  const without = language.passes?.without ?? [];
  const repaired = (each: string): string => language.repair?.(each) ?? each;
  for (const pass of passesFor(language)) {
    const { texts, filtered } = offers(pass, { tree, language, rename });
    for (const each of texts.map(repaired)) {
      if (seen.has(each)) continue;
      if ((valid || filtered) && isWorse(each, valid)) continue;
      seen.add(each);
      yield { from: pass.name, text: each };
    }
  }
  if (without.includes("tokens")) return;
  for (const each of byHand(text).map((by) => ({ ...by, text: repaired(by.text) }))) {
    if (seen.has(each.text) || (valid && isWorse(each.text, true))) continue;
    seen.add(each.text);
    yield each;
  }
}

export type Predicate = (text: string) => boolean;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/**
 * A failure that is hard to reduce: it needs four words of the text, and words only together with others before or behind them (so
 * that either order of deletion gets stuck; `share` says how many do), brackets by pairs, and some sign an even or odd number of times.
 */
export const adversary = (
  text: string,
  { salt, share }: { readonly salt: number; readonly share: number },
): Predicate => {
  const random = draws(salt);
  const words = [...new Set(text.match(WORD))];
  const pick = (): string => words[random.below(words.length)] ?? "";
  const needed = Array.from({ length: 4 }, pick).toSorted((a, b) => text.indexOf(a) - text.indexOf(b));
  const pairs = Array.from({ length: Math.ceil(share * words.length) }, () => [pick(), pick()] as const);
  const sign = ["(", "=", ";", "{", "\n", ","][random.below(6)] as string;
  const parity = countOf(text, sign) % 2;
  const isPaired = countOf(text, "(") === countOf(text, ")") && countOf(text, "{") === countOf(text, "}");
  return (candidate) => {
    if (!needed.every((word) => candidate.includes(word))) return false;
    if (pairs.some(([user, used]) => candidate.includes(user) && !candidate.includes(used))) return false;
    if (isPaired && countOf(candidate, "(") !== countOf(candidate, ")")) return false;
    if (isPaired && countOf(candidate, "{") !== countOf(candidate, "}")) return false;
    return countOf(candidate, sign) % 2 === parity;
  };
};
