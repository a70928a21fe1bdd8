/** The default: from the coarsest parts of a text to its characters, and one verification at the end. */
import type { Search, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled } from "../core/words.ts";
import { passes, type PassName } from "../passes/index.ts";
import { pumps } from "../passes/coupled/pumps.ts";
import { elements } from "../passes/elements.ts";
import type { CutPass } from "../passes/pass.ts";
import { statements } from "../passes/statements.ts";
import { topLevelParts } from "../passes/top-level.ts";
import { verify } from "../strategies/verify.ts";
import { externally, type ExternalProgress } from "./passes/external.ts";
import { dependently } from "./passes/dependent.ts";
import { passStrategy } from "./passes/passes.ts";
import { pumping } from "./passes/pumping.ts";
import { atOnce, swept, tentative, type ListSearch } from "./passes/list-search.ts";
import { gainedEnough, inTurn } from "./rounds.ts";
import { fittedTo, type PassContext } from "./passes/seeing.ts";

/** All or nothing. */
const whole: ListSearch = (c) => done(c);

export const auto =
  (context: PassContext): Strategy<TestCase> =>
  (source) => {
    const fitted = fittedTo(context, source);
    return chain(coarsely(fitted)(source), (small) => finely(fitted)(small));
  };

const stageOf =
  (context: PassContext) =>
  (name: PassName, list: ListSearch = swept): Strategy<TestCase> =>
    named(name, passStrategy(passes[name], context, list));

const byNames = (pass: CutPass, context: PassContext): Strategy<TestCase> =>
  named(pass.name, dependently(pass, context));

/** Large parts, as long as they go in large numbers. */
export const coarsely =
  (unfitted: PassContext): Strategy<TestCase> =>
  (source) => {
    const context = fittedTo(unfitted, source);
    const stage = stageOf(context);
    const coarse = [byNames(topLevelParts, context), byNames(statements, context), stage("unwrap")];
    // Directives only after large parts: taken before them, a real C++ program of 218 kB needed 1,681 tests instead of 217.
    const forms = ["conditionals", "attributes"] as const;
    const middle = (["directives", ...forms, "branches", "macros", "prototypes"] as const).map((name) => stage(name));
    const first = [stage("comments", atOnce(swept)), stage("blank lines"), ...forms.map((name) => stage(name, whole))];
    return chain(inTurn(first)(source), (plain) => inTurn([whileWorth(coarse), ...middle])(plain));
  };

/** Everything else, until nothing goes; proved by tokens. */
export const finely =
  (unfitted: PassContext): Strategy<TestCase> =>
  (source) => {
    const context = fittedTo(unfitted, source);
    const stage = stageOf(context);
    const fine = [
      byNames(elements, context),
      // With a grammar, tokens that may go alone are elements.
      ...(context.language.traits.grammarless === true ? [stage("tokens", tentative)] : []),
      stage("white space"),
      stage("gaps"),
      stage("names"),
      stage("other names"),
      stage("bare strings"),
      stage("strings"),
      stage("arguments"),
      stage("definitions"),
      stage("inline"),
      stage("hoist"),
      stage("fillers"),
      stage("literals"),
      stage("tokens"),
      stage("brackets"),
      stage("runs"),
      stage("postfixes"),
      stage("pointers"),
      stage("generics"),
      stage("qualifiers"),
      stage("types"),
      stage("merge"),
      stage("twins"),
      stage("branches"),
      stage("macros"),
      stage("old parameters"),
      stage("characters"),
      stage("blank lines"),
      stage("layout"),
    ];
    const proof = named(
      "tokens",
      passStrategy(passes.tokens, context, (c) => verify(c)),
    );
    const late = pumping(pumps, context, inTurn(fine));
    const lateProof: Strategy<TestCase> = (small) =>
      chain(late(small), (result) => (result.key() === small.key() ? proof(result) : done(result)));
    return inRounds(fine, lateProof, externally(context, swept))(source);
  };

export const named =
  (pass: string, strategy: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    labelled(pass, strategy(source));

const whileWorth =
  (stages: readonly Strategy<TestCase>[]): Strategy<TestCase> =>
  (source) =>
    chain(inTurn(stages)(source), (result) =>
      gainedEnough(source, result) ? whileWorth(stages)(result) : done(result),
    );

/** Rounds until one changes nothing; then the proof, and from the start again if it finds something to remove. */
const inRounds = (
  stages: readonly Strategy<TestCase>[],
  proof: Strategy<TestCase>,
  outside: (reached: ExternalProgress) => Search<TestCase, ExternalProgress>,
): Strategy<TestCase> => {
  const round = (reached: ExternalProgress): Search<TestCase, TestCase> =>
    chain(outside(reached), (next) =>
      chain(inTurn(stages)(next.current), (result) => {
        const after = { ...next, current: result };
        return result.key() === reached.current.key() ? proved(after) : round(after);
      }),
    );
  const proved = (reached: ExternalProgress): Search<TestCase, TestCase> =>
    chain(proof(reached.current), (result, claims) =>
      result.key() === reached.current.key() ? done(result, claims) : round({ ...reached, current: result }),
    );
  return (source) => round({ current: source });
};
