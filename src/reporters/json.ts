/** The one JSON object that ends standard output. */
import type { Closing, Tests } from "./reporter.ts";

/** How often the result shows the failure, with an interval that holds the truth with this confidence. */
interface MeasuredRate {
  readonly shows: number;
  readonly runs: number;
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

/** What only some runs have: a rate for results that were measured (--flaky), an account of --effect and of --keep-passing. */
interface ClosingExtras {
  readonly rate?: MeasuredRate;
  readonly effect?: { readonly effect: string; readonly original: number; readonly result: number };
  /** Lines of the original by ranges: first and last. */
  readonly removedAlthoughCovered?: {
    readonly lines: number;
    readonly files: readonly { readonly path: string; readonly lines: readonly (readonly [number, number])[] }[];
  };
}

export const closingJson = (closing: Closing & ClosingExtras): string => {
  const { status, input, output, wallMs, jobs, format, strategy, claims, run, oracle, passes } = closing;
  return JSON.stringify({
    status,
    input: { path: input.path, bytes: input.bytes, ...(input.files !== undefined && { files: input.files }) },
    output: {
      path: output.path,
      bytes: output.bytes,
      lines: output.lines,
      ...(output.files !== undefined && { files: output.files }),
      tokens: output.tokens,
      sha256: output.sha256,
    },
    tests: testsJson(closing.tests),
    wallMs: Math.round(wallMs),
    jobs,
    format,
    strategy,
    claims,
    run,
    oracle,
    ...(closing.cluster !== undefined && { cluster: closing.cluster }),
    ...(passes !== undefined && { passes }),
    ...(closing.rate !== undefined && { rate: rateJson(closing.rate) }),
    ...(closing.effect !== undefined && { effect: effectJson(closing.effect) }),
    ...(closing.removedAlthoughCovered !== undefined && { removedAlthoughCovered: closing.removedAlthoughCovered }),
  });
};

/** In one order, whoever counted. */
const testsJson = ({ run, recalled, wasted, fail, pass, unresolved, timeouts }: Tests): Tests => ({
  run,
  recalled,
  wasted,
  fail,
  pass,
  unresolved,
  timeouts,
});

const effectJson = ({ effect, original, result }: NonNullable<ClosingExtras["effect"]>) => ({
  effect,
  original,
  result,
});

const rateJson = ({ shows, runs, low, high, confidence }: MeasuredRate): MeasuredRate => ({
  shows,
  runs,
  low,
  high,
  confidence,
});
