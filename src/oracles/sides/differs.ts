/** `--differs`: two commands that do not agree on a candidate, in the way in which they do not agree on the original. */
import type { TestCase } from "../../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import { quote } from "../command-line.ts";
import { checkBeside } from "../layout.ts";
import type { ProcessOracle, TestTerms } from "../oracle.ts";
import { repeatLine } from "../repeat-line.ts";
import { endingWords, matchSignature, signatureWords, type Signature } from "../signature.ts";
import { evidenceOf, tryCandidate, type Trial, type TrialContext } from "../trial.ts";
import { lineHere, sideCommand } from "./line.ts";
import { outputOf, type Saying } from "./outputs.ts";
import { together, type SideTest } from "./together.ts";

/** One of the two, and what it does on the original. */
export interface Side {
  /** For sh. */
  readonly line: string;
  /** How it ends; and what it says, where it fails and the other does not fail like it. */
  readonly signature: Signature;
  /** The beginning of what it prints, where that is what differs. */
  readonly prints?: string;
}

/** Everything that decides, as plain data: a run stores it and is resumed with it. */
export interface DiffersTest {
  readonly sides: readonly [a: Side, b: Side];
  /** Where they print different things, and how that is read; missing where they end differently. */
  readonly outputs?: Saying;
}

/** How the sides are called. */
export const SIDE_NAMES = ["A", "B"] as const;

export const differsOracle = (setting: TrialContext, test: DiffersTest): ProcessOracle => {
  const { subject } = setting;
  checkBeside(subject);
  return {
    description: differsWords(test),
    identity: { kind: "differs", ...test, stdin: subject.stdin },
    repeatLine: (path, candidate) =>
      test.sides
        .map(({ line }) => repeatLine({ subject, path, candidate, command: () => lineHere(line, subject) }))
        .map((commands) => `(\n${commands}\n)`)
        .join("; "),
    async test(candidate, terms, signal) {
      const first = await bothOn(setting, test, candidate, { ...terms, signal });
      const { outputs } = test;
      if (first.finding.outcome !== "fail" || outputs === undefined) return first.finding;
      if (!differ(outputs, first.trials)) return { ...first.finding, ...SAME_OUTPUT };
      // What differs from run to run differs between two commands, too.
      const again = await bothOn(setting, test, candidate, { ...terms, signal });
      const strays = SIDE_NAMES.find((_, index) => !isSame(outputs, first.trials[index], again.trials[index]));
      if (again.finding.outcome !== "fail") return again.finding;
      return strays === undefined ? first.finding : { ...first.finding, ...unsteady(strays) };
    },
    close: () => Promise.resolve(),
  };
};

const SAME_OUTPUT: Verdict = { outcome: "pass", reason: "A and B print the same" };
const unsteady = (name: string): Verdict => unresolved(`${name} does not print the same twice`);

interface Both {
  readonly finding: Finding;
  /** All of them where no side has refused the candidate. */
  readonly trials: readonly (Trial | undefined)[];
}

type BothTerms = TestTerms & { readonly signal: AbortSignal };

/** Side by side; `fail` if each ends, and speaks, as it does on the original. */
const bothOn = async (
  setting: TrialContext,
  { sides }: DiffersTest,
  candidate: TestCase,
  { timeout, signal }: BothTerms,
): Promise<Both> => {
  const trials: (Trial | undefined)[] = [undefined, undefined];
  const parts = sides.map(({ line, signature }, index): SideTest => async (until) => {
    const command = sideCommand(line, setting.subject);
    const trial = await tryCandidate(setting, candidate, { command, timeout, signal: until });
    trials[index] = trial;
    return {
      ...sideVerdict(SIDE_NAMES[index] as string, signature, trial, setting.subject.name),
      ms: trial.ms,
      evidence: evidenceOf(trial),
    };
  });
  const finding = await together(parts, signal);
  return { finding, trials };
};

const sideVerdict = (name: string, signature: Signature, trial: Trial, input: string): Verdict => {
  if (trial.timedOut) return unresolved("timeout");
  const { outcome, reason } = matchSignature(signature, trial, input);
  return outcome === "fail" ? { outcome } : { outcome, reason: `${name} ${reason}` };
};

const isSame = (saying: Saying, one: Trial | undefined, other: Trial | undefined): boolean =>
  one !== undefined && other !== undefined && outputOf(saying, one) === outputOf(saying, other);

const differ = (saying: Saying, [one, other]: Both["trials"]): boolean => !isSame(saying, one, other);

/** "A: exits with 0, prints 17; B: exits with 0, prints 34". */
export const differsWords = ({ sides, outputs }: DiffersTest): string => {
  const each = sides.map(({ signature, prints }, index) => {
    const { ending } = signature;
    if (prints === undefined || ending === undefined) return `${SIDE_NAMES[index]}: ${signatureWords(signature)}`;
    return `${SIDE_NAMES[index]}: ${endingWords(ending)}, prints ${prints}`;
  });
  return `${each.join("; ")}${outputs === undefined ? "" : ` (what they print on ${outputs.stream} differs)`}`;
};

/** "A is 'gcc -O0 {}'". */
export const sideTitle = ({ line }: Pick<Side, "line">, index: number): string =>
  `${SIDE_NAMES[index]}: ${quote(line)}`;

/** The test in the identity of an oracle, repeated, with conditions beside it or without. */
export const storedDiffers = (identity: unknown): DiffersTest | undefined => {
  const { kind, of, sides, outputs } = (identity ?? {}) as Partial<DiffersTest> & {
    readonly kind?: string;
    readonly of?: unknown;
  };
  if (kind === "repeats" || kind === "passes" || kind === "sane") return storedDiffers(of);
  return kind !== "differs" || sides === undefined ? undefined : { sides, ...(outputs !== undefined && { outputs }) };
};
