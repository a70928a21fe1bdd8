/** Several runs as one verdict: for tests that now and then miss. */
import type { Case } from "../core/case.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { ProcessOracle } from "./oracle.ts";

/**
 * The failure shows when it shows in each of `times` runs; the first run that does not show it decides. The time reported is that
 * of the slowest run, since limits are for a single one.
 */
export const withRepeats = <C extends Case = TestCase>(oracle: ProcessOracle<C>, times: number): ProcessOracle<C> => ({
  words: `${oracle.words}, ${times} times out of ${times}`,
  identity: { kind: "repeats", times, of: oracle.identity },
  repeatLine: (path, candidate) => oracle.repeatLine(path, candidate),
  async test(candidate, terms, signal) {
    let ms = 0;
    let last: Finding | undefined;
    for (let run = 0; run < times && (last === undefined || last.outcome === "fail"); run++) {
      last = await oracle.test(candidate, terms, signal);
      ms = Math.max(ms, last.ms);
    }
    if (last === undefined) throw new Error(`${times} repeats`);
    return { ...last, ms };
  },
  close: () => oracle.close(),
});
