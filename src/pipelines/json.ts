/** The stages that make a JSON value small. */
import { numbered } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import { through } from "../core/format.ts";
import type { Search, Strategy } from "../core/search.ts";
import { chain, done, first, labelled, later, one, over, toFixpoint } from "../core/words.ts";
import {
  emptyJson,
  jsonCaseOf,
  jsonDeletions,
  jsonScalars,
  jsonUnwraps,
  withoutSubtree,
  withScalar,
  type JsonCase,
} from "../formats/json-value.ts";
import type { JsonTable, Scalar } from "../formats/json-table.ts";
import { simplerNumber } from "../formats/simpler-number.ts";
import { textCase, textCharacters } from "../formats/values.ts";
import type { ListStrategy } from "../strategies/support/registry.ts";
import { silent } from "./rounds.ts";

/** All kinds of edits until none is left that can be taken. The claim is that of the last round of `prune`. */
export const jsonStages =
  (strategy: ListStrategy): Strategy<JsonCase> =>
  (source) =>
    later(
      () => {
        const nothing = emptyJson(source.table());
        const stages = toFixpoint<JsonCase>(
          silent("delete", through(jsonDeletions, strategy)),
          silent("unwrap", through(jsonUnwraps, strategy)),
          silent("scalars", through(jsonScalars, strategy)),
          silent("strings", eachScalar(stringShrinker(strategy))),
          silent("numbers", eachScalar(shrinkNumber)),
          (current) => labelled("prune", prune(current)),
        );
        if (nothing.key() === source.key()) return stages(source);
        return one(
          () => nothing,
          { phase: "empty" },
          (fails) => stages(fails ? nothing : source),
        );
      },
      () => source.size,
    );

/**
 * Members and elements, each with all that is in it, one at a time, cyclically until a whole round was fruitless. Deletion by
 * lists never takes a container away from its content, nor the last content from a container: this does, and proves the claim.
 */
const prune: Strategy<JsonCase> = (source) =>
  later(
    () => pruneFrom(source.table(), 0),
    () => source.size,
  );

const pruneFrom = (table: JsonTable, start: number): Search<JsonCase, JsonCase> => {
  const count = table.content.length - 1;
  const node = (i: number): number => 1 + ((start + i) % count);
  const candidates = numbered(count, (i) => jsonCaseOf(() => withoutSubtree(table, node(i))));
  return first(candidates, { phase: "member", granularity: count }, (hit) =>
    hit
      ? later(
          () => pruneFrom(hit.candidate.table(), node(hit.index) - 1),
          () => hit.candidate.size,
        )
      : done(
          jsonCaseOf(() => table),
          [minimal(1, "members")],
        ),
  );
};

type Shrinker = (scalar: Scalar) => Search<Scalar, Scalar> | undefined;

/** One scalar after the other, in document order, each by a search of its own. */
const eachScalar =
  (shrinker: Shrinker): Strategy<JsonCase> =>
  (source) =>
    later(
      () => scalarsFrom(source.table(), 0, shrinker),
      () => source.size,
    );

const scalarsFrom = (table: JsonTable, from: number, shrinker: Shrinker): Search<JsonCase, JsonCase> => {
  for (let node = from; node < table.content.length; node++) {
    const content = table.content[node] as Scalar | symbol;
    const search = typeof content === "symbol" ? undefined : shrinker(content);
    if (search === undefined) continue;
    const embedded = over(search, (scalar) => jsonCaseOf(() => withScalar(table, node, scalar)));
    return chain(embedded, (scalar) =>
      scalarsFrom(Object.is(scalar, content) ? table : withScalar(table, node, scalar), node + 1, shrinker),
    );
  }
  return done(jsonCaseOf(() => table));
};

const stringShrinker =
  (strategy: ListStrategy): Shrinker =>
  (scalar) => {
    if (typeof scalar !== "string" || scalar === "") return undefined;
    const { input, render } = textCharacters.parse(textCase(scalar));
    return chain(
      over(strategy(input), (kept) => render(kept).value()),
      (kept) => done(render(kept).value()),
    );
  };

const shrinkNumber: Shrinker = (scalar) =>
  typeof scalar === "number" && !Object.is(scalar, 0) ? simplerNumber(scalar) : undefined;
