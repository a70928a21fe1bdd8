/** The default: from the coarsest parts of a text to its characters, and one verification at the end. */
import type { Search, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled } from "../core/words.ts";
import { passes, type Pass } from "../passes/index.ts";
import { beginning, sweep } from "../strategies/sweep.ts";
import { verify } from "../strategies/verify.ts";
import { passStrategy } from "./passes.ts";
import { atOnce, type ListSearch } from "./list-search.ts";
import type { PassContext } from "./seeing.ts";

/** A round of the coarse passes that gains less than this share of the size is the last. */
const WORTH = 0.3;

/** Without verification, which is done once, at the very end. */
const swept: ListSearch = (c) => chain(sweep(beginning(c, "backward", 0)), ({ c: kept }) => done(kept));

export const auto =
  (context: PassContext): Strategy<TestCase> =>
  (source) => {
    const stage = (name: string, list: ListSearch = swept): Strategy<TestCase> =>
      named(name, passStrategy(passes[name] as Pass, context, list));
    const coarse = ["top-level", "statements", "unwrap"].map((name) => stage(name));
    const fine = [
      stage("elements"),
      stage("white space"),
      stage("gaps"),
      stage("names"),
      stage("other names"),
      stage("bare strings"),
      stage("strings"),
      stage("hoist"),
      stage("fillers"),
      stage("literals"),
      stage("tokens"),
      stage("brackets"),
      stage("runs"),
      stage("arguments"),
      stage("definitions"),
      stage("inline"),
      stage("characters"),
      stage("blank lines"),
      stage("layout"),
    ];
    const proof = named(
      "tokens",
      passStrategy(passes["tokens"] as Pass, context, (c) => verify(c)),
    );
    return chain(inTurn([stage("comments", atOnce(swept)), stage("blank lines")])(source), (plain) =>
      chain(whileWorth(coarse)(plain), (small) => finely(fine, proof)(small)),
    );
  };

const named =
  (pass: string, strategy: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    labelled(pass, strategy(source));

const inTurn = (stages: readonly Strategy<TestCase>[], from = 0): Strategy<TestCase> => {
  const stage = stages[from];
  return (source) =>
    stage === undefined ? done(source) : chain(stage(source), (result) => inTurn(stages, from + 1)(result));
};

const whileWorth =
  (stages: readonly Strategy<TestCase>[]): Strategy<TestCase> =>
  (source) =>
    chain(inTurn(stages)(source), (result) =>
      result.size < (1 - WORTH) * source.size ? whileWorth(stages)(result) : done(result),
    );

/** Rounds until one changes nothing; then the proof, and from the start again if it finds something to remove. */
const finely = (stages: readonly Strategy<TestCase>[], proof: Strategy<TestCase>): Strategy<TestCase> => {
  const round: Strategy<TestCase> = (source) =>
    chain(inTurn(stages)(source), (result) => (result.key() === source.key() ? proved(result) : round(result)));
  const proved = (source: TestCase): Search<TestCase, TestCase> =>
    chain(proof(source), (result, claims) => (result.key() === source.key() ? done(result, claims) : round(result)));
  return round;
};
