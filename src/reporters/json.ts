/** The one JSON object that ends standard output. */
import type { Closing, Tests } from "./reporter.ts";

export const closingJson = (closing: Closing): string => {
  const { status, input, output, wallMs, jobs, format, strategy, claims, run, oracle } = closing;
  return JSON.stringify({
    status,
    input: { path: input.path, bytes: input.bytes },
    output: {
      path: output.path,
      bytes: output.bytes,
      lines: output.lines,
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
