/** Who says what: flags, then PARE_* variables, then pare.config.json, then defaults. */
import { delimiter, join } from "node:path";
import { UserError } from "../core/errors.ts";
import { nearest } from "../pipelines/list-strategy.ts";
import { flagOf, variableOf, withImplied, type Setting } from "../settings/setting.ts";
import { FLAG_NAMES, settingOf, SETTINGS, type SettingName, type Settings } from "./settings.ts";

/** What somebody said, unread. */
export type Raw = string | number | boolean | readonly string[];

/** One of the places where settings come from. */
export interface Layer {
  readonly values: Readonly<Partial<Record<SettingName, Raw>>>;
  /** How an error calls a setting of this layer: "--jobs", "PARE_JOBS", … */
  nameOf(setting: SettingName): string;
  /** Relative paths are meant from here; from the working directory unless given. */
  readonly base?: string;
}

/** The ways to say what counts: the layer that uses one of them decides alone. */
const ORACLES: readonly SettingName[] = ["test", "command", "differs", "oracleServer"];

/** The settings of all layers, the first one that speaks wins. Throws a `UserError` for a value that cannot be. */
export const settle = (layers: readonly Layer[]): Settings => {
  const settled: Partial<Record<SettingName, unknown>> = {};
  for (const layer of layers) {
    const decided = ORACLES.some((name) => settled[name] !== undefined);
    const isOpen = (name: SettingName): boolean => settled[name] === undefined && !(decided && ORACLES.includes(name));
    const said = Object.entries(layer.values).flatMap(([key, raw]) => {
      const name = key as SettingName;
      return raw === undefined || !isOpen(name) ? [] : [[name, readSetting(layer, name, raw)] as const];
    });
    for (const [key, read] of Object.entries(withImplied(SETTINGS, Object.fromEntries(said))))
      settled[key as SettingName] ??= read;
  }
  return settled as Settings;
};

const readSetting = (layer: Layer, name: SettingName, raw: Raw): unknown => {
  if (name === "command") return raw;
  const setting = settingOf(name);
  const called = layer.nameOf(name);
  if (setting.kind === "switch") return typeof raw === "boolean" ? raw : readSwitch(called, String(raw));
  const said = raw === true && setting.bare !== undefined ? setting.bare : raw;
  const texts = (Array.isArray(said) ? said : [said]).map(String);
  if (setting.kind === "pair" && texts.length !== 2) throw noPair(called, setting, texts.length);
  const values = texts.map((typed) => fromBase(layer, setting, readValue(called, setting, typed)));
  return setting.kind === "value" ? values.at(-1) : values;
};

const noPair = (called: string, { group }: Setting, given: number): UserError => {
  const [what, one, other] =
    group === "Test" ? ["two commands", "A", "B"] : ["two values, the good end and the bad one", "GOOD", "BAD"];
  return new UserError("BAD_VALUE", `${called} takes ${what}, not ${given}.`, {
    advice: `For example ${called.startsWith("--") ? `${called} ${one} ${other}` : JSON.stringify([one, other])}.`,
  });
};

const readValue = (
  called: string,
  setting: Setting & { kind: "value" | "list" | "pair" },
  typed: string,
): string | number => {
  const read = setting.reader.read(typed);
  if (read !== undefined) return read;
  const near = nearest(typed, setting.reader.words ?? []);
  const why = setting.reader.why?.(typed);
  const reason = why === undefined ? "." : `: ${why}.`;
  const hint = near === undefined ? reason : `; did you mean ${JSON.stringify(near)}?`;
  throw new UserError("BAD_VALUE", `${called} cannot be ${JSON.stringify(typed)}${hint}`, {
    advice: `Give ${setting.reader.wants}.`,
  });
};

const readSwitch = (called: string, typed: string): boolean => {
  if (["1", "true", "yes", "on"].includes(typed.toLowerCase())) return true;
  if (["", "0", "false", "no", "off"].includes(typed.toLowerCase())) return false;
  throw new UserError("BAD_VALUE", `${called} cannot be ${JSON.stringify(typed)}.`, { advice: "Give 1 or 0." });
};

const fromBase = ({ base }: Layer, { path }: Setting, read: string | number): string | number =>
  base !== undefined && typeof read === "string" && (typeof path === "function" ? path(read) : path === true)
    ? resolveFrom(base, read)
    : read;

const resolveFrom = (base: string, path: string): string => (path.startsWith("/") ? path : join(base, path));

/** What was typed. */
export const flagLayer = (values: Layer["values"]): Layer => ({ values, nameOf: flagOf });

/** The PARE_* variables that are settings; others (PARE_RUNNER, …) are not looked at. */
export const environmentLayer = (environment: Readonly<Record<string, string | undefined>>): Layer => {
  const values: Partial<Record<SettingName, Raw>> = {};
  for (const name of FLAG_NAMES) {
    const typed = environment[variableOf(name)];
    const { kind, path } = settingOf(name);
    if (typed === undefined || (typed === "" && kind !== "switch")) continue;
    values[name] = (kind === "list" && path === true) || kind === "pair" ? typed.split(delimiter) : typed;
  }
  if ((environment["NO_COLOR"] ?? "") !== "") values.noColor ??= true;
  return { values, nameOf: variableOf };
};
