/** Which two ends are meant, and what does not go together. */
import { UserError } from "../../core/errors.ts";
import type { Kind } from "../../isolate/kind.ts";
import { KINDS, type Ends } from "../../isolate/kinds/index.ts";
import { checkOracle } from "../oracle-choice.ts";
import { CONDITION_SETTINGS } from "../../oracles/conditions/index.ts";
import { flagOf } from "../../settings/setting.ts";
import { namesIn, type SettingName, type Settings } from "../settings.ts";

const HELP = "See pare isolate --help.";

/** Kinds that are chosen by a flag: the first of their flags. */
const BY_FLAG = KINDS.flatMap((kind) => {
  const [flag, ...further] = Object.keys(kind.flags);
  return flag === undefined ? [] : [{ kind, flag, further }];
});

/** Throws a `UserError` unless the two ends, what counts, and everything else go together. */
export const endsOf = (inputs: readonly string[], settings: Settings): Ends => {
  const [good, bad, ...more] = inputs;
  if (good !== undefined && (bad === undefined || more.length > 0)) throw notTwo(inputs);
  const given = settings as Readonly<Record<string, unknown>>;
  const chosen = BY_FLAG.filter(({ flag }) => given[flag] !== undefined);
  const names = [...(good === undefined ? [] : ["GOOD BAD"]), ...chosen.map(({ flag }) => flagOf(flag))];
  if (names.length > 1)
    throw new UserError("TWO_KINDS", `More than one comparison was given: ${names.join(" and ")}.`, {
      advice: "Compare one thing at a time.",
    });
  const [name] = names;
  checkBelongings(given, name === undefined);
  if (name === undefined) throw noEnds();
  checkCounts(settings);
  const [only] = chosen;
  checkNeedless(only?.kind, name, settings);
  if (only === undefined) return { paths: [good ?? "", bad ?? ""] };
  const own = Object.entries(given).filter(([key, value]) => key in only.kind.flags && value !== undefined);
  const values = Object.fromEntries(own);
  return only.kind.endsOf?.(values) ?? values;
};

const noEnds = (): UserError => {
  const flags = BY_FLAG.map(({ flag }) => flagOf(flag));
  return new UserError("NO_ENDS", "Nothing to compare was given.", {
    advice: `pare isolate GOOD BAD -- COMMAND {} compares two directories, archives or files; pare isolate --good REV -- COMMAND compares
two revisions of a git repository. Further comparisons: ${flags.join(", ")}. ${HELP}`,
  });
};

const notTwo = (inputs: readonly string[]): UserError =>
  new UserError("NOT_TWO_ENDS", `pare isolate compares two ends, not ${inputs.length}: ${inputs.join(", ")}.`, {
    advice:
      inputs.length === 1
        ? `Give the good end and the bad one: pare isolate GOOD BAD -- COMMAND {}. ${HELP}`
        : `Put the command after --: pare isolate ${inputs.slice(0, 2).join(" ")} -- ${inputs.slice(2).join(" ")}.`,
  });

/** Further flags of a kind need the one that chooses it, and that one may need some of them. */
const checkBelongings = (given: Readonly<Record<string, unknown>>, isOpen: boolean): void => {
  for (const { kind, flag, further } of BY_FLAG) {
    const advice = `pare isolate ${kind.example}`;
    if (given[flag] === undefined) {
      const lonely = further.map((name) => (isSet(given[name]) ? flagOf(name) : "")).find((name) => name !== "");
      if (lonely !== undefined && isOpen)
        throw new UserError("NO_ENDS", `${lonely} needs ${flagOf(flag)}: ${kind.flags[flag]?.about}.`, { advice });
      if (lonely !== undefined)
        throw new UserError("USAGE", `${lonely} has no effect without ${flagOf(flag)}.`, { advice });
      continue;
    }
    for (const name of further)
      if (kind.flags[name]?.isNeeded === true && given[name] === undefined)
        throw new UserError("USAGE", `${flagOf(flag)} needs ${flagOf(name)}: ${kind.flags[name].about}.`, { advice });
  }
};

const isSet = (value: unknown): boolean => value !== undefined && value !== false;

const checkCounts = (settings: Settings): void => {
  const { test, command, differs, oracleServer, bisectCodes } = settings;
  if (oracleServer !== undefined)
    throw new UserError("USAGE", "pare isolate cannot use an oracle server.", {
      advice: "Give a command after --, or a script with --test.",
    });
  if (test === undefined && command === undefined && differs === undefined)
    throw new UserError("NO_ORACLE", "No test was given: nothing tells the good end from the bad one.", {
      advice:
        "Give a command that behaves differently at the two ends (-- COMMAND), two commands that disagree at the bad end (--differs A B), or a script that decides (--test SCRIPT).",
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

/** Refuses flags that would have no effect. Without a kind, two paths are compared: those are always files. */
const checkNeedless = (kind: Kind | undefined, flag: string, settings: Settings): void => {
  const { level, find, apply, revert } = settings;
  const offers = kind?.offers ?? ["patches", "paths"];
  const needsFiles = (["apply", "revert", "level"] as const).find(
    (name) => isSet(settings[name]) && settings[name] !== "auto",
  );
  if (!offers.includes("patches") && needsFiles !== undefined)
    refuse(needsFiles, `${flag} compares no files, so there are no patches and no levels`);
  const glob = (["only", "skip"] as const).find((name) => settings[name] !== undefined);
  if (!offers.includes("paths") && glob !== undefined) refuse(glob, `${flag} has no paths`);
  if (level === "commits" && !offers.includes("commits"))
    refuse("level", "only git repositories have commits (--good REV)");
  if (level === "commits" && apply === true) refuse("apply", "--level commits ends with a commit, not with a patch");
  if (level === "commits" && revert === true) refuse("revert", "--level commits ends with a commit, not with a patch");
  if (find === "trigger" && apply === true) refuse("apply", "--find trigger does not look for the patch");
};
