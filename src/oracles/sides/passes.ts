/** `--passes`: commands that must succeed on every candidate, beside any test. */
import type { TestCase } from "../../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import type { ProcessExit } from "../../runner/runner.ts";
import { quote } from "../command-line.ts";
import type { ProcessOracle, TestTerms } from "../oracle.ts";
import { repeatLine } from "../repeat-line.ts";
import { endingOf, endingWords } from "../signature.ts";
import { evidenceOf, tryCandidate, type TrialContext } from "../trial.ts";
import { lineHere, sideCommand } from "./line.ts";
import { together, type SideTest } from "./together.ts";

/** Where and how the commands of `--passes` run. */
export interface PassesOptions {
  readonly setting: TrialContext;
  readonly lines?: readonly string[];
  /** After the test, not beside it: a server that is ended while it answers has to be started again. */
  readonly inTurn?: boolean;
}

/** The commands run one after the other, beside the test, each in a directory of its own and under the limits of a test. */
export const withPasses = (
  oracle: ProcessOracle,
  { setting, lines = [], inTurn = false }: PassesOptions,
): ProcessOracle => {
  if (lines.length === 0) return oracle;
  const { subject } = setting;
  return {
    description: `${oracle.description}; ${passesWords(lines)}`,
    identity: { kind: "passes", lines, of: oracle.identity },
    repeatLine: (path, candidate) =>
      [
        ...lines.map((line) => repeatLine({ subject, path, candidate, command: () => lineHere(line, subject) })),
        oracle.repeatLine(path, candidate),
      ]
        .map((commands) => `(\n${commands}\n)`)
        .join(" && "),
    async test(candidate: TestCase, terms, signal) {
      const own: SideTest = (until) => oracle.test(candidate, terms, until);
      const others: SideTest = (until) => allPass({ setting, lines }, candidate, { ...terms, signal: until });
      if (!inTurn) return await together([own, others], signal);
      const finding = await own(signal);
      return finding.outcome === "fail" ? await together([() => Promise.resolve(finding), others], signal) : finding;
    },
    close: () => oracle.close(),
  };
};

const allPass = async (
  { setting, lines = [] }: PassesOptions,
  candidate: TestCase,
  { timeout, signal }: TestTerms & { readonly signal: AbortSignal },
): Promise<Finding> => {
  let ms = 0;
  for (const line of lines) {
    const command = sideCommand(line, setting.subject);
    const trial = await tryCandidate(setting, candidate, { command, timeout, signal });
    ms = Math.max(ms, trial.ms);
    const refusal = refusalOf(line, trial);
    if (refusal !== undefined) return { ...refusal, ms, evidence: evidenceOf(trial) };
  }
  return { outcome: "fail", ms };
};

/** Why a candidate does not count; `undefined` where the command has succeeded. */
export const refusalOf = (line: string, exit: ProcessExit): Verdict | undefined => {
  if (exit.timedOut) return unresolved("timeout");
  const ending = endingOf(exit);
  if (exit.code === 0) return undefined;
  const how = ending === undefined ? "does not end" : endingWords(ending);
  return { outcome: "pass", reason: `--passes ${quote(line)} ${how}` };
};

/** "--passes 'gcc -c {}' succeeds". */
export const passesWords = (lines: readonly string[]): string =>
  `--passes ${lines.map(quote).join(", ")} ${lines.length === 1 ? "succeeds" : "succeed"}`;
