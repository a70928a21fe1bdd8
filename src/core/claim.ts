/** What a result is proved to be, and what was not tried: for people, and for programs. */

/** What has to stay while everything else goes: a failure; that a command succeeds; an effect. People read other words for each. */
export type Aim = "failure" | "success" | "effect";

/** A property of a result that was proved. */
export interface Claim {
  /** "1-minimal", "2-minimal", "exhausted", "1-minimal difference", … */
  readonly property: string;
  /** The unit it holds for: "elements", "lines", "tokens", …; for "exhausted" the pass that finds nothing more to change. */
  readonly by: string;
  /** The pass whose tests have proved it; unless given, all of them were needed. */
  readonly pass?: string;
  /** What was not tested on purpose: "candidates that do not parse", say. */
  readonly except?: string;
}

/** The claim that no up to `n` units can go. */
export const minimal = (n: number, by = "elements"): Claim => ({ property: `${n}-minimal`, by });

/** The claim that a pass finds nothing more to change. */
export const exhausted = (pass: string): Claim => ({ property: "exhausted", by: pass });

/** The claims that are about what can go. */
export const minimalities = (claims: readonly Claim[]): readonly Claim[] =>
  claims.filter(({ property }) => property !== "exhausted");

/** Each claim once. */
export const distinct = (claims: readonly Claim[]): readonly Claim[] => {
  const known = new Set<string>();
  return claims.filter((claim) => known.size < known.add(claimText(claim)).size);
};

/**
 * A claim in words: "1-minimal by lines".
 *
 * @example
 * ```ts
 * const { claims } = await minimize.withDetails([1, 2, 3], (list) => list.includes(2));
 * console.log(claims.map(claimText)); // [ '1-minimal by elements' ]
 * ```
 */
export const claimText = (claim: Claim): string => `${claim.property} by ${claim.by}`;

/** How much of a search was made, and what that proves. */
export interface Proof {
  readonly complete: boolean;
  readonly claims: readonly Claim[];
  /** Passes whose tests were skipped by hand. */
  readonly skipped?: readonly string[];
  /** Tests that ran out of time. */
  readonly timeouts?: number;
  /** A failure unless given. */
  readonly aim?: Aim;
}

/** What was not tried, or not to the end, and how to have it tried. */
export interface Untried {
  /** The same for good, for programs. */
  readonly code: "search" | "skipped" | "timeouts" | "excepted" | "result";
  readonly what: string;
  readonly how: string;
}

const STAYS: Readonly<Record<Aim, string>> = {
  failure: "still shows the failure",
  success: "still passes",
  effect: "still has the effect",
};

/** "nothing more can go: no line, statement or token alone (1-minimal)". */
export const provedText = ({ complete, claims, skipped = [], aim = "failure" }: Proof): string => {
  const [first, ...others] = minimalities(claims);
  if (!complete || first === undefined) return `the result ${STAYS[aim]}`;
  const { property } = first;
  const same = [first, ...others].filter((claim) => claim.property === property).map(({ by }) => by);
  const different = others.filter((claim) => claim.property !== property);
  const rest = different.map((claim) => `; no ${singular(claim.by)} alone (${claim.property})`).join("");
  const many = Number.parseInt(property, 10);
  const said = many > 1 ? `no group of up to ${many} ${listed(same)}` : `no ${listed(same.map(singular))} alone`;
  return `${skipped.length > 0 ? "" : "nothing more can go: "}${said}${skipped.length > 0 ? " can go" : ""} (${property})${rest}`;
};

/** What keeps a result from being proved to be more. */
export const untriedIn = ({ complete, claims, skipped = [], timeouts = 0 }: Proof): readonly Untried[] => [
  ...(complete ? [] : [UNFINISHED]),
  ...skipped.map((pass) => ({
    code: "skipped" as const,
    what: `the rest of the pass "${pass}", which was skipped`,
    how: "start again with --fresh",
  })),
  ...(complete && skipped.length === 0 && claims.length === 0 ? [ONCE_MORE] : []),
  ...(timeouts > 0
    ? [
        {
          code: "timeouts" as const,
          what: `${timeouts === 1 ? "1 candidate, whose test" : `${timeouts} candidates, whose tests`} ran out of time`,
          how: "give a longer --timeout",
        },
      ]
    : []),
  ...[...new Set(claims.flatMap(({ except }) => except ?? []))].map((what) => ({
    code: "excepted" as const,
    what,
    how: "give --smallest",
  })),
];

const UNFINISHED: Untried = {
  code: "search",
  what: "the rest of the search",
  how: "repeat the command: it goes on from here",
};

/** After the search something else was changed. */
const ONCE_MORE: Untried = {
  code: "result",
  what: "what can go from the result as it is now",
  how: "reduce the result once more",
};

/** "the rest of the search: repeat the command". */
export const untriedText = ({ what, how }: Untried): string => `${what}: ${how}`;

/** What was proved, for programs. */
export const proofJson = (proof: Proof) => {
  const { claims } = proof;
  const proved = minimalities(claims);
  const [first] = proved;
  return {
    minimality: first === undefined ? 0 : Number.parseInt(first.property, 10),
    units: proved.map(({ by }) => by),
    exhausted: claims.flatMap(({ property, by }) => (property === "exhausted" ? [by] : [])),
    untried: untriedIn(proof),
  };
};

/** "lines" → "line", "bytes" → "byte", "entries" → "entry", "blocks of 4" → "block of 4". */
const singular = (unit: string): string =>
  unit
    .replace(/^(\S*?(?:\s\S+)*?)(ies|s)\b/, (_, stem: string, end: string) => stem + (end === "ies" ? "y" : ""))
    .replace(" that are ", " that is ");

/** "line, statement or token". */
const listed = (words: readonly string[]): string =>
  words.map((word, at) => `${at === 0 ? "" : at < words.length - 1 ? ", " : " or "}${word}`).join("");
