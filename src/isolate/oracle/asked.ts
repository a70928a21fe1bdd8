/** What the user has asked for, as a test that still lacks what is learnt. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import { scriptCommand, scriptFile } from "../../oracles/command-line.ts";
import { checkRefinements, type Refinements } from "../../oracles/refinements.ts";
import type { CodesTest, IsolateTest } from "./judge.ts";
import type { IsolateOracleOptions } from "./options.ts";

export interface Asked {
  readonly command: readonly string[];
  readonly refinements: Refinements;
  /** Missing where what the command does is to be learnt. */
  readonly codes?: { readonly kind: "codes" } & CodesTest;
  readonly common: { readonly build?: string; readonly repeat: number; readonly shows: "always" };
}

/** Throws a `UserError` for what cannot be meant. */
export const askedFor = (options: IsolateOracleOptions, origin: string): Asked => {
  const { command, test, bisectCodes = false, refine = {}, build, repeat = 1 } = options;
  if ((command === undefined) === (test === undefined)) throw saidHowOften(command === undefined ? 0 : 2);
  const refinements = checkRefinements(refine);
  const common = { ...(build !== undefined && { build }), repeat, shows: "always" as const };
  if (test !== undefined) {
    const subject = { name: "", typed: "", origin, beside: [], stdin: false };
    const program = scriptCommand(test, subject);
    const words = [...program, "{}"];
    const script = digest(readFileSync(scriptFile(program)));
    const codes = { kind: "codes", command: words, convention: bisectCodes ? "bisect" : "shows", script } as const;
    return { command: words, refinements, codes, common };
  }
  const words = command as readonly string[];
  if (!bisectCodes) return { command: words, refinements, common };
  return { command: words, refinements, codes: { kind: "codes", command: words, convention: "bisect" }, common };
};

const saidHowOften = (times: number): UserError =>
  new UserError("USAGE", times === 0 ? "No test was given." : "More than one test was given.", {
    advice: "Give one of --test SCRIPT and -- COMMAND ARG...",
  });

/** Whether a test of an earlier run is about the same: a script may have been changed since. */
export const isStillAsked = (test: IsolateTest, { command, refinements, codes, common }: Asked): boolean => {
  const isSame =
    isDeepStrictEqual(test.command, command) && test.build === common.build && test.repeat === common.repeat;
  if (!isSame || (test.kind === "codes") !== (codes !== undefined)) return false;
  if (test.kind === "codes") return test.script === codes?.script && test.convention === codes?.convention;
  return test.kind === "read" || isDeepStrictEqual(test.refinements, refinements);
};
