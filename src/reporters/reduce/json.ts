/** The JSON object that a reduction ends standard output with, and its report for programs. */
import { given } from "../../core/maybe.ts";
import { claimText, minimalities, proofJson } from "../../core/claim.ts";
import type { Closing, MeasuredRate, ReportedFile, Tests } from "./closing.ts";
import type { ReportData } from "./report-data.ts";

export const closingJson = (closing: Closing): string => {
  const { status, input, output, wallMs, jobs, format, strategy, run, oracle, passes } = closing;
  return JSON.stringify({
    status,
    input: { path: input.path, bytes: input.bytes, ...moreOf(input) },
    output: {
      path: output.path,
      bytes: output.bytes,
      lines: output.lines,
      ...moreOf(output),
      tokens: output.tokens,
      sha256: output.sha256,
    },
    tests: testsJson(closing.tests),
    wallMs: Math.round(wallMs),
    jobs,
    format,
    strategy,
    ...provedJson(closing),
    run,
    oracle,
    ...(closing.cluster !== undefined && { cluster: closing.cluster }),
    ...(passes !== undefined && { passes: passes.map((pass) => ({ ...pass, ms: Math.round(pass.ms) })) }),
    ...(closing.rate !== undefined && { rate: rateJson(closing.rate) }),
    ...given({ drift: closing.drift, trivial: closing.trivial }),
    ...(closing.effect !== undefined && { effect: effectJson(closing.effect) }),
    ...(closing.removedAlthoughCovered !== undefined && { removedAlthoughCovered: closing.removedAlthoughCovered }),
  });
};

const moreOf = ({ files, nonzero }: ReportedFile): Pick<ReportedFile, "files" | "nonzero"> => ({
  ...given({ files, nonzero }),
});

/** The counts in one order, for all commands. */
export const testsJson = ({ run, recalled, wasted, fail, pass, unresolved, timeouts }: Tests): Tests => ({
  run,
  recalled,
  wasted,
  fail,
  pass,
  unresolved,
  timeouts,
});

const effectJson = ({ effect, original, result }: NonNullable<Closing["effect"]>) => ({ effect, original, result });

const rateJson = ({ shows, runs, low, high, confidence }: MeasuredRate): MeasuredRate => ({
  shows,
  runs,
  low,
  high,
  confidence,
});

/** The steps without their contents: those are in the run's directory. */
export const reportJson = (data: ReportData): string =>
  `${JSON.stringify({ version: 1, ...data, ...provedJson(data), book: undefined }, undefined, 2)}\n`;

/** In words, and for programs. */
const provedJson = ({ proof }: Pick<ReportData, "proof">) => ({
  claims: minimalities(proof.claims).map(claimText),
  proof: undefined,
  proved: proofJson(proof),
});
