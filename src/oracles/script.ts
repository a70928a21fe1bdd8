/** Test scripts, as C-Reduce, C-Vise and Shrink Ray have them. */
import { readFileSync } from "node:fs";
import { digest } from "../core/digest.ts";
import { unresolved, type Verdict } from "../core/verdict.ts";
import type { ProcessExit } from "../runner/runner.ts";
import { placesOf, scriptCommand, scriptFile } from "./command-line.ts";
import { checkBeside } from "./layout.ts";
import type { ProcessOracle } from "./oracle.ts";
import { repeatLine } from "./repeat-line.ts";
import { evidenceOf, tryCandidate, type TrialContext } from "./trial.ts";

/** "Cannot tell", as `git bisect run` has it. */
const CANNOT_TELL = 125;

/**
 * Exit code 0 = the candidate shows it, 125 = unresolved, anything else = it does not. A script that a signal ends does not show
 * it either: scripts that abort do so because of what the candidate is, and `set -e` scripts die like that too. The script gets the
 * candidate's path as its argument, those of several files as several; the candidate also lies in the working directory under its base name.
 */
export const scriptOracle = (setting: TrialContext, script: string): ProcessOracle => {
  const { subject } = setting;
  checkBeside(subject);
  const program = scriptCommand(script, subject);
  const command = (path: string): readonly string[] => [...program, ...placesOf(subject, path).map(({ at }) => at)];
  return {
    description: `${script} exits with 0`,
    identity: { kind: "script", script: digest(readFileSync(scriptFile(program))), stdin: subject.stdin },
    repeatLine: (path, candidate) => repeatLine({ subject, path, candidate, command }),
    async test(candidate, terms, signal) {
      const trial = await tryCandidate(setting, candidate, { command, timeout: terms.timeout, signal });
      return { ...scriptVerdict(trial), ms: trial.ms, evidence: evidenceOf(trial) };
    },
    close: () => Promise.resolve(),
  };
};

const scriptVerdict = ({ timedOut, code, signal }: ProcessExit): Verdict => {
  if (timedOut) return unresolved("timeout");
  if (signal !== undefined) return { outcome: "pass", reason: `the test was ended by ${signal}` };
  if (code === CANNOT_TELL) return unresolved(`exit ${CANNOT_TELL}`);
  return code === 0 ? { outcome: "fail" } : { outcome: "pass", reason: `exit ${code}` };
};
