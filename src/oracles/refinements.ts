/** What a user says about the failure: --exit, --signal, --match, --match-stdout, --match-stderr, --no-match, --hang. */
import { constants } from "node:os";
import { UserError } from "../core/errors.ts";
import type { Verdict } from "../core/verdict.ts";
import { endingOf, endingWords, type Signature } from "./signature.ts";
import { textOf, type Trial } from "./trial.ts";

/** As given, checked by `checkRefinements`; plain data. */
export interface Refinements {
  readonly exit?: number | "nonzero";
  /** "SIGSEGV"; `checkRefinements` also takes "SEGV", "segv" and 11. */
  readonly signal?: string;
  /** In either stream. */
  readonly match?: readonly string[];
  readonly matchStdout?: readonly string[];
  readonly matchStderr?: readonly string[];
  /** In neither stream. */
  readonly noMatch?: readonly string[];
  /** Still running after so many seconds = it shows. */
  readonly hang?: number;
}

/** The refinements with the signal's full name; throws a `UserError` for what cannot be meant. */
export const checkRefinements = (given: Refinements): Refinements => {
  for (const pattern of Object.values(PATTERNS).flatMap((key) => given[key] ?? [])) compile(pattern);
  if (given.exit !== undefined && given.exit !== "nonzero" && !isCode(given.exit)) {
    throw usage(`${given.exit} is not an exit code.`, "Give --exit a number from 0 to 255, or nonzero.");
  }
  if (given.exit !== undefined && given.signal !== undefined) {
    throw usage("A process ends with an exit code or by a signal, not both.", "Give --exit or --signal.");
  }
  if (given.hang !== undefined && !(given.hang > 0)) {
    throw usage(`${given.hang} is not a number of seconds.`, "Give --hang a number above 0.");
  }
  if (given.hang !== undefined && (given.exit !== undefined || given.signal !== undefined)) {
    throw usage("A process that hangs does not end.", "Give --hang without --exit and --signal.");
  }
  return { ...given, ...(given.signal !== undefined && { signal: signalName(given.signal) }) };
};

const PATTERNS = { either: "match", stdout: "matchStdout", stderr: "matchStderr", neither: "noMatch" } as const;

const usage = (message: string, advice: string): UserError => new UserError("USAGE", message, { advice });
const isCode = (code: number): boolean => Number.isInteger(code) && code >= 0 && code <= 255;

const compile = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "m");
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*: /, "") : String(error);
    throw new UserError("USAGE", `The regular expression ${JSON.stringify(pattern)} cannot be read: ${why}.`, {
      advice: String.raw`It is one of JavaScript: write \( \[ \* for the characters themselves.`,
      cause: error,
    });
  }
};

const signalName = (given: string): string => {
  const known = Object.entries(constants.signals);
  const upper = given.toUpperCase();
  const found = known.find(([name, number]) => name === upper || name === `SIG${upper}` || String(number) === given);
  if (found !== undefined) return found[0];
  throw usage(
    `There is no signal ${given}.`,
    "Give its name, as kill -l lists it: SEGV, ABRT, FPE, ILL, BUS, KILL, TERM, …",
  );
};

/** Nothing but `--no-match`, which names what is not wanted, at most. */
export const namesNothing = (given: Refinements): boolean =>
  given.exit === undefined && given.signal === undefined && given.hang === undefined && !asksForOutput(given);

const asksForOutput = (given: Refinements): boolean =>
  [given.match, given.matchStdout, given.matchStderr].some((patterns) => (patterns?.length ?? 0) > 0);

/**
 * What remains of what was learnt. A user who names an exit code, a signal or an output knows better which lines matter: the
 * learnt lines give way. The learnt ending stays unless one was given. `--no-match` only adds.
 */
export const refined = (learnt: Signature, given: Refinements): Signature => {
  if (given.hang !== undefined) return {};
  const ending = given.exit === undefined && given.signal === undefined;
  const saying = ending && !asksForOutput(given);
  return {
    ...(ending && learnt.ending && { ending: learnt.ending }),
    ...(saying && learnt.saying && { saying: learnt.saying }),
  };
};

/** "fail" when all of them hold. */
export const holds = (given: Refinements, trial: Trial): Verdict => {
  if (given.hang !== undefined && !trial.timedOut) return no("ends by itself");
  const ending = endingOf(trial);
  const words = ending === undefined ? "did not end" : endingWords(ending);
  if (
    given.exit === "nonzero"
      ? trial.code === 0 || trial.code === undefined
      : given.exit !== undefined && trial.code !== given.exit
  ) {
    return no(words);
  }
  if (given.signal !== undefined && trial.signal !== given.signal) return no(words);
  return outputHolds(given, textOf(trial.stdout), textOf(trial.stderr));
};

const no = (reason: string): Verdict => ({ outcome: "pass", reason });

const unmatched = (patterns: readonly string[] | undefined, texts: readonly string[]): string | undefined =>
  patterns?.find((pattern) => !texts.some((text) => compile(pattern).test(text)));

const outputHolds = (given: Refinements, stdout: string, stderr: string): Verdict => {
  const missing =
    unmatched(given.match, [stdout, stderr]) ??
    unmatched(given.matchStdout, [stdout]) ??
    unmatched(given.matchStderr, [stderr]);
  if (missing !== undefined) return no(`nothing matches ${missing}`);
  const unwanted = given.noMatch?.find((pattern) => compile(pattern).test(stdout) || compile(pattern).test(stderr));
  return unwanted === undefined ? { outcome: "fail" } : no(`something matches ${unwanted}`);
};

export const refinementWords = (given: Refinements): readonly string[] =>
  [
    given.hang === undefined ? [] : [`is still running after ${given.hang} s`],
    given.exit === undefined
      ? []
      : [given.exit === "nonzero" ? "exits with a code other than 0" : `exits with ${given.exit}`],
    given.signal === undefined ? [] : [`is ended by ${given.signal}`],
    (given.match ?? []).map((pattern) => `prints something that matches /${pattern}/`),
    (given.matchStdout ?? []).map((pattern) => `prints on stdout something that matches /${pattern}/`),
    (given.matchStderr ?? []).map((pattern) => `prints on stderr something that matches /${pattern}/`),
    (given.noMatch ?? []).map((pattern) => `prints nothing that matches /${pattern}/`),
  ].flat();
