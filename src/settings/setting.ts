/** One setting: how it is typed, read and explained, and what it means for a run. Tables of settings give the types of options. */
import { text, type ValueReader } from "./readers.ts";

/** The headings of the help, in its order. */
export const GROUPS = [
  "What to compare",
  "Test",
  "Running tests",
  "Reduction",
  "Search",
  "Limits",
  "Cluster",
  "Output",
] as const;

export interface SettingBase {
  /** As in the help: "-j, --jobs <n>". */
  readonly flags: string;
  readonly about: string;
  /** What holds unless it is given, as the help shows it. */
  readonly default?: string;
  readonly group: (typeof GROUPS)[number];
  /** Its values, or those for which this holds, name files: relative paths in a configuration file start at that file. */
  readonly path?: true | ((read: string) => boolean);
  /** The value that a flag without a value stands for. A word after it that cannot be a value is an argument. */
  readonly bare?: string;
  /** Its name among the options of the library, where that is another one. */
  readonly option?: string;
  /** It can change the result, so it is part of the identity of a run. */
  readonly decisive?: true;
  /** A switch that `--no-NAME` turns off: it may be on without having been given. */
  readonly negatable?: true;
  /** A switch that stands for values of other settings, which whoever gives it may also give. */
  readonly implies?: Readonly<Record<string, boolean>>;
  /** pare applies it to every process that it starts, so an oracle server cannot have it. */
  readonly perProcess?: true;
}

export interface Valued<T extends string | number> {
  readonly reader: ValueReader<T>;
  /** How a configuration file writes it. */
  readonly json: "string" | "number";
}

/** A switch has no value; a list can be given several times; a pair takes two values: the good end and the bad one. */
export type Setting = SettingBase &
  ({ readonly kind: "switch" } | ({ readonly kind: "value" | "list" | "pair" } & Valued<string | number>));

/** Settings by name. */
export type SettingTable = Readonly<Record<string, Setting>>;

export const value = <const C extends SettingBase, T extends string | number>(
  common: C,
  reader: ValueReader<T>,
  json: "string" | "number" = "string",
): C & { readonly kind: "value" } & Valued<T> => ({ ...common, kind: "value", reader, json });

export const many = <const C extends SettingBase>(
  common: C,
  reader: ValueReader<string>,
): C & { readonly kind: "list" } & Valued<string> => ({ ...common, kind: "list", reader, json: "string" });

export const pair = <const C extends SettingBase>(common: C): C & { readonly kind: "pair" } & Valued<string> => ({
  path: (read) => read !== "-",
  ...common,
  kind: "pair",
  reader: text,
  json: "string",
});

export const toggle = <const C extends SettingBase>(common: C): C & { readonly kind: "switch" } => ({
  ...common,
  kind: "switch",
});

type ValueOf<S> = S extends { readonly kind: "switch" }
  ? boolean
  : S extends { readonly kind: "list" }
    ? readonly string[]
    : S extends { readonly kind: "pair" }
      ? readonly [good: string, bad: string]
      : S extends Valued<infer T>
        ? T
        : never;

/** The values of a table's settings; a setting that nobody has given is missing. */
export type SettingsOf<T> = { readonly [K in keyof T]?: ValueOf<T[K]> };

/** The same under the names that the library uses. */
export type OptionsOf<T> = {
  readonly [K in keyof T as T[K] extends { readonly option: infer N extends string } ? N : K]?: ValueOf<T[K]>;
};

/** From settings to options of the library: those of the table that were given. */
export const optionsFrom = <T extends SettingTable>(table: T, settings: SettingsOf<T>): OptionsOf<T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { option = name }]) =>
      settings[name] === undefined ? [] : [[option, settings[name]]],
    ),
  ) as OptionsOf<T>;

/** The same with what its switches imply. */
export const withImplied = <V extends object>(table: SettingTable, values: V): V => {
  const given = values as Readonly<Record<string, unknown>>;
  const implied = Object.entries(table).flatMap(([name, { implies }]) =>
    implies !== undefined && given[name] === true ? [implies] : [],
  );
  return Object.assign({}, ...implied, values) as V;
};

/** Those options of the table that are part of a run's identity. */
export const decisiveOptionsOf = <T extends SettingTable>(
  table: T,
  options: OptionsOf<T>,
): Readonly<Record<string, unknown>> => {
  const values = options as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { option = name, decisive }]) =>
      decisive === true && values[option] !== undefined ? [[option, values[option]]] : [],
    ),
  );
};

/** "--jobs" of a setting's name. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** "--no-valid" of a switch that can be turned off. */
export const oppositeOf = (name: string, { negatable }: Setting): readonly string[] =>
  negatable === true ? [`--no-${flagOf(name).slice(2)}`] : [];

/** "PARE_MAX_TESTS" of a setting's name. */
export const variableOf = (name: string): string => `PARE_${flagOf(name).slice(2).replaceAll("-", "_").toUpperCase()}`;
