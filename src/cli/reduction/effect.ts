/** `--effect` and `--keep-passing` of `pare reduce`: what counts is not a failure. */
import { UserError } from "../../core/errors.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import type { ReduceOptions } from "../../reduce/options.ts";
import { openEffect } from "../../suite/effects/open.ts";
import type { Settings } from "../settings.ts";
import { measureOptionsOf } from "../suite/options.ts";

/** `--keep-passing COMMAND` is a command that has to end with 0, whatever it prints. Throws a `UserError` for what does not go together. */
export const withKeepPassing = (settings: Settings): Settings => {
  const { keepPassing, effect, command, test, oracleServer } = settings;
  if (effect !== undefined && (keepPassing ?? test ?? oracleServer) !== undefined)
    throw twice("--effect needs a command behind --, and nothing else that says what counts.");
  if (keepPassing === undefined) return settings;
  if ((command ?? test ?? oracleServer) !== undefined)
    throw twice("--keep-passing says what counts, and so does something else.");
  return { ...settings, command: ["sh", "-c", keepPassing], exit: 0 };
};

const twice = (what: string): UserError =>
  new UserError("TWO_ORACLES", what, {
    advice: "pare reduce TEST --effect coverage:READER -- COMMAND {}, or pare reduce DIR --keep-passing COMMAND.",
  });

/** The oracle of `--effect`; nothing without it. It is to be closed. */
export const effectOf = async (
  inputs: readonly string[],
  settings: Settings,
  about: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<ProcessOracle | undefined> => {
  const { effect, verdict } = settings;
  if (effect === undefined) return undefined;
  const [input = "", ...more] = inputs;
  if (more.length > 0)
    throw new UserError("BAD_EFFECT", "--effect is about one file, not about several.", {
      advice: "pare suite reduce is for many tests.",
    });
  const { tests: _, cover: __, ...measure } = measureOptionsOf([input], settings);
  return await openEffect({ ...measure, ...about, input, effect, anyVerdict: verdict === "any" });
};

/** The oracle takes the place of the command. */
export const withOracle = (options: ReduceOptions, oracle: ProcessOracle | undefined): ReduceOptions => {
  if (oracle === undefined) return options;
  const { command: _, refine: __, ...rest } = options;
  return { ...rest, oracle };
};
