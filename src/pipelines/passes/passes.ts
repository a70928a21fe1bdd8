/** Passes as strategies over test cases. */
import { numbered } from "../../core/candidates.ts";
import { forEachIndex, minus, whole, type Configuration } from "../../core/configuration.ts";
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, first, over } from "../../core/words.ts";
import { printUnits } from "../../formats/units.ts";
import type { CoupledPass, CutPass, Edit, EditPass, Pass, RewritePass, TextPass } from "../../passes/pass.ts";
import { applied } from "./applied.ts";
import { atOnce, type ListSearch } from "./list-search.ts";
import { seeing, type PassContext } from "./seeing.ts";
import { shortening } from "./shortening.ts";

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
    seeing(source, context, ({ syntax, render: write }) => {
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
    editingFrom(pass, context, { source, from: 0 });

const editingFrom = (
  pass: EditPass,
  context: PassContext,
  { source, from }: { readonly source: TestCase; readonly from: number },
): Search<TestCase, TestCase> =>
  seeing(source, { ...context, filtered: pass.filtered }, ({ syntax, renderShorter }) => {
    const edits = pass.edits(syntax, from);
    const candidates = numbered(edits.length, (index) =>
      renderShorter(applied(syntax.tree.text, [edits[index] as Edit])),
    );
    return first(candidates, { phase: "edit", granularity: edits.length, removes: 1 }, (hit) =>
      hit
        ? editingFrom(pass, context, { source: hit.candidate, from: (edits[hit.index] as Edit).start })
        : done(source),
    );
  });

const rewriting =
  (pass: RewritePass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    seeing(source, { ...context, filtered: pass.filtered }, ({ syntax, render: write }) => {
      const rewrites = pass.rewrites(syntax);
      if (rewrites.length === 0) return done(source);
      const all = whole(places(rewrites.length));
      const render = (left: Configuration<number>): TestCase => {
        const taken: (readonly Edit[])[] = [];
        forEachIndex(minus(all, left), (index) => taken.push(rewrites[index] as readonly Edit[]));
        return write(applied(syntax.tree.text, taken.flat()));
      };
      return chain(over(atOnce(list)(all), render), (left) => done(left.length === all.length ? source : render(left)));
    });

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
      hit ? couplingFrom(pass, context, { source: hit.candidate, from: at(hit.index) }) : done(source),
    );
  });

const choosing =
  (pass: TextPass, context: PassContext): Strategy<TestCase> =>
  (source) =>
    seeing(source, context, ({ syntax, render }) => {
      const texts = pass.texts(syntax);
      const candidates = numbered(texts.length, (index) => render(texts[index] as string));
      return first(candidates, { phase: "text" }, (hit) => done(hit?.candidate ?? source));
    });
