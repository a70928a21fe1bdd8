/** The default: from the coarsest parts of a text to its characters, and one verification at the end. */
import { distinct, type Claim } from "../core/claim.ts";
import type { Turns } from "../core/notes.ts";
import type { Search, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled } from "../core/words.ts";
import { passes, type PassName } from "../passes/index.ts";
import { pumps } from "../passes/coupled/pumps.ts";
import { elements } from "../passes/elements.ts";
import type { CutPass } from "../languages/pass.ts";
import { statements } from "../passes/statements.ts";
import { topLevelParts } from "../passes/top-level.ts";
import { externally, type ExternalProgress } from "./passes/external.ts";
import { beginningWith, dependently, type Reached } from "./passes/dependent.ts";
import { passStrategy, unitStrategy } from "./passes/passes.ts";
import { pumping } from "./passes/pumping.ts";
import { mostlyAtOnce, swept, tentative, type ListSearch } from "./passes/list-search.ts";
import { freeing } from "./passes/freed.ts";
import { gainedEnough, inTurn, isSame, untilChange } from "./rounds.ts";
import { excepting, fittedTo, type PassContext } from "./passes/seeing.ts";

const COARSE = ["top-level", "statements", "unwrap"] as const;
const MIDDLE = ["directives", "conditionals", "attributes", "branches", "macros", "prototypes"] as const;

/** How things are called, what they are passed. */
const SURFACE = ["names", "other names", "bare strings", "strings", "arguments"] as const;
/** Something else in the place of larger things. */
const INNER = ["inline", "hoist", "fillers"] as const;
/** Small things, each asked about by itself. */
const LATE = [
  "tokens",
  "brackets",
  "runs",
  "postfixes",
  "pointers",
  "generics",
  "qualifiers",
  "types",
  "merge",
  "twins",
  "branches",
  "macros",
  "old parameters",
  "characters",
  "blank lines",
  "layout",
] as const;
const LASTS = ["lines", ...COARSE, "elements", "words", "tokens", "comments", ...MIDDLE] as const;

/** All or nothing. */
const whole: ListSearch = (c) => done(c);

export const auto =
  (context: PassContext): Strategy<TestCase> =>
  (source) => {
    const fitted = fittedTo(context, source);
    return chain(coarsely(fitted)(source), (small) => finely(fitted)(small));
  };

/** Which passes are to come, for estimates. */
export const turnsOf = (context: PassContext): Turns => {
  const own = (turn: "first" | "coarse" | "fine" | "last"): readonly string[] =>
    (context.language.passes?.[turn] ?? []).map(({ name }) => name);
  const coarse = ["comments", "blank lines", ...own("first"), ...COARSE, ...own("coarse"), ...MIDDLE];
  const later: readonly string[] = ["lines", "words", pumps.name];
  const common = Object.keys(passes).filter((name) => ![...coarse, ...later].includes(name) && !isLate(context, name));
  return { coarse, fine: [...own("fine"), ...common], proof: [...own("last"), ...LASTS, pumps.name] };
};

const nothing: Strategy<TestCase> = (source) => done(source);

const stageOf =
  (context: PassContext) =>
  (name: PassName, list: ListSearch = swept): Strategy<TestCase> =>
    isLate(context, name) ? nothing : named(name, passStrategy(passes[name], context, list));

/** Has a pass for all languages no turn but in the proof? */
const isLate = (context: PassContext, name: string): boolean =>
  isWithout(context, name) || context.language.passes?.late?.includes(name) === true;

const isWithout = ({ language }: PassContext, name: string): boolean =>
  language.passes?.without?.includes(name) === true;

/** The passes that the language alone has for this turn. */
const ownStages = (context: PassContext, turn: "first" | "coarse" | "fine" | "last"): readonly Strategy<TestCase>[] =>
  (context.language.passes?.[turn] ?? []).map((pass) => named(pass.name, passStrategy(pass, context, swept)));

/** A stage that knows which parts have stayed so far. */
type Stage = (reached: Reached) => Search<TestCase, Reached>;

const byNames =
  (pass: CutPass, context: PassContext): Stage =>
  (reached) =>
    isLate(context, pass.name) ? done(reached) : labelled(pass.name, dependently(pass, context)(reached));

/** One that knows nothing of it: after a change of another kind, everything is asked about again. */
const besides =
  (stage: Strategy<TestCase>): Stage =>
  (reached) =>
    chain(stage(reached.current), (result) => done(isSame(reached.current, result) ? reached : beginningWith(result)));

const anew =
  (stage: Stage): Strategy<TestCase> =>
  (source) =>
    chain(stage(beginningWith(source)), ({ current }) => done(current));

const coarseOf = (context: PassContext): readonly Stage[] => [
  byNames(topLevelParts, context),
  byNames(statements, context),
  besides(stageOf(context)("unwrap")),
  ...ownStages(context, "coarse").map(besides),
];

/** Large parts, as long as they go in large numbers. */
export const coarsely =
  (unfitted: PassContext): Strategy<TestCase> =>
  (source) => {
    const context = fittedTo(unfitted, source);
    const stage = stageOf(context);
    // Directives only after large parts: taken before them, a real C++ program of 218 kB needed 1,681 tests instead of 217.
    const middle = MIDDLE.map((name) => stage(name));
    const forms = (["conditionals", "attributes"] as const).map((name) => stage(name, whole));
    const first = [
      stage("comments", mostlyAtOnce(swept)),
      ...ownStages(context, "first"),
      stage("blank lines"),
      ...forms,
    ];
    const large = anew((reached) => whileWorth(coarseOf(context), reached));
    return inTurn([...first, large, ...middle])(source);
  };

/** Everything else, and in the end everything, until nothing goes. */
export const finely =
  (unfitted: PassContext): Strategy<TestCase> =>
  (source) => {
    const context = fittedTo(unfitted, source);
    const stage = stageOf(context);
    const tidy = tidied([stage("white space"), stage("blank lines")]);
    const isPlain = context.language.traits.grammarless === true;
    const withElements = anew(byNames(elements, context));
    const early = [
      ...ownStages(context, "fine"),
      withElements,
      // With a grammar, tokens that may go alone are elements.
      ...(isPlain ? [stage("tokens", tentative)] : []),
      ...(["literals", "white space", "gaps"] as const).map((name) => stage(name)),
      ...SURFACE.map((name) => tidy(stage(name))),
    ];
    const free = freeing(elements, context);
    const inner = inTurn([tidy(stage("definitions")), ...INNER.map((name) => tidy(free(stage(name))))]);
    const fine = [...early, inner, ...LATE.map((name) => tidy(stage(name)))];
    const proof = [...ownStages(context, "last"), ...lasts(context), pumping(pumps, context, inTurn(fine))];
    const others = [...coarseOf(context).map(anew), ...fine];
    const search = inRounds({ first: fine, others, proof }, externally(context, swept))(source);
    return chain(search, (result, claims) => done(result, excepting(context, result, claims)));
  };

/** A stage that leaves no white space behind: what is asked about later would have to be asked again without it. */
const tidied =
  (tidying: readonly Strategy<TestCase>[]) =>
  (stage: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    chain(stage(source), (result, claims) =>
      isSame(source, result)
        ? done(result, claims)
        : chain(inTurn(tidying)(result), (tidy) => done(tidy, isSame(result, tidy) ? claims : [])),
    );

/** What no round of `fine` has settled: the other passes, and units with others inside them. */
const lasts = (context: PassContext): readonly Strategy<TestCase>[] =>
  LASTS.map((name) => {
    const pass = passes[name];
    if (isWithout(context, name)) return nothing;
    return named(name, pass.kind === "cuts" ? unitStrategy(pass, context) : passStrategy(pass, context, swept));
  });

export const named =
  (pass: string, strategy: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    chain(labelled(pass, strategy(source)), (result, claims) =>
      done(
        result,
        claims.map((claim) => ({ ...claim, pass })),
      ),
    );

const whileWorth = (stages: readonly Stage[], reached: Reached): Search<TestCase, Reached> =>
  chain(
    stages.reduce<Search<TestCase, Reached>>((search, stage) => chain(search, stage), done(reached)),
    (next) => (gainedEnough(reached.current, next.current) ? whileWorth(stages, next) : done(next)),
  );

/** Stages by turns. */
interface Rounds {
  readonly first: readonly Strategy<TestCase>[];
  /** Those after the proof has found something to remove. */
  readonly others: readonly Strategy<TestCase>[];
  readonly proof: readonly Strategy<TestCase>[];
}

/** Rounds until one changes nothing; then the proof, and further rounds if it finds something to remove. */
const inRounds = (
  { first, others, proof }: Rounds,
  outside: (reached: ExternalProgress) => Search<TestCase, ExternalProgress>,
): Strategy<TestCase> => {
  const round = (stages: readonly Strategy<TestCase>[], reached: ExternalProgress): Search<TestCase, TestCase> =>
    chain(outside(reached), (next) =>
      chain(inTurn(stages)(next.current), (result, claims) => {
        const after = { ...next, current: result };
        return isSame(reached.current, result) ? proved(after, claims) : round(stages, after);
      }),
    );
  const proved = (reached: ExternalProgress, known: readonly Claim[]): Search<TestCase, TestCase> =>
    chain(untilChange(proof)(reached.current), (result, claims) =>
      isSame(reached.current, result)
        ? done(result, distinct([...claims, ...known]))
        : round(others, { ...reached, current: result }),
    );
  return (source) => round(first, { current: source });
};
