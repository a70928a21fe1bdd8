/** One pass alone, under any list strategy, until nothing of it can go. */
import { numbered } from "../../core/candidates.ts";
import { minimal, type Claim } from "../../core/claim.ts";
import { cut } from "../../core/configuration.ts";
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, first, labelled, later } from "../../core/words.ts";
import { sourceText } from "../../formats/source-text.ts";
import { elements } from "../../passes/elements.ts";
import type { CutPass } from "../../passes/pass.ts";
import { tokens } from "../../passes/tokens.ts";
import { verify } from "../../strategies/verify.ts";
import { passStrategy } from "./passes.ts";
import type { ListSearch } from "./list-search.ts";
import type { PassContext } from "./seeing.ts";

/** The strategy over the units of the pass, and then the proof, on the text that came of it. */
export const throughPass = (
  pass: CutPass,
  context: PassContext,
  { list, minimality }: { readonly list: ListSearch; readonly minimality: number },
): Strategy<TestCase> => {
  const strategy = passStrategy(pass, context, list);
  const proof = minimality > 1 ? jointly(context, minimality) : alone(pass, context);
  const both: Strategy<TestCase> = (source) => chain(strategy(source), (result) => proof(result));
  return (source) => claiming(minimal(minimality, pass.unit), labelled(pass.unit, both(source)));
};

/** No up to so many tokens of what the search comes to can go; for single ones, the search itself has seen to it. */
export const provenTokens = (
  search: Search<TestCase, TestCase>,
  context: PassContext,
  minimality: number,
): Search<TestCase, TestCase> => {
  const proof = (result: TestCase): Search<TestCase, TestCase> =>
    labelled(tokens.unit, jointly(context, minimality)(result));
  return claiming(minimal(minimality, tokens.unit), minimality > 1 ? chain(search, proof) : search);
};

/** Where no unit is left, there is nothing to ask, and the claim holds of itself. */
const claiming = (claim: Claim, search: Search<TestCase, TestCase>): Search<TestCase, TestCase> =>
  chain(search, (result, claims) => done(result, claims.length === 0 ? [claim] : claims));

const jointly = (context: PassContext, minimality: number): Strategy<TestCase> =>
  settled(passStrategy(tokens, context, (c) => verify(c, minimality)));

/** Each unit alone, with all that is in it, the last first. */
const alone = (pass: CutPass, context: PassContext): Strategy<TestCase> =>
  settled((source) =>
    later(() => {
      const { language, rename } = context;
      const { after } = pass.units({ tree: language.parse(sourceText(source).text), language, rename });
      const list: ListSearch = (c) => {
        const place = (i: number): number => c.length - 1 - i;
        const candidates = numbered(c.length, (i) => cut(c, place(i), after[place(i)] as number));
        return first(candidates, { phase: "verify", granularity: c.length, removes: 1 }, (hit) =>
          hit ? done(hit.candidate) : done(c, [minimal(1)]),
        );
      };
      return passStrategy(pass, context, list)(source);
    }),
  );

/** Again and again: what is left may be taken apart in another way than before. */
const settled =
  (stage: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    chain(stage(source), (result, claims) =>
      result.key() === source.key() ? done(result, claims) : settled(stage)(result),
    );

/** The passes whose units a format is about. */
export const PASS_OF: Readonly<Record<"tokens" | "tree" | "json", CutPass>> = {
  tokens,
  tree: elements,
  json: elements,
};
