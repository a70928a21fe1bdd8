/**
 * Variables of the environment: `--env GOOD BAD`, two files with what `env` prints (also `env -0`) or as .env files are; `-` is the
 * environment that pare has. Each end has the variables of its file; those that stand in neither file are as they are for pare.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { elements } from "../../../core/configuration.ts";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { apart, type Change, type Changes } from "../../change.ts";
import type { KindOptions, OpenKind, Pair } from "../../kind.ts";
import { mixture } from "../../mixture.ts";
import { originPlace } from "../../places/origin-place.ts";

export interface EnvironmentEnds {
  /** Files as `env` prints them; "-" is the environment that pare has. */
  readonly env?: Pair;
}

export const openEnvironment = (options: KindOptions<EnvironmentEnds>): OpenKind => {
  const [good, bad] = (options.ends.env ?? ["-", "-"]).map((name) => variablesOf(name, options)) as [
    Variables,
    Variables,
  ];
  const changes = environmentChanges(good, bad);
  const [goodTitle, badTitle] = (options.ends.env ?? []).map((name) => (name === "-" ? "this environment" : name));
  return {
    name: "environment",
    // Values may be secrets: the run's record gets their digest.
    identity: digest(JSON.stringify([[...good], [...bad]])),
    titles: { good: goodTitle ?? "", bad: badTitle ?? "" },
    changes: async () => {
      if (changes.all.length > 0) return changes;
      throw new UserError("SAME_ENDS", `${goodTitle} and ${badTitle} have the same variables.`, {
        advice: "Save the environment where it works and where it fails: env -0 > good.env; env -0 > bad.env",
      });
    },
    // All tests run in the user's own directory.
    jobs: 1,
    openPlace: async () => originPlace(options.origin),
    close: async () => undefined,
  };
};

/** Say where a shell is and how it was started, not how programs are to behave. */
const IGNORED = new Set(["PWD", "OLDPWD", "SHLVL", "_"]);

const variablesOf = (name: string, { origin }: KindOptions): Variables => {
  const all = name === "-" ? own() : readVariables(textOf(name, origin), name);
  return new Map([...all].filter(([variable]) => !IGNORED.has(variable)));
};

const own = (): Variables =>
  new Map(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

const textOf = (name: string, origin: string): string => {
  try {
    return readFileSync(resolve(origin, name), "utf8");
  } catch (error) {
    throw new UserError("NO_INPUT", `The file of variables ${name} cannot be read.`, {
      advice: "Check the path. env -0 > good.env saves the environment of a shell; - means the environment of pare.",
      cause: error,
    });
  }
};

/** In the order of the files: neighbours there belong together. */
const environmentChanges = (good: Variables, bad: Variables): Changes => {
  const names = [...new Set([...bad.keys(), ...good.keys()])];
  const all = names.filter((name) => good.get(name) !== bad.get(name)).map((name) => changeOf(name, good, bad));
  const atGoodEnd = Object.fromEntries(names.map((name) => [name, good.get(name)]));
  return {
    all,
    levels: [{ name: "variables", groups: apart(all.length) }],
    mix: (chosen) => {
      const taken = Object.fromEntries(elements(chosen).map(({ id }) => [id, bad.get(id)]));
      return mixture(chosen.length, { environment: { ...atGoodEnd, ...taken } });
    },
  };
};

const changeOf = (name: string, good: Variables, bad: Variables): Change => {
  const old = good.get(name);
  const fresh = bad.get(name);
  return {
    id: name,
    ...(old === undefined ? {} : { old }),
    ...(fresh === undefined ? {} : { new: fresh }),
    what: old === undefined ? "added" : fresh === undefined ? "deleted" : "changed",
  };
};

type Variables = ReadonlyMap<string, string>;

/** `name`: of the file, for messages. Throws a `UserError` with the line that makes no sense. */
export const readVariables = (text: string, name: string): Variables => {
  if (text.includes("\0")) return fromEntries(text.split("\0").filter((entry) => entry !== ""));
  return PRINTED.test(text) ? fromEntries(printed(text)) : dotenv(text, name);
};

/** Variables that every shell sets and nobody writes into a file. */
const PRINTED = /^(?:_|PWD|SHLVL|OLDPWD)=/m;

/** What `env` prints: a line that does not begin with a name goes on with the value before it. */
const printed = (text: string): readonly string[] => {
  const entries: string[] = [];
  for (const line of text.replace(/\r?\n$/, "").split("\n"))
    if (/^[A-Za-z_][\w.%()-]*=/.test(line) || entries.length === 0) entries.push(line);
    else entries.push(`${entries.pop()}\n${line}`);
  return entries;
};

const fromEntries = (entries: readonly string[]): Variables =>
  new Map(
    entries
      .map((entry) => entry.replace(/^\n/, ""))
      .filter((entry) => entry.indexOf("=") > 0)
      .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );

/** From a name to the value's first sign. `declare -x` is what bash prints for `export -p`. */
const START = /[ \t]*(?:export[ \t]+|declare -x[ \t]+|set[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/y;
const EMPTY = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
/** A name without a value, as `export -p` prints it. */
const BARE = /[ \t]*(?:export|declare -x)[ \t]+[A-Za-z_]\w*[ \t]*(?:\r?\n|$)/y;
const SINGLE = /'([^']*)'/y;
const DOUBLE = /"((?:[^"\\]|\\[\s\S])*)"/y;
const PLAIN = /[^\n]*/y;

const at = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position;
  return pattern.exec(text);
};

const dotenv = (text: string, name: string): Variables => {
  const variables = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const nothing = at(EMPTY, text, position) ?? at(BARE, text, position);
    if (nothing !== null) {
      position += nothing[0].length;
      continue;
    }
    const start = at(START, text, position);
    if (start === null) throw senseless(text, position, name);
    const [value, end] = valueAt(text, position + start[0].length);
    variables.set(start[1] ?? "", value);
    position = end;
    const rest = at(EMPTY, text, position);
    if (rest === null) throw senseless(text, position, name);
    position += rest[0].length;
  }
  return variables;
};

const valueAt = (text: string, position: number): readonly [value: string, end: number] => {
  const single = at(SINGLE, text, position);
  if (single !== null) return [single[1] ?? "", position + single[0].length];
  const double = at(DOUBLE, text, position);
  if (double !== null) return [unescaped(double[1] ?? ""), position + double[0].length];
  const plain = at(PLAIN, text, position)?.[0] ?? "";
  return [plain.replace(/(?:^|\s)#.*$/, "").trim(), position + plain.length];
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\n": "" };

const unescaped = (value: string): string =>
  value.replaceAll(/\\([\s\S])/g, (both, sign: string) => ESCAPES[sign] ?? (/["\\$`]/.test(sign) ? sign : both));

const senseless = (text: string, position: number, name: string): UserError => {
  const line = text.slice(0, position).split("\n").length;
  return new UserError("BAD_ENVIRONMENT", `${name}:${line} is not of the form NAME=VALUE.`, {
    advice: `Write the variables as env prints them, or as in .env: NAME=VALUE, NAME="a b", # a comment. For values of several lines: env -0 > ${name}`,
  });
};
