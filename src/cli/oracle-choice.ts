/** The ways to say what counts: exactly one of them must be given. */
import { UserError } from "../core/errors.ts";
import { CONDITION_SETTINGS } from "../oracles/conditions/index.ts";
import { flagOf } from "../settings/setting.ts";
import { forgottenDashes, type TypedLine } from "./mistakes.ts";
import { FLAG_NAMES, namesIn, settingOf, type FlagName, type Settings } from "./settings.ts";

/** Throws a `UserError` when nothing, or more than one thing, says what counts, or something would be without effect. */
export const checkOracle = (settings: Settings, input: string, line?: TypedLine): void => {
  checkGiven(settings, input, line);
  const { command, oracleServer, differs } = settings;
  const decides = oracleServer !== undefined ? "--oracle-server" : differs === undefined ? "--test" : "--differs";
  if (command === undefined) refuse(settings, namesIn(CONDITION_SETTINGS), decides);
  if (oracleServer !== undefined)
    refuse(
      settings,
      FLAG_NAMES.filter((name) => settingOf(name).perProcess === true),
      decides,
    );
};

const refuse = (settings: Settings, names: readonly FlagName[], oracle: string): void => {
  const given = names.find((name) => settings[name] !== undefined && settings[name] !== false);
  if (given === undefined) return;
  const flag = flagOf(given);
  throw new UserError("USAGE", `${flag} has no effect together with ${oracle}.`, {
    advice: `Leave one of them out; ${flag} needs a command after --${settingOf(given).perProcess === true ? ", or --test" : ""}.`,
  });
};

const checkGiven = (
  { test, command, oracleServer, differs }: Settings,
  input: string,
  line: TypedLine | undefined,
): void => {
  const given = [
    ...(test === undefined ? [] : ["--test"]),
    ...(command === undefined ? [] : ["a command after --"]),
    ...(differs === undefined ? [] : ["--differs"]),
    ...(oracleServer === undefined ? [] : ["--oracle-server"]),
  ];
  if (given.length === 0)
    throw (
      (line && forgottenDashes(line)) ??
      new UserError("NO_ORACLE", `No test was given for ${input}.`, {
        advice: `Give a command that fails (pare ${input} -- COMMAND ${input}) or a script that decides (--test SCRIPT).`,
      })
    );
  if (given.length > 1)
    throw new UserError("TWO_ORACLES", `More than one test was given: ${given.join(" and ")}.`, {
      advice: "Give one of them: --test SCRIPT for a script that decides, or -- COMMAND for a command that fails.",
    });
};

/** Throws a `UserError` unless an input was typed. */
export const inputOf = (input: string | undefined, command: string): string => {
  if (input !== undefined) return input;
  throw new UserError("NO_INPUT", "No input was given: the file or directory to reduce.", {
    advice: `pare ${command} INPUT -- COMMAND ARG..., or pare ${command} INPUT --test SCRIPT; see pare ${command} --help.`,
  });
};
