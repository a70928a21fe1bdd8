/** `--effect` and `--keep-passing` of `pare reduce`: what counts is not a failure. */
import type { Aim } from "../../core/claim.ts";
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import { CALIBRATION_MS } from "../../oracles/timeouts.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import type { ReduceOptions } from "../../reduce/options.ts";
import type { EffectAccount, EffectOracle } from "../../suite/effects/quantity.ts";
import type { Settings } from "../settings.ts";
import { measureOptionsOf } from "../suite/options.ts";

/** `--keep-passing COMMAND` is a command that has to end with 0, whatever it prints. Throws a `UserError` for what does not go together. */
export const withKeepPassing = (settings: Settings): Settings => {
  const { keepPassing, effect, command, test, oracleServer } = settings;
  if (effect !== undefined && (keepPassing ?? test ?? oracleServer) !== undefined)
    throw twice("--effect needs a command after --, and no other test.");
  if (keepPassing === undefined) return settings;
  if ((command ?? test ?? oracleServer) !== undefined) throw twice("--keep-passing cannot be used with another test.");
  return { ...settings, command: ["sh", "-c", keepPassing], exit: 0 };
};

/** What is kept, if it is not a failure. */
export const aimOf = ({ keepPassing, effect }: Settings): Aim | undefined =>
  keepPassing !== undefined ? "success" : effect !== undefined ? "effect" : undefined;

/** Throws a `UserError` for a reader that nobody would use. One that a file of settings names is for other commands. */
export const checkCover = (typed: readonly string[], { cover, keepPassing }: Settings): void => {
  const own = typed.includes("--") ? typed.slice(0, typed.indexOf("--")) : typed;
  if (keepPassing !== undefined || !own.some((word) => /^--cover(?:=|$)/.test(word))) return;
  throw new UserError("BAD_USAGE", "--cover has no effect without --keep-passing.", {
    advice: `To keep what a test covers, use --effect coverage:${cover ?? "READER"}.`,
  });
};

const twice = (what: string): UserError =>
  new UserError("TWO_ORACLES", what, {
    advice: "Use pare reduce TEST --effect coverage:READER -- COMMAND {}, or pare reduce DIR --keep-passing COMMAND.",
  });

/** The oracle of `--effect`; nothing without it. It is to be closed. */
export const effectOf = async (
  inputs: readonly string[],
  settings: Settings,
  about: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<EffectOracle | undefined> => {
  const { effect, verdict } = settings;
  if (effect === undefined) return undefined;
  const [input = "", ...more] = inputs;
  if (more.length > 0)
    throw new UserError("BAD_EFFECT", "--effect takes one file, not several.", {
      advice: "Use pare suite reduce for many tests.",
    });
  const { tests: _, cover: __, ...measure } = measureOptionsOf([input], settings);
  const { openEffect } = await import("../../suite/effects/open.ts");
  return await openEffect({ ...measure, ...about, input, effect, anyVerdict: verdict === "any" });
};

/** How much of it is left; nothing if somebody does not want to wait for that. */
export const effectLeft = async (
  effect: EffectOracle | undefined,
  result: TestCase,
  { timeout }: Settings,
  signal: AbortSignal,
): Promise<EffectAccount | undefined> => {
  if (signal.aborted) return undefined;
  const limits = { timeout: typeof timeout === "number" ? timeout : CALIBRATION_MS, signal };
  return await effect?.account?.(result, limits).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
};

/** "maximize:stderr/size: 48 bytes on the original, 60 bytes on the result". */
export const effectWords = ({ effect, unit, original, result }: EffectAccount): string => {
  const words = (amount: number): string => `${amount.toLocaleString("en")} ${unit}`.trimEnd();
  return `${effect}: ${words(original)} on the original, ${words(result)} on the result`;
};

/** The oracle takes the place of the command. */
export const withOracle = (options: ReduceOptions, oracle: ProcessOracle | undefined): ReduceOptions => {
  if (oracle === undefined) return options;
  const { command: runs = [], refine: _, ...rest } = options;
  return { ...rest, oracle, runs };
};
