/** The one JSON object that ends standard output. */
import type { Closing, Tests } from "./reporter.ts";

/** How often the result shows the failure, with an interval that holds the truth with this confidence. */
export interface MeasuredRate {
  readonly shows: number;
  readonly runs: number;
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

/** `rate` is there for results that were measured (--flaky). */
export const closingJson = (closing: Closing & { readonly rate?: MeasuredRate }): string => {
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
    ...(passes !== undefined && { passes }),
    ...(closing.rate !== undefined && { rate: rateJson(closing.rate) }),
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

const rateJson = ({ shows, runs, low, high, confidence }: MeasuredRate): MeasuredRate => ({
  shows,
  runs,
  low,
  high,
  confidence,
});
