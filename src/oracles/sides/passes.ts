/** `--passes`: commands that must succeed on every candidate, beside any test. */
import type { TestCase } from "../../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import type { ProcessExit } from "../../runner/runner.ts";
import { quote, repeatLine } from "../command-line.ts";
import type { ProcessOracle } from "../oracle.ts";
import { endingOf, endingWords } from "../signature.ts";
import { evidenceOf, tryCandidate, type TrialContext } from "../trial.ts";
import { lineHere, sideCommand } from "./line.ts";

/**
 * The test first, and the commands only where it shows the failure: few candidates do. Each has a directory of its own and the limits
 * of a test. The time is that of the slowest, since limits are for one.
 */
export const withPasses = (
  oracle: ProcessOracle,
  setting: TrialContext,
  lines: readonly string[] = [],
): ProcessOracle => {
  if (lines.length === 0) return oracle;
  const { subject } = setting;
  const sides = lines.map((line) => ({ line, command: sideCommand(line, subject) }));
  return {
    words: `${oracle.words}; ${passesWords(lines)}`,
    identity: { kind: "passes", lines, of: oracle.identity },
    repeatLine: (path, candidate) =>
      [
        ...lines.map((line) => `(${repeatLine({ subject, path, command: () => lineHere(line, subject) })})`),
        oracle.repeatLine(path, candidate),
      ].join(" && "),
    async test(candidate: TestCase, terms, signal) {
      const finding = await oracle.test(candidate, terms, signal);
      let { ms } = finding;
      if (finding.outcome !== "fail") return finding;
      for (const { line, command } of sides) {
        const trial = await tryCandidate(setting, candidate, { command, timeout: terms.timeout, signal });
        ms = Math.max(ms, trial.ms);
        const refusal = refusalOf(line, trial);
        if (refusal !== undefined) return { ...refusal, ms, evidence: evidenceOf(trial) } satisfies Finding;
      }
      return { ...finding, ms };
    },
    close: () => oracle.close(),
  };
};

/** Why a candidate does not count; `undefined` where the command has succeeded. */
export const refusalOf = (line: string, exit: ProcessExit): Verdict | undefined => {
  if (exit.timedOut) return unresolved("timeout");
  const ending = endingOf(exit);
  if (exit.code === 0) return undefined;
  return unresolved(`--passes ${quote(line)} ${ending === undefined ? "does not end" : endingWords(ending)}`);
};

/** "--passes 'gcc -c {}' succeeds". */
export const passesWords = (lines: readonly string[]): string =>
  `--passes ${lines.map(quote).join(", ")} ${lines.length === 1 ? "succeeds" : "succeed"}`;
