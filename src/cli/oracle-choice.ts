/** The ways to say what counts: exactly one of them must be given. */
import { UserError } from "../core/errors.ts";
import type { Settings } from "./settings.ts";

/** Throws a `UserError` when nothing, or more than one thing, says what counts. */
export const checkOracle = ({ test, command, oracleServer }: Settings, input: string): void => {
  const given = [
    ...(test === undefined ? [] : ["--test"]),
    ...(command === undefined ? [] : ["a command behind --"]),
    ...(oracleServer === undefined ? [] : ["--oracle-server"]),
  ];
  if (given.length === 0)
    throw new UserError("NO_ORACLE", `Nothing says what counts as the failure of ${input}.`, {
      advice: `Give a command to learn from (pare ${input} -- COMMAND ${input}) or a script that decides (--test SCRIPT).`,
    });
  if (given.length > 1)
    throw new UserError("TWO_ORACLES", `Both ${given.join(" and ")} say what counts.`, {
      advice: "Give one of them: --test SCRIPT for a script that decides, -- COMMAND to learn from what it does.",
    });
};

/** Throws a `UserError` unless an input was typed. */
export const inputOf = (input: string | undefined, command: string): string => {
  if (input !== undefined) return input;
  throw new UserError("NO_INPUT", "There is no input: the file that is to become small.", {
    advice: `pare ${command} INPUT -- COMMAND ARG..., or pare ${command} INPUT --test SCRIPT; see pare ${command} --help.`,
  });
};
