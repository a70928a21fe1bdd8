/** A command, and what it did on the original, as the test. */
import { UserError } from "../core/errors.ts";
import type { TestCase } from "../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import { absoluteProgram, fillIn, keptWords } from "./command-line.ts";
import { checkBeside } from "./layout.ts";
import type { ProcessOracle, TestTerms } from "./oracle.ts";
import { repeatLine } from "./repeat-line.ts";
import { holds, isRefined, refinementWords, type Refinements } from "./refinements.ts";
import { matchSignature, messageOf, signatureWords, type Signature } from "./signature.ts";
import { endsProgram } from "./symbols/sanitized.ts";
import { evidenceOf, readTrial, type TrialContext, type Trial } from "./trial.ts";

/** Everything that decides, as plain data: a run stores it and is resumed with it. */
export interface CommandTest {
  readonly command: readonly string[];
  /** What remains of what was learnt; see `refined`. */
  readonly signature: Signature;
  /** Checked by `checkRefinements`. */
  readonly refinements: Refinements;
}

export const commandOracle = (setting: TrialContext, test: CommandTest): ProcessOracle => {
  const { subject } = setting;
  checkBeside(subject);
  const command = commandLine(setting, test.command);
  const program = programOf(setting, test.command);
  const reading = (trial: Trial): string =>
    JSON.stringify([judge(test, trial, subject.name), messageOf(trial, subject.name)]);
  const isLeakFree = !isRefined(test.refinements) && test.signature.saying?.says.some(endsProgram) === true;
  return {
    description: testWords(test),
    identity: { kind: "command", ...test, stdin: subject.stdin },
    repeatLine: (path, candidate) => repeatLine({ subject, path, candidate, command: (at) => command(at, candidate) }),
    test: async (candidate: TestCase, terms: TestTerms, signal: AbortSignal): Promise<Finding> => {
      const { hang } = test.refinements;
      const timeout = hang === undefined ? terms.timeout : hang * 1000;
      const trial = await readTrial(setting, candidate, {
        command,
        program,
        reading,
        isLeakFree,
        timeout,
        signal,
      }).catch((error: unknown) => {
        // The program may be a part of the candidate: then one without it does not show the failure.
        const canGo = subject.kind === "directory" || candidate.words !== undefined;
        if (canGo && error instanceof UserError && error.code === "NO_COMMAND") return undefined;
        throw error;
      });
      if (trial === undefined) return { outcome: "pass", reason: "there is no such program", ms: 0 };
      const { timedOut, ...evidence } = evidenceOf(trial);
      const late = hang === undefined && timedOut === true;
      const verdict = judge(test, trial, subject.name);
      const said = verdict.outcome === "fail" ? messageOf(trial, subject.name) : [];
      return {
        ...verdict,
        ms: trial.ms,
        evidence: { ...evidence, ...(said.length > 0 && { said }), ...(late && { timedOut }) },
      };
    },
    close: () => Promise.resolve(),
  };
};

/** The command for a candidate at a path: with the words that are left of those that can go. */
export const commandLine = (
  { subject }: TrialContext,
  command: readonly string[],
): ((path: string, candidate?: TestCase) => readonly string[]) => {
  const found = absoluteProgram(command, subject);
  return (path, candidate) => fillIn(keptWords(found, candidate?.words), subject, path);
};

/** The word of a command that names the program. */
export const programOf = ({ subject }: TrialContext, command: readonly string[]): string =>
  absoluteProgram(command, subject)[0] ?? "";

/** Whether a trial shows what the test asks for; `input` is the base name of the input. */
export const judge = ({ signature, refinements }: CommandTest, trial: Trial, input: string): Verdict => {
  if (trial.timedOut && refinements.hang === undefined) return unresolved("timeout");
  const refined = holds(refinements, trial);
  return refined.outcome === "fail" ? matchSignature(signature, trial, input) : refined;
};

export const testWords = ({ signature, refinements }: CommandTest): string =>
  [signatureWords(signature), ...refinementWords(refinements)].filter((part) => part !== "").join(" and ");
