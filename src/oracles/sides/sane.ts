/** `--sane`: a C or C++ program that has no undefined behaviour which the original does not have, as far as compilers can tell. */
import type { TestCase } from "../../core/test-case.ts";
import { unresolved, type Finding, type Verdict } from "../../core/verdict.ts";
import { withoutNoise } from "../noise.ts";
import type { ProcessOracle, TestTerms } from "../oracle.ts";
import { evidenceOf, textOf, tryCandidate, type Trial, type TrialContext } from "../trial.ts";
import { sideCommand } from "./line.ts";

/** Everything that decides, as plain data: a run stores it and is resumed with it. */
export interface SaneTest {
  /** For sh: compiles, and warns. */
  readonly warn: string;
  /** For sh: builds with sanitizers and runs; missing where there are none, or the original is no program. */
  readonly run?: string;
  /** What the original has already. */
  readonly known: readonly string[];
}

/** Warnings of behaviour that is undefined, or that no two compilers have in common; the names of gcc and of clang. */
const WARNINGS: ReadonlySet<string> = new Set(
  (
    "uninitialized maybe-uninitialized sometimes-uninitialized return-type return-mismatch array-bounds array-bounds-pointer-arithmetic " +
    "overflow integer-overflow constant-conversion shift-count-overflow shift-count-negative shift-negative-value shift-overflow " +
    "strict-aliasing implicit-function-declaration implicit-int int-conversion incompatible-pointer-types " +
    "incompatible-function-pointer-types incompatible-library-redeclaration builtin-declaration-mismatch builtin-requires-header " +
    "int-to-pointer-cast pointer-to-int-cast div-by-zero division-by-zero sequence-point unsequenced nonnull null-dereference " +
    "return-local-addr return-stack-address dangling-pointer use-after-free free-nonheap-object aggressive-loop-optimizations " +
    "stringop-overflow stringop-overread format format-extra-args format-insufficient-args format-overflow main main-return-type " +
    "deprecated-non-prototype sizeof-pointer-memaccess infinite-recursion varargs"
  ).split(" "),
);

const WARNING = /(?:warning|error): .* \[-W(?:error=)?([\w+-]+)=?\d*\]$/gm;
const UNDEFINED = /: runtime error: (.+)$/gm;
const ADDRESS = /ERROR: (\w+Sanitizer): ([\w-]+)/g;

/** What a run of one of the lines says, each kind once. */
export const reportsIn = (trial: Trial): readonly string[] => {
  const text = textOf(trial.stderr);
  const warned = Array.from(text.matchAll(WARNING), ([, name = ""]) => name).filter((name) => WARNINGS.has(name));
  const undefinedOnes = Array.from(text.matchAll(UNDEFINED), ([, said = ""]) => kindOf(said));
  const addresses = Array.from(text.matchAll(ADDRESS), ([, tool, kind]) => `${tool}: ${kind}`);
  return [...new Set([...warned.map((name) => `-W${name}`), ...undefinedOnes, ...addresses])];
};

/** "signed integer overflow" of "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'". */
const kindOf = (said: string): string =>
  withoutNoise(said)
    .replace(/(?:: | for | of type | which ).*$/, "")
    .replaceAll(/'[^']*'/g, "…");

/** The code with which a line of `run` ends where nothing could be built. */
export const NOT_BUILT = 120;

/** The test first: what it refuses need not be compiled again. A candidate with a new report is unresolved. */
export const withSane = (oracle: ProcessOracle, setting: TrialContext, sane?: SaneTest): ProcessOracle => {
  if (sane === undefined) return oracle;
  return {
    description: `${oracle.description}; ${saneWords(sane)}`,
    identity: { kind: "sane", sane, of: oracle.identity },
    repeatLine: (path, candidate) => oracle.repeatLine(path, candidate),
    async test(candidate, terms, signal) {
      const finding = await oracle.test(candidate, terms, signal);
      if (finding.outcome !== "fail") return finding;
      const refusal = await refused(sane, setting, candidate, { ...terms, signal });
      return refusal ?? finding;
    },
    close: () => oracle.close(),
  };
};

const refused = async (
  { warn, run, known }: SaneTest,
  setting: TrialContext,
  candidate: TestCase,
  { timeout, signal }: TestTerms & { readonly signal: AbortSignal },
): Promise<Finding | undefined> => {
  for (const line of [warn, run]) {
    if (line === undefined) continue;
    const command = sideCommand(line, setting.subject);
    const trial = await tryCandidate(setting, candidate, { command, timeout, signal });
    const verdict = verdictOn(trial, line === warn, known);
    if (verdict !== undefined) return { ...verdict, ms: trial.ms, evidence: evidenceOf(trial) };
  }
  return undefined;
};

const verdictOn = (trial: Trial, compiles: boolean, known: readonly string[]): Verdict | undefined => {
  if (trial.timedOut) return unresolved("timeout");
  const report = reportsIn(trial).find((each) => !known.includes(each));
  if (report !== undefined) return unresolved(`--sane: ${report}`);
  return compiles && trial.code !== 0 ? unresolved("--sane: does not compile") : undefined;
};

const saneWords = ({ run, known }: SaneTest): string => {
  const more = known.length === 0 ? "" : ` besides ${known.join(", ")}`;
  return `--sane: no warning of undefined behaviour${run === undefined ? "" : " and no report of sanitizers"}${more}`;
};

/** The test in the identity of an oracle. */
export const storedSane = (identity: unknown): SaneTest | undefined => {
  const { kind, sane } = (identity ?? {}) as { readonly kind?: string; readonly sane?: SaneTest };
  return kind === "sane" ? sane : undefined;
};
