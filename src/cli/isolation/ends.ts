/** Which two ends are meant, and what does not go together. */
import { UserError } from "../../core/errors.ts";
import { given } from "../../core/given.ts";
import type { Ends } from "../../isolate/kind.ts";
import { checkOracle } from "../oracle-choice.ts";
import { CONDITION_SETTINGS } from "../../oracles/conditions/index.ts";
import { flagOf } from "../../settings/setting.ts";
import { namesIn, type SettingName, type Settings } from "../settings.ts";

const HELP = "See pare isolate --help.";

/** What says which ends are meant; `good` stands for a git repository. */
const KINDS = ["good", "lock", "flags", "env", "config", "tests"] as const;

/** These have no files: neither patches nor paths nor levels. */
const WITHOUT_FILES: readonly string[] = ["flags", "env", "tests", "lock"];

/** Throws a `UserError` unless the two ends, what counts, and everything else go together. */
export const endsOf = (inputs: readonly string[], settings: Settings): Ends => {
  const kind = kindOf(inputs, settings);
  checkBelongings(settings);
  checkCounts(settings);
  checkNeedless(kind, settings);
  const { good, bad, lock, flags, env, config, tests, victim, brittle } = settings;
  const [first, second] = inputs;
  return {
    ...(first !== undefined && second !== undefined && { paths: [first, second] }),
    ...(good !== undefined && { git: { good, ...given({ bad }) } }),
    ...given({ lock, flags, env, config, tests, victim, brittle }),
  };
};

/** "paths", or the setting that says which ends are meant. */
const kindOf = (inputs: readonly string[], settings: Settings): string => {
  if (inputs.length === 1 || inputs.length > 2) throw notTwo(inputs);
  const flags = KINDS.filter((name) => settings[name] !== undefined);
  const compared = [...(inputs.length === 2 ? ["GOOD BAD"] : []), ...flags.map(flagOf)];
  if (compared.length > 1)
    throw new UserError("TWO_KINDS", `More than one comparison was given: ${compared.join(" and ")}.`, {
      advice: "Compare one thing at a time.",
    });
  if (compared.length === 1) return flags[0] ?? "paths";
  if (settings.bad !== undefined)
    throw new UserError("NO_ENDS", "--bad needs --good: the revision that works.", {
      advice: "pare isolate --good REV --bad REV -- COMMAND",
    });
  throw new UserError("NO_ENDS", "Nothing to compare was given.", {
    advice: `Use pare isolate GOOD BAD -- COMMAND {} for two directories, archives or files, or pare isolate --good REV -- COMMAND
in a git repository; or give one of --lock, --flags, --env, --config and --tests. ${HELP}`,
  });
};

const notTwo = (inputs: readonly string[]): UserError =>
  new UserError("NOT_TWO_ENDS", `pare isolate compares two ends, not ${inputs.length}: ${inputs.join(", ")}.`, {
    advice:
      inputs.length === 1
        ? `Give the good end and the bad one: pare isolate GOOD BAD -- COMMAND {}. ${HELP}`
        : `Put the command after --: pare isolate ${inputs.slice(0, 2).join(" ")} -- ${inputs.slice(2).join(" ")}.`,
  });

const checkBelongings = ({ good, bad, tests, victim, brittle }: Settings): void => {
  if (bad !== undefined && good === undefined)
    throw new UserError("USAGE", "--bad has no effect without --good.", { advice: HELP });
  if (tests !== undefined && victim === undefined)
    throw new UserError("USAGE", "--tests needs --victim: the test that fails after some of the others.", {
      advice: "pare isolate --tests list.txt --victim NAME -- RUNNER {tests}",
    });
  if (tests !== undefined) return;
  const lonely = victim === undefined ? (brittle === true ? "--brittle" : undefined) : "--victim";
  if (lonely !== undefined)
    throw new UserError("USAGE", `${lonely} has no effect without --tests.`, {
      advice: "pare isolate --tests list.txt --victim NAME -- RUNNER {tests}",
    });
};

const checkCounts = (settings: Settings): void => {
  const { test, command, oracleServer, bisectCodes } = settings;
  if (oracleServer !== undefined)
    throw new UserError("USAGE", "pare isolate cannot use an oracle server.", {
      advice: "Give a command after --, or a script with --test.",
    });
  if (test === undefined && command === undefined)
    throw new UserError("NO_ORACLE", "No test was given.", {
      advice:
        "Give a command that behaves differently at the two ends (-- COMMAND) or a script that decides (--test SCRIPT).",
    });
  checkOracle(settings, "the ends");
  const refined = namesIn(CONDITION_SETTINGS).find((name) => settings[name] !== undefined);
  if (bisectCodes === true && refined !== undefined)
    throw new UserError("USAGE", `${flagOf(refined)} has no effect together with --bisect-codes.`, {
      advice: "Leave one of them out: with --bisect-codes, only exit codes decide.",
    });
};

const refuse = (name: SettingName, why: string): never => {
  throw new UserError("USAGE", `${flagOf(name)} has no effect here: ${why}.`, { advice: `Leave it out. ${HELP}` });
};

/** What would be without effect is refused: whoever typed it meant something. */
const checkNeedless = (kind: string, settings: Settings): void => {
  const { level, find, apply, revert } = settings;
  const needsFiles = ["apply", "revert", "level"] as const;
  const needless = needsFiles.find(
    (name) => settings[name] !== undefined && settings[name] !== false && settings[name] !== "auto",
  );
  if (WITHOUT_FILES.includes(kind) && needless !== undefined)
    refuse(needless, `${flagOf(kind)} compares no files, so there are no patches and no levels`);
  const glob = (["only", "skip"] as const).find((name) => settings[name] !== undefined);
  if (["flags", "env", "tests"].includes(kind) && glob !== undefined) refuse(glob, `${flagOf(kind)} has no paths`);
  if (level === "commits" && kind !== "good") refuse("level", "only a git repository has commits (--good REV)");
  if (level === "commits" && apply === true) refuse("apply", "--level commits ends with a commit, not with a patch");
  if (level === "commits" && revert === true) refuse("revert", "--level commits ends with a commit, not with a patch");
  if (find === "trigger" && apply === true) refuse("apply", "--find trigger does not look for the patch");
};
