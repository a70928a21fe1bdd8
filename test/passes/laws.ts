/** What holds of every pass on every text: only what the pass has listed is touched. */
import { describe, expect, test } from "vitest";
import { minus, select, whole, type Configuration } from "../../src/core/configuration.ts";
import { PASS } from "../../src/core/verdict.ts";
import { done, one } from "../../src/core/words.ts";
import { Walk } from "../../src/driver/walk.ts";
import { isBlank } from "../../src/formats/joints.ts";
import { printUnits, type Units } from "../../src/formats/units.ts";
import { passes, type CutPass, type Edit, type Pass, type Syntax } from "../../src/passes/index.ts";
import { passStrategy } from "../../src/pipelines/passes/passes.ts";
import type { ListSearch } from "../../src/pipelines/passes/list-search.ts";
import { draws } from "../support/seeds.ts";
import { languageNamed, remembering, rendering, SAMPLES, sampleText, syntaxOf, textCase, textOf } from "./support.ts";

type Random = () => number;

/** Every delta is kept with a probability that is itself drawn. */
export const someOf = <Delta>(c: Configuration<Delta>, random: Random): Configuration<Delta> => {
  const share = random();
  return select(
    c,
    Array.from({ length: c.length }, (_, from) => ({ from, to: from + 1 })).filter(() => random() < share),
  );
};

export const places = (length: number): Configuration<number> => whole(Array.from({ length }, (_, i) => i));

/** A few lines or characters less, so that much of it does not parse. */
const damaged = (text: string, random: Random): string => {
  let left = text;
  for (let cuts = 0; cuts < 4; cuts++) {
    const from = Math.floor(random() * left.length);
    left = left.slice(0, from) + left.slice(from + 1 + Math.floor((random() * left.length) / 10));
  }
  return left;
};

/** The sample as it is, and damaged so many times. */
const variantsOf = (path: string, damages: number): readonly string[] => {
  const text = sampleText(path);
  return [text, ...Array.from({ length: damages }, (_, salt) => damaged(text, draws(salt).next))];
};

const isWhite = (text: string, at: number): boolean => isBlank(text.charCodeAt(at)) || text.charAt(at) === "\n";

const FIRST = 0x4e00;

/** The same units over a text whose characters, white space apart, occur once each. */
const withDistinctText = (units: Units): Units => ({
  ...units,
  text: Array.from({ length: units.text.length }, (_, at) =>
    isWhite(units.text, at) ? units.text.charAt(at) : String.fromCharCode(FIRST + at),
  ).join(""),
});

/** By place of the text: 1 inside units of which nothing is kept. */
const goneOf = (units: Units, kept: Configuration<unknown>): Uint8Array => {
  const gone = new Uint8Array(units.text.length);
  for (const [u, isPrinted] of printedOf(units, kept).entries())
    if (!isPrinted) gone.fill(1, units.start[u], units.end[u]);
  return gone;
};

const printedOf = (units: Units, kept: Configuration<unknown>): readonly boolean[] => {
  const chosen = new Set(Array.from(kept.base, Number));
  for (const index of minus(whole(kept.base), kept).bounds.length > 0 ? indicesOf(minus(whole(kept.base), kept)) : [])
    chosen.delete(index);
  return Array.from({ length: units.length }, (_, u) => {
    for (let each = u; each < (units.after[u] ?? 0); each++) if (chosen.has(each)) return true;
    return false;
  });
};

const indicesOf = (c: Configuration<unknown>): readonly number[] =>
  Array.from(c.offsets, (_, r) => [c.bounds[2 * r] ?? 0, c.bounds[2 * r + 1] ?? 0] as const).flatMap(([from, to]) =>
    Array.from({ length: to - from }, (__, i) => from + i),
  );

/** What the printer has done wrong. */
const flawsOf = (original: Units, kept: Configuration<unknown>): readonly string[] => {
  const units = withDistinctText(original);
  const gone = goneOf(units, kept);
  const fillers = new Set(units.lists.flatMap(({ filler }) => (filler ?? "").split("")));
  const there = new Uint8Array(units.text.length);
  const flaws: string[] = [];
  let at = -1;
  for (const character of printUnits(units, kept).join("")) {
    if (/\s/.test(character) || fillers.has(character)) continue;
    const place = character.charCodeAt(0) - FIRST;
    if (place <= at || units.text.charAt(place) !== character)
      flaws.push(`${character} is not of the text or in order`);
    if (gone[place] === 1) flaws.push(`${place} of a unit that is gone`);
    there[place] = 1;
    at = place;
  }
  return [...flaws, ...lostOf(units, { kept, there })];
};

/** Units that are kept, have nothing inside them, and are not there in full. */
const lostOf = (
  units: Units,
  { kept, there }: { readonly kept: Configuration<unknown>; readonly there: Uint8Array },
): readonly string[] =>
  indicesOf(kept)
    .filter((u) => units.after[u] === u + 1)
    .filter((u) => {
      for (let at = units.start[u] ?? 0; at < (units.end[u] ?? 0); at++)
        if (!isWhite(units.text, at) && there[at] === 0) return true;
      return false;
    })
    .map((u) => `unit ${u} at ${units.start[u]} is lost`);

/** Is a text this one with these edits and nothing else but single spaces at their sides? */
const isEdited = (edited: string, text: string, edits: readonly Edit[]): boolean => {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  let at = 0;
  for (const piece of [...pieces, text.slice(from)].filter((each) => each !== "")) {
    if (!edited.startsWith(piece, at) && edited.charAt(at) === " ") at++;
    if (!edited.startsWith(piece, at)) return false;
    at += piece.length;
  }
  return at === edited.length;
};

/** Overlapping edits, or edits outside of the text, or in the wrong order. */
const misplaced = (edits: readonly Edit[], length: number): readonly Edit[] =>
  edits.filter(({ start, end }, i) => start < 0 || end < start || end > length || start < (edits[i - 1]?.start ?? 0));

/** Asks about one selection, and stops. */
const askingOnce =
  (random: Random): ListSearch =>
  (c) =>
    one(
      () => someOf(c, random),
      { phase: "any" },
      () => done(c),
    );

/** The first question of a pass about a text. */
const questionOf = (pass: Pass, syntax: Syntax, list: ListSearch = askingOnce(draws(1).next)) => {
  const { language, rename, tree } = syntax;
  const strategy = passStrategy(pass, { language, rename, valid: false }, list);
  const walk = new Walk(strategy(textCase(tree.text)));
  const edits = pass.kind === "edits" && pass.independent === true ? pass.edits(syntax, 0) : [];
  let position = walk.currentSync();
  // First all at once, then in groups, then one by one.
  while (edits.length > 0 && position.kind === "ask" && position.ask.candidates.length !== edits.length) {
    walk.answer(PASS);
    position = walk.currentSync();
  }
  return position.kind === "ask" ? position.ask.candidates : undefined;
};

const entries = Object.entries(passes);
const cutPasses = entries.map(([, pass]) => pass).filter((pass): pass is CutPass => pass.kind === "cuts");

export interface Subject {
  /** Of a sample. */
  readonly path: string;
  /** The name of a language. */
  readonly own: string;
}

/** Each sample in its own language and as plain text. */
export const subjects: readonly Subject[] = Object.entries(SAMPLES).flatMap(([path, own]) => [
  { path, own },
  { path, own: "plain" },
]);

/** The laws for some subjects, as they are and damaged so many times. */
export const describeLaws = (chosen: readonly Subject[], damages: number): void => {
  describe.each(chosen)("$path as $own", ({ path, own }) => {
    const syntaxes = async (): Promise<readonly Syntax[]> => {
      // The passes alone: what a language repairs after them is not theirs.
      const { repair: _, ...language } = remembering(await languageNamed(own));
      return variantsOf(path, damages).map((text) => syntaxOf(language, text));
    };

    test("cuts: all kept is the text itself; of any selection what is kept is printed in order, and nothing else", async () => {
      const random = draws(7).next;
      for (const syntax of await syntaxes())
        for (const pass of cutPasses) {
          const units = pass.units(syntax);
          const all = places(units.length);
          expect(printUnits(units, all).join("")).toBe(syntax.tree.text);
          for (let round = 0; round < 8; round++) {
            const kept = someOf(all, random);
            expect({ pass: pass.name, kept: indicesOf(kept).join(), flaws: flawsOf(units, kept) }).toMatchObject({
              flaws: [],
            });
          }
        }
    });

    test("edits: each is the text with another text in one place, and they are listed in order from any place on", async () => {
      const random = draws(8).next;
      for (const syntax of await syntaxes())
        for (const [name, pass] of entries) {
          if (pass.kind !== "edits") continue;
          const { text } = syntax.tree;
          const edits = pass.edits(syntax, 0);
          expect({ name, misplaced: misplaced(edits, text.length) }).toEqual({ name, misplaced: [] });
          const from = Math.floor(random() * text.length);
          const known = new Set(edits.map((edit) => JSON.stringify(edit)));
          const later = pass.edits(syntax, from);
          expect(later.filter((edit) => edit.start < from || !known.has(JSON.stringify(edit)))).toEqual([]);
          expect(misplaced(later, text.length)).toEqual([]);
          const candidates = questionOf(pass, syntax);
          expect(candidates?.length ?? 0).toBe(edits.length);
          for (let tries = 0; tries < 10 && edits.length > 0; tries++) {
            const index = Math.floor(random() * edits.length);
            const candidate = candidates && rendering(() => candidates.at(index));
            if (candidate === undefined) continue;
            // Edits that are alike come last.
            const holds = edits.some((edit) => isEdited(textOf(candidate), text, [edit]));
            expect({ name, index, holds }).toMatchObject({ holds: true });
          }
        }
    });

    test("rewrites: any of them together are the text with those edits", async () => {
      const random = draws(9).next;
      for (const syntax of await syntaxes())
        for (const [name, pass] of entries) {
          if (pass.kind !== "rewrites") continue;
          const { text } = syntax.tree;
          const rewrites = pass.rewrites(syntax);
          const all = rewrites.flat().toSorted((a, b) => a.start - b.start);
          expect({ name, overlapping: all.filter(({ end }, i) => end > (all[i + 1]?.start ?? end)) }).toEqual({
            name,
            overlapping: [],
          });
          const candidates = questionOf(pass, syntax);
          if (candidates === undefined) continue;
          const complete = rendering(() => candidates.at(0));
          if (complete !== undefined) expect(isEdited(textOf(complete), text, all)).toBe(true);
          const left = someOf(places(rewrites.length), random);
          const taken = indicesOf(minus(places(rewrites.length), left)).flatMap(
            (index) => rewrites[index] as readonly Edit[],
          );
          const strategy = passStrategy(pass, { language: syntax.language, rename: true, valid: false }, () =>
            one(
              () => left as never,
              { phase: "any" },
              () => done(left as never),
            ),
          );
          const walk = new Walk(strategy(textCase(text)));
          walk.answer({ outcome: "pass" });
          const position = walk.currentSync();
          const some = position.kind === "ask" ? rendering(() => position.ask.candidates.at(0)) : undefined;
          if (some !== undefined)
            expect({ name, holds: isEdited(textOf(some), text, taken) }).toEqual({ name, holds: true });
        }
    });

    test("coupled changes: each is the text with edits that do not overlap", async () => {
      for (const syntax of await syntaxes())
        for (const [name, pass] of entries) {
          if (pass.kind !== "coupled") continue;
          const { text } = syntax.tree;
          const candidates = questionOf(pass, syntax);
          for (const [index, change] of pass.changes(syntax).slice(0, 40).entries()) {
            const edits = change.toSorted((a, b) => a.start - b.start);
            const overlapping = edits.filter(({ start }, i) => start < (edits[i - 1]?.end ?? 0));
            expect({ name, overlapping }).toEqual({ name, overlapping: [] });
            const candidate = candidates && rendering(() => candidates.at(index));
            if (candidate !== undefined)
              expect({ name, holds: isEdited(textOf(candidate), text, edits) }).toEqual({ name, holds: true });
          }
        }
    });

    test("shortenings and texts: parts lie side by side in the text, texts are shorter and differ in white space only", async () => {
      for (const syntax of await syntaxes())
        for (const [name, pass] of entries) {
          const { text } = syntax.tree;
          if (pass.kind === "texts")
            for (const other of pass.texts(syntax)) {
              expect(other.length).toBeLessThan(text.length);
              expect({ name, text: other.replaceAll(/\s/g, "") }).toEqual({ name, text: text.replaceAll(/\s/g, "") });
            }
          if (pass.kind !== "shortenings") continue;
          const parts = pass.parts(syntax);
          expect(
            parts.filter(({ start, end }, i) => start < (parts[i - 1]?.end ?? 0) || end <= start || end > text.length),
          ).toEqual([]);
        }
    });
  });
};
