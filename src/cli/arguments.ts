/** From what was typed to what is meant: one command's arguments, read by commander from the table of settings. */
import { Command, CommanderError, Option } from "commander";
import { UserError } from "../core/errors.ts";
import { nearest } from "../pipelines/list-strategy.ts";
import { configLayer } from "./config.ts";
import { checkJobs } from "./few-files.ts";
import { helpText } from "./help.ts";
import { HelpShown } from "./help-shown.ts";
import { checkCommand, forgottenDashes, type CommandPlace } from "./mistakes.ts";
import { environmentLayer, flagLayer, settle, type Layer, type Raw } from "./layers.ts";
import { flagOf, oppositeOf } from "../settings/setting.ts";
import { outputColumns } from "./terminal.ts";
import { isShared, settingOf, SETTINGS, type FlagName, type SettingName, type Settings } from "./settings.ts";
import type { Usage } from "./usage.ts";

export interface Arguments {
  /** As typed. */
  readonly input: string | undefined;
  /** Further ones. */
  readonly more: readonly string[];
  readonly settings: Settings;
  /** The flags among `Usage.extras` that were given. */
  readonly extras: readonly string[];
  /** The values of those that have one, by their names: "--as". */
  readonly values: ReadonlyMap<string, string>;
}

/** Throws a `UserError` for whatever cannot be meant. */
export const readArguments = (
  usage: Usage,
  typed: readonly string[],
  { directory, environment }: CommandPlace,
): Arguments => {
  const { own, behind } = splitAtDashes(typed);
  const command = commanderOf(usage, own);
  const line = { usage, typed, directory, environment };
  try {
    parse(command, usage, pairsLast(usage, withBareValues(usage, own)));
    if (command.args.length > 1 && usage.takesInput !== "several") throw tooMany(usage, command.args);
  } catch (error) {
    throw (error instanceof UserError && forgottenDashes(line)) || error;
  }
  const { args } = command;
  const given = command.opts<Record<string, Raw>>();
  const extraFlags = (usage.extras ?? []).map(({ flag }) => longFlag(flag));
  const extras = extraFlags.filter((flag) => given[memberOf(flag)] === true);
  const values = new Map(
    extraFlags.flatMap((flag) => {
      const typedValue = given[memberOf(flag)];
      return typeof typedValue === "string" ? [[flag, typedValue] as const] : [];
    }),
  );
  const set = Object.entries(given).filter(([name]) => name in SETTINGS && !extraFlags.includes(flagOf(name)));
  const flags: Partial<Record<SettingName, Raw>> = {
    ...Object.fromEntries(set),
    ...(behind.length > 0 && { command: behind }),
  };
  const layers: readonly (Layer | undefined)[] = [
    flagLayer(flags),
    environmentLayer(environment),
    configLayer(directory),
  ];
  const settings = settle(layers.flatMap((layer) => (layer === undefined ? [] : [withoutForeign(layer, usage)])));
  checkJobs(settings.jobs);
  if (behind.length > 0 || settings.test !== undefined) checkCommand(settings, line, usage.shellWords);
  return {
    input: args[0],
    more: args.slice(1),
    settings,
    extras,
    values,
  };
};

/** "--output" of "-o, --output <file>". */
export const longFlag = (flag: string): string => /--[\w-]+/.exec(flag)?.[0] ?? flag;

/** As commander calls it: "cacheSize" of "--cache-size". */
const memberOf = (flag: string): string =>
  flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What only another command has is not even read. */
const withoutForeign = (layer: Layer, { settings }: Usage): Layer => {
  const isOwn = (name: string): boolean => isShared(name) || settings.includes(name as FlagName);
  return { ...layer, values: Object.fromEntries(Object.entries(layer.values).filter(([name]) => isOwn(name))) };
};

/** Everything behind the first `--` is the command that is run. */
const splitAtDashes = (typed: readonly string[]): { own: readonly string[]; behind: readonly string[] } => {
  const at = typed.indexOf("--");
  return at < 0 ? { own: typed, behind: [] } : { own: typed.slice(0, at), behind: typed.slice(at + 1) };
};

/** A flag whose value can be left out takes only what can be one: in `--web bug.c`, bug.c is the input. */
const withBareValues = ({ settings }: Usage, typed: readonly string[]): readonly string[] => {
  const readers = new Map(
    settings.flatMap((name) => {
      const setting = settingOf(name);
      return setting.kind === "value" && setting.bare !== undefined ? [[flagOf(name), setting] as const] : [];
    }),
  );
  return typed.map((word, index) => {
    const setting = readers.get(word);
    const next = typed[index + 1];
    if (setting === undefined || next === undefined || /^-?\d+$/.test(next)) return word;
    return setting.reader.read(next) === undefined ? `${word}=${setting.bare}` : word;
  });
};

/** Two commands are two words, and what comes behind them is an input: for commander, a pair takes everything up to the next flag. */
const pairsLast = ({ settings }: Usage, typed: readonly string[]): readonly string[] => {
  const pairs = settings.filter((name) => settingOf(name).kind === "pair" && settingOf(name).group === "Test");
  const flags = new Set(pairs.map(flagOf));
  const last: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < typed.length; i++) {
    const word = typed[i] as string;
    const values = typed.slice(i + 1, i + 3);
    const isPair = flags.has(word) && values.length === 2 && values.every((value) => !value.startsWith("-"));
    (isPair ? last : others).push(...(isPair ? [word, ...values] : [word]));
    if (isPair) i += 2;
  }
  return [...others, ...last];
};

const commanderOf = (usage: Usage, typed: readonly string[]): Command => {
  const command = new Command(`pare ${usage.name}`)
    .allowExcessArguments()
    .helpOption("-h, --help", "show this help")
    .configureHelp({ formatHelp: () => helpText(usage, typed.includes("--all"), outputColumns()) })
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  for (const name of usage.settings) {
    command.addOption(optionOf(name));
    for (const flag of oppositeOf(name, settingOf(name))) command.addOption(new Option(flag));
  }
  for (const { flag } of usage.extras ?? []) command.option(flag);
  return command;
};

const optionOf = (name: FlagName): Option => {
  const setting = settingOf(name);
  const option = new Option(setting.flags);
  // "--no-match" and "--no-color" are flags of their own here, not the opposite of others.
  option.negate = false;
  // Everything up to the next flag; `settle` wants two.
  option.variadic = setting.kind === "pair";
  if (setting.kind === "list")
    option.argParser((typed, earlier: readonly string[] | undefined) => [...(earlier ?? []), typed]);
  return option;
};

const parse = (command: Command, usage: Usage, typed: readonly string[]): void => {
  let help = "";
  command.configureOutput({ writeOut: (text) => void (help += text) });
  try {
    command.parse([...typed], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new HelpShown(help);
    throw wrongUsage(usage, error);
  }
};

const wrongUsage = (usage: Usage, error: CommanderError): UserError => {
  const advice = `See pare ${usage.name} --help.`;
  const flag = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  if (error.code === "commander.unknownOption") {
    const near = nearest(flag, [
      ...usage.settings.flatMap((name) => [flagOf(name), ...oppositeOf(name, settingOf(name))]),
      ...(usage.extras ?? []).map((extra) => longFlag(extra.flag)),
      "--help",
    ]);
    const hint = near === undefined ? "." : `; did you mean ${near}?`;
    return new UserError("UNKNOWN_FLAG", `pare ${usage.name} has no flag ${flag}${hint}`, { advice });
  }
  if (error.code === "commander.optionMissingArgument") {
    const name = flag.split(" ").find((part) => part.startsWith("--"));
    const values = Array.from(flag.matchAll(/<(.*?)>/g), ([, value = ""]) => value.toUpperCase()).join(" ");
    const needs = values.includes(" ") ? "two values" : "a value";
    return new UserError("MISSING_VALUE", `${name} needs ${needs}: ${name} ${values || "VALUE"}.`, { advice });
  }
  return new UserError("BAD_USAGE", error.message.replace(/^error: /, ""), { advice });
};

const tooMany = (usage: Usage, args: readonly string[]): UserError => {
  const advice =
    usage.takesInput !== false
      ? `Put the command after --: pare ${usage.name} ${args[0]} -- ${args.slice(1).join(" ")}.`
      : `See pare ${usage.name} --help.`;
  return new UserError(
    "TOO_MANY_ARGUMENTS",
    `pare ${usage.name} takes one input, not ${args.length}: ${args.join(", ")}.`,
    {
      advice,
    },
  );
};
