/** One pass alone, under any list strategy, until nothing of it can go. */
import { minimal, type Claim } from "../../core/claim.ts";
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, labelled } from "../../core/words.ts";
import { elements } from "../../passes/elements.ts";
import type { CutPass } from "../../languages/pass.ts";
import { tokens } from "../../passes/tokens.ts";
import { verify } from "../../strategies/verify.ts";
import { isSame } from "../rounds.ts";
import { passStrategy, unitStrategy } from "./passes.ts";
import type { ListSearch } from "./list-search.ts";
import { excepting, type PassContext } from "./seeing.ts";

/** The strategy over the units of the pass, and then the proof, on the text that came of it. */
export const throughPass = (
  pass: CutPass,
  context: PassContext,
  { list, minimality }: { readonly list: ListSearch; readonly minimality: number },
): Strategy<TestCase> => {
  const strategy = passStrategy(pass, context, list);
  const proof = minimality > 1 ? jointly(context, minimality) : settled(unitStrategy(pass, context));
  const both: Strategy<TestCase> = (source) => chain(strategy(source), (result) => proof(result));
  return (source) =>
    chain(claiming(minimal(minimality, pass.unit), labelled(pass.unit, both(source))), (result, claims) =>
      done(result, excepting(context, result, claims)),
    );
};

/** No up to so many tokens of what the strategy comes to can go; for single ones, the strategy itself has seen to it. */
export const provenTokens = (
  strategy: Strategy<TestCase>,
  context: PassContext,
  minimality: number,
): Strategy<TestCase> => {
  const joint: Strategy<TestCase> = (small) => labelled(tokens.unit, jointly(context, minimality)(small));
  const proved: Strategy<TestCase> = (source) =>
    chain(strategy(source), (small, known) =>
      chain(joint(small), (result, claims) =>
        isSame(small, result)
          ? done(result, [...claims, ...known.filter(({ by }) => by !== tokens.unit)])
          : proved(result),
      ),
    );
  // Where single tokens are not asked about, nothing is known of them.
  if (minimality === 1 && context.language.passes?.without?.includes(tokens.name) === true) return strategy;
  return (source) => claiming(minimal(minimality, tokens.unit), minimality > 1 ? proved(source) : strategy(source));
};

/** Where no unit is left, there is nothing to ask, and the claim holds of itself. */
const claiming = (claim: Claim, search: Search<TestCase, TestCase>): Search<TestCase, TestCase> =>
  chain(search, (result, claims) => done(result, claims.length === 0 ? [claim] : claims));

const jointly = (context: PassContext, minimality: number): Strategy<TestCase> =>
  settled(passStrategy(tokens, context, (c) => verify(c, minimality)));

/** Again and again: what is left may be taken apart in another way than before. */
const settled =
  (stage: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    chain(stage(source), (result, claims) => (isSame(source, result) ? done(result, claims) : settled(stage)(result)));

/** The passes whose units a format is about. */
export const PASS_OF: Readonly<Record<"tokens" | "tree" | "json", CutPass>> = {
  tokens,
  tree: elements,
  json: elements,
};
