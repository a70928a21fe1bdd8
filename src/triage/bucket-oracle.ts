/** The test of one bug's reduction: the candidate shows this bug; one that shows another is a find. */
import type { TestCase } from "../core/test-case.ts";
import { unresolved, type Finding } from "../core/verdict.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import { isRefined } from "../oracles/refinements.ts";
import { repeatLine } from "../oracles/repeat-line.ts";
import { messageOf } from "../oracles/signature.ts";
import { endsProgram } from "../oracles/symbols/sanitized.ts";
import { evidenceOf } from "../oracles/trial.ts";
import { bytesOf } from "../reduce/result.ts";
import { isPattern } from "./bucket-by.ts";
import { shows, type BucketSignature } from "./buckets.ts";
import type { Symptom } from "./symptom.ts";
import type { Target } from "./target.ts";

export interface BucketTest {
  readonly target: Target;
  /** The name under which candidates are tested. */
  readonly name: string;
  readonly signature: BucketSignature;
  readonly title: string;
  /** The bug is a hang: a candidate that takes so long shows it. */
  readonly hangMs?: number;
  /** ReportFacts of candidates that show something else, before their outcome is. */
  readonly onOther: (symptom: Symptom, candidate: TestCase) => void;
}

const MAX_REASON = 100;

/** How the reason of a candidate begins that shows another failure. */
const OTHER = "shows another failure: ";

export const isOther = ({ outcome, reason = "" }: Finding): boolean => outcome === "pass" && reason.startsWith(OTHER);

export const bucketOracle = ({ target, name, signature, title, hangMs, onOther }: BucketTest): ProcessOracle => {
  const setting = target.settingFor(name);
  const { subject } = setting;
  const { command, refinements, by, debugger: tool } = target.options;
  const words = target.commandLine(setting);
  const { group, pattern, said: known } = signature;
  const isLeakFree = !isRefined(refinements) && !isPattern(by) && endsProgram(title);
  return {
    description: title,
    identity: {
      kind: "triage",
      command,
      group,
      pattern,
      said: known[0],
      refinements,
      by,
      debugger: tool?.name,
      stdin: subject.stdin,
    },
    repeatLine: (path, candidate) => repeatLine({ subject, path, candidate, command: (at) => words(at, candidate) }),
    test: async (candidate, { timeout }, signal): Promise<Finding> => {
      const { sight, ms, trial } = await target.see(candidate, {
        name,
        signal,
        isLeakFree,
        timeout: hangMs ?? timeout,
      });
      const { timedOut, ...evidence } = evidenceOf(trial);
      if (!("symptom" in sight)) {
        const { reason, why } = sight.unsorted;
        return { outcome: "pass", reason: `${reason}: ${why}`.slice(0, MAX_REASON), ms, evidence };
      }
      const { symptom } = sight;
      if (timedOut === true && hangMs === undefined)
        return { ...unresolved("timeout"), ms, evidence: { ...evidence, timedOut } };
      if (shows(signature, symptom, () => bytesOf(candidate))) {
        const said = messageOf(trial, name);
        return { outcome: "fail", ms, evidence: { ...evidence, ...(said.length > 0 && { said }) } };
      }
      onOther(symptom, candidate);
      return { outcome: "pass", reason: `${OTHER}${symptom.title}`.slice(0, MAX_REASON), ms, evidence };
    },
    close: () => Promise.resolve(),
  };
};
