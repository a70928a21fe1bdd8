/** Passes as strategies over test cases. */
import { numbered } from "../core/candidates.ts";
import { elements, forEachIndex, minus, slice, whole, type Configuration } from "../core/configuration.ts";
import { Unrenderable } from "../core/errors.ts";
import type { Search, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, first, later, one, over } from "../core/words.ts";
import { fuses } from "../formats/joints.ts";
import { sourceText, withText } from "../formats/source-text.ts";
import { printUnits } from "../formats/units.ts";
import type { Language } from "../languages/syntax.ts";
import type {
  CoupledPass,
  CutPass,
  Edit,
  EditPass,
  Pass,
  RewritePass,
  ShorteningPass,
  Syntax,
  TextPass,
} from "../passes/pass.ts";

/** For all passes of a run. */
export interface PassContext {
  readonly language: Language;
  readonly rename: boolean;
  /** No candidate may have more syntax errors than the text it comes from. */
  readonly valid: boolean;
}

/** A strategy over the positions of what can go; unlike those of the registry it may ask about nothing at all. */
export type ListSearch = <Delta>(c: Configuration<Delta>) => Search<Configuration<Delta>, Configuration<Delta>>;

/** A test case as a pass sees it. */
interface Seen {
  readonly syntax: Syntax;
  /** The same file with another text. Throws `Unrenderable` for one that is not worth a test. */
  render(text: string): TestCase;
}

/** `filtered`: texts with more syntax errors are not worth a test. */
const see = (source: TestCase, { language, rename, valid }: PassContext, filtered = false): Seen => {
  const read = sourceText(source);
  const tree = language.parse(read.text);
  const render = (text: string): TestCase => {
    if ((filtered || valid) && language.parse(text, tree).errors > tree.errors)
      throw new Unrenderable("it does not parse");
    return withText(read, [text]);
  };
  return { syntax: { tree, language, rename }, render };
};

/** The pass, once. */
export const passStrategy = (pass: Pass, context: PassContext, list: ListSearch): Strategy<TestCase> => {
  switch (pass.kind) {
    case "cuts":
      return cutting(pass, context, list);
    case "edits":
      return editing(pass, context);
    case "rewrites":
      return rewriting(pass, context, list);
    case "coupled":
      return coupling(pass, context);
    case "shortenings":
      return shortening(pass, context, list);
    case "texts":
      return choosing(pass, context);
  }
};

/** Numbers from 0 on, as deltas. */
const places = (length: number): readonly number[] => Array.from({ length }, (_, place) => place);

const cutting =
  (pass: CutPass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const { syntax, render: write } = see(source, context);
      const units = pass.units(syntax);
      if (units.length === 0) return done(source);
      const render = (kept: Configuration<number>): TestCase => write(printUnits(units, kept).join(""));
      const all = whole(places(units.length));
      return chain(over(list(all), render), (kept, claims) =>
        done(
          kept.length === all.length ? source : render(kept),
          claims.map((claim) => ({ ...claim, by: pass.unit })),
        ),
      );
    });

const editing =
  (pass: EditPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    later(() => editingFrom(pass, context, { source, from: 0 }));

const editingFrom = (
  pass: EditPass,
  context: PassContext,
  { source, from }: { readonly source: TestCase; readonly from: number },
): Search<TestCase, TestCase> => {
  const { syntax, render } = see(source, context, pass.filtered);
  const edits = pass.edits(syntax, from);
  if (edits.length === 0) return done(source);
  const candidates = numbered(edits.length, (index) => render(applied(syntax.tree.text, [edits[index] as Edit])));
  return first(candidates, { phase: "edit", granularity: edits.length, removes: 1 }, (hit) =>
    hit
      ? later(() => editingFrom(pass, context, { source: hit.candidate, from: (edits[hit.index] as Edit).start }))
      : done(source),
  );
};

const rewriting =
  (pass: RewritePass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const { syntax, render: write } = see(source, context, pass.filtered);
      const rewrites = pass.rewrites(syntax);
      if (rewrites.length === 0) return done(source);
      const all = whole(places(rewrites.length));
      const render = (left: Configuration<number>): TestCase => {
        const edits: Edit[] = [];
        forEachIndex(minus(all, left), (index) => edits.push(...(rewrites[index] as readonly Edit[])));
        return write(applied(syntax.tree.text, edits));
      };
      return chain(over(atOnce(list)(all), render), (left) => done(left.length === all.length ? source : render(left)));
    });

const coupling =
  (pass: CoupledPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const { syntax, render } = see(source, context, true);
      const changes = pass.changes(syntax);
      const candidates = numbered(changes.length, (index) =>
        render(applied(syntax.tree.text, changes[index] as readonly Edit[])),
      );
      return first(candidates, { phase: "coupled", granularity: changes.length, removes: 1 }, (hit) =>
        hit && hit.candidate.size < source.size
          ? coupling(pass, context)(hit.candidate)
          : done(hit?.candidate ?? source),
      );
    });

const shortening =
  (pass: ShorteningPass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const { syntax, render } = see(source, context);
      return shorteningFrom({ write: render, text: syntax.tree.text, parts: pass.parts(syntax), list }, source);
    });

interface Shortening {
  readonly write: Seen["render"];
  readonly text: string;
  /** Those that were not tried yet. */
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  readonly list: ListSearch;
}

/** Part after part, the last first, so that the places of the others hold. A part that loses neither half is left as it is. */
const shorteningFrom = (work: Shortening, current: TestCase): Search<TestCase, TestCase> => {
  const { write, text, parts, list } = work;
  const part = parts.at(-1);
  if (part === undefined) return done(current);
  const { start, end } = part;
  const letters = whole([...text.slice(start, end)]);
  const rendered = (kept: Configuration<string>): string =>
    text.slice(0, start) + elements(kept).join("") + text.slice(end);
  const render = (kept: Configuration<string>): TestCase => write(rendered(kept));
  const next = (kept: Configuration<string>): Search<TestCase, TestCase> =>
    shorteningFrom(
      { ...work, parts: parts.slice(0, -1), text: rendered(kept) },
      kept.length === letters.length ? current : render(kept),
    );
  const half = letters.length >> 1;
  const halves = [slice(letters, 0, half), slice(letters, letters.length - half, letters.length)];
  const candidates = numbered(halves.length, (index) => render(halves[index] as Configuration<string>));
  return first(candidates, { phase: "half", removes: half }, (hit) =>
    hit === undefined
      ? isWorthMore(elements(letters))
        ? later(() => chain(over(list(letters), render), next))
        : next(letters)
      : later(() => chain(over(list(halves[hit.index] as Configuration<string>), render), next)),
  );
};

/** Of a short part that is no word, single characters may go where its halves cannot. */
const SHORT = 8;
const isWorthMore = (letters: readonly string[]): boolean =>
  letters.length > 2 && letters.length <= SHORT && !/^\p{L}+$/u.test(letters.join(""));

const choosing =
  (pass: TextPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const { syntax, render } = see(source, context);
      const texts = pass.texts(syntax);
      const candidates = numbered(texts.length, (index) => render(texts[index] as string));
      return first(candidates, { phase: "text" }, (hit) => done(hit?.candidate ?? source));
    });

/** Everything at once before anything else. */
export const atOnce =
  (list: ListSearch): ListSearch =>
  (c) => {
    const nothing = slice(c, 0, 0);
    return one(
      () => nothing,
      { phase: "empty", removes: c.length },
      (fails) => (fails ? done(nothing) : list(c)),
    );
  };

/** Edits that do not overlap, in any order. */
const applied = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let at = 0;
  let ending = "";
  const put = (piece: string, seam: boolean): void => {
    if (piece === "") return;
    if (seam && fuses(ending, piece)) pieces.push(" ");
    pieces.push(piece);
    ending = piece;
  };
  let seam = false;
  for (const { start, end, text: other } of edits.toSorted((a, b) => a.start - b.start)) {
    put(text.slice(at, start), seam);
    put(other, true);
    at = end;
    seam = true;
  }
  put(text.slice(at), seam);
  return pieces.join("");
};
