/** Passes as strategies over test cases. */
import { numbered } from "../../core/candidates.ts";
import { exhausted, minimal, type Claim } from "../../core/claim.ts";
import { cut, elements, forEachIndex, minus, slice, whole, type Configuration } from "../../core/configuration.ts";
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, first, later, likely, over } from "../../core/words.ts";
import { printUnits, type Units } from "../../formats/units.ts";
import type {
  CoupledPass,
  CutPass,
  Edit,
  EditPass,
  LevelPass,
  Pass,
  RewritePass,
  ShorteningPass,
  TextPass,
} from "../../languages/pass.ts";
import { disjoint } from "../../passes/support/edit-order.ts";
import { applied } from "./applied.ts";
import { Failures } from "./alike.ts";
import { isSame } from "../rounds.ts";
import { atOnce, swept, type ListSearch } from "./list-search.ts";
import { seeing, type PassContext, type PassView } from "./seeing.ts";

/** The pass, once. Where it has changed nothing although it could, that is its claim. */
export const passStrategy = (pass: Pass, context: PassContext, list: ListSearch): Strategy<TestCase> => {
  switch (pass.kind) {
    case "cuts":
      return cutting(pass, context, list);
    case "edits":
      return editing(pass, context);
    case "rewrites":
      return rewriting(pass, context, list);
    case "levels":
      return levelling(pass, context, list);
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
    seeing(source, context, ({ syntax, render: write }) => {
      const units = pass.units(syntax);
      if (units.length === 0) return done(source);
      const render = (kept: Configuration<number>): TestCase => write(printUnits(units, kept).join(""));
      const all = whole(places(units.length));
      return chain(over(list(all), render), (kept, claims) =>
        done(kept.length === all.length ? source : render(kept), isFlat(units) ? claimsBy(pass.unit, claims) : []),
      );
    });

const claimsBy = (unit: string, claims: readonly Claim[]): readonly Claim[] =>
  claims.map((claim) => ({ ...claim, by: unit }));

/** A unit with others inside it stays as long as they do: nothing is proved of it by taking it alone out of a list. */
const isFlat = ({ after }: Units): boolean => after.every((next, unit) => next === unit + 1);

/** Each unit alone, with all that is inside it, the last first; the first that can go goes. */
export const unitStrategy =
  (pass: CutPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    seeing(source, context, ({ syntax, renderShorter }) => {
      const units = pass.units(syntax);
      if (units.length === 0) return done(source);
      const all = whole(places(units.length));
      const candidates = numbered(units.length, (index) => {
        const unit = units.length - 1 - index;
        return renderShorter(printUnits(units, cut(all, unit, units.after[unit] as number)).join(""));
      });
      return first(candidates, { phase: "verify", granularity: units.length, removes: 1 }, (hit) =>
        hit ? done(hit.candidate) : done(source, [minimal(1, pass.unit)]),
      );
    });

const editing =
  (pass: EditPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    pass.independent === true ? editingAtOnce(pass, context, source) : editingFrom(pass, context, begun(source));

const begun = (source: TestCase): Editing => ({ source, from: 0, origin: source, failed: new Failures() });

/** Fewer edits are asked about one by one, unless they can all be done at once. */
const MIN_MANY = 8;

/** The first edit of each place, many at once; then one by one. */
const editingAtOnce = (pass: EditPass, context: PassContext, source: TestCase): Search<TestCase, TestCase> =>
  seeing(source, { ...context, filtered: pass.filtered }, (seen) => {
    const rewrites = disjoint(pass.edits(seen.syntax, 0)).map((edit) => [edit]);
    const list: ListSearch = rewrites.length < MIN_MANY ? done : swept;
    const search = rewritingBy(rewrites, { pass, source, seen, list });
    return chain(search, (result) => editingFrom(pass, context, begun(result)));
  });

interface Editing {
  readonly source: TestCase;
  readonly from: number;
  /** What the turn has begun with. */
  readonly origin: TestCase;
  readonly failed: Failures;
}

/** Edits like some that have failed come after all others; once something has changed, they are left to the next turn. */
const editingFrom = (pass: EditPass, context: PassContext, work: Editing): Search<TestCase, TestCase> =>
  seeing(work.source, { ...context, filtered: pass.filtered }, ({ syntax, renderShorter }) => {
    const { source, from, origin, failed } = work;
    const { asked, waiting } = failed.sort(syntax, pass.edits(syntax, from));
    const edits = isSame(source, origin) ? [...asked, ...waiting] : asked;
    const candidates = numbered(edits.length, (index) =>
      renderShorter(applied(syntax.tree.text, [edits[index] as Edit])),
    );
    return first(candidates, { phase: "edit", granularity: edits.length, removes: 1 }, (hit) => {
      if (hit === undefined)
        return done(source, from === 0 && isSame(source, origin) && edits.length > 0 ? [nothingMore(pass)] : []);
      const { start } = edits[hit.index] as Edit;
      const after = failed.with(syntax, edits.slice(0, hit.index + 1));
      return editingFrom(pass, context, { source: hit.candidate, from: start, origin, failed: after });
    });
  });

const nothingMore = ({ unit, name }: EditPass): Claim => (unit === undefined ? exhausted(name) : minimal(1, unit));

const rewriting =
  (pass: RewritePass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    seeing(source, { ...context, filtered: pass.filtered }, (seen) =>
      rewritingBy(pass.rewrites(seen.syntax), { pass, source, seen, list }),
    );

interface Rewriting {
  readonly pass: Pick<Pass, "name">;
  readonly source: TestCase;
  readonly seen: PassView;
  readonly list: ListSearch;
}

const rewritingBy = (
  rewrites: readonly (readonly Edit[])[],
  { pass, source, seen: { syntax, render: write }, list }: Rewriting,
): Search<TestCase, TestCase> => {
  if (rewrites.length === 0) return done(source);
  const all = whole(places(rewrites.length));
  const render = (left: Configuration<number>): TestCase => {
    const taken: (readonly Edit[])[] = [];
    forEachIndex(minus(all, left), (index) => taken.push(rewrites[index] as readonly Edit[]));
    return write(applied(syntax.tree.text, taken.flat()));
  };
  return chain(over(atOnce(list)(all), render), (left, claims) =>
    left.length === all.length ? done(source, claims.length > 0 ? [exhausted(pass.name)] : []) : done(render(left)),
  );
};

/** Level by level, until there is none. */
const levelling = (pass: LevelPass, context: PassContext, list: ListSearch): Strategy<TestCase> => {
  const from =
    (level: number): Strategy<TestCase> =>
    (source) =>
      seeing(source, { ...context, filtered: pass.filtered }, (seen) => {
        const rewrites = pass.rewrites(seen.syntax, level);
        if (rewrites === undefined) return done(source);
        return chain(rewritingBy(rewrites, { pass, source, seen, list }), from(level + 1));
      });
  return from(0);
};

const coupling =
  (pass: CoupledPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    couplingFrom(pass, context, { source, from: 0 });

/** What did not work before a success is tried again only after everything else: mostly it still does not. */
const couplingFrom = (
  pass: CoupledPass,
  context: PassContext,
  { source, from }: { readonly source: TestCase; readonly from: number },
): Search<TestCase, TestCase> =>
  seeing(source, { ...context, filtered: true }, ({ syntax, renderShorter }) => {
    const changes = pass.changes(syntax);
    const at = (index: number): number => (from + index) % changes.length;
    const candidates = numbered(changes.length, (index) =>
      renderShorter(applied(syntax.tree.text, changes[at(index)] as readonly Edit[])),
    );
    return first(candidates, { phase: "coupled", granularity: changes.length, removes: 1 }, (hit) =>
      hit
        ? couplingFrom(pass, context, { source: hit.candidate, from: at(hit.index) })
        : done(source, changes.length > 0 ? [exhausted(pass.name)] : []),
    );
  });

const choosing =
  (pass: TextPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    seeing(source, context, ({ syntax, render }) => {
      const texts = pass.texts(syntax);
      const candidates = numbered(texts.length, (index) => render(texts[index] as string));
      return likely(
        first(candidates, { phase: "text" }, (hit) =>
          hit ? done(hit.candidate) : done(source, texts.length > 0 ? [exhausted(pass.name)] : []),
        ),
      );
    });

const shortening =
  (pass: ShorteningPass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    seeing(source, context, ({ syntax, render }) => {
      const parts = pass.parts(syntax);
      return shorteningFrom({ write: render, text: syntax.tree.text, parts, left: parts.length, list }, source);
    });

interface Shortening {
  readonly write: PassView["render"];
  readonly text: string;
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  /** How many of them were not tried yet. */
  readonly left: number;
  readonly list: ListSearch;
}

/** Part after part, the last first, so that the places of the others hold. A part that loses neither half is left as it is. */
const shorteningFrom = (work: Shortening, current: TestCase): Search<TestCase, TestCase> => {
  const { write, text, parts, left, list } = work;
  const part = parts[left - 1];
  if (part === undefined) return done(current);
  const { start, end } = part;
  const letters = whole(Array.from(text.slice(start, end)));
  const rendered = (kept: Configuration<string>): string =>
    text.slice(0, start) + elements(kept).join("") + text.slice(end);
  const render = (kept: Configuration<string>): TestCase => write(rendered(kept));
  const next = (kept: Configuration<string>): Search<TestCase, TestCase> =>
    kept.length === letters.length
      ? shorteningFrom({ ...work, left: left - 1 }, current)
      : shorteningFrom({ ...work, left: left - 1, text: rendered(kept) }, render(kept));
  const half = letters.length >> 1;
  const halves = [slice(letters, 0, half), slice(letters, letters.length - half, letters.length)];
  const candidates = numbered(halves.length, (index) => render(halves[index] as Configuration<string>));
  return first(candidates, { phase: "half", removes: half }, (hit) =>
    hit === undefined
      ? isWorthMore(elements(letters))
        ? later(
            () => chain(over(list(letters), render), next),
            () => letters.length,
          )
        : next(letters)
      : later(
          () => chain(over(list(halves[hit.index] as Configuration<string>), render), next),
          () => half,
        ),
  );
};

/** A short part that is no word may lose single characters where its halves cannot go. */
const SHORT = 8;
const isWorthMore = (letters: readonly string[]): boolean =>
  letters.length > 2 && letters.length <= SHORT && !/^\p{L}+$/u.test(letters.join(""));
