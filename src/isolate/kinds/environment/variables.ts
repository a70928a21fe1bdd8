/** Variables of an environment, read from what `env` or `env -0` prints or from a file such as .env. */
import { UserError } from "../../../core/errors.ts";

export type Variables = ReadonlyMap<string, string>;

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
  return new UserError("BAD_ENVIRONMENT", `${name}:${line} is not NAME=VALUE.`, {
    advice: `Write the variables as env prints them, or as in .env: NAME=VALUE, NAME="a b", # a comment. For values of several lines: env -0 > ${name}`,
  });
};
