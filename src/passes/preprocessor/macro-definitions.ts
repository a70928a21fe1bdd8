/** Macros as a text defines them. */
import { tokenEnd, type Directive } from "./lines.ts";

export interface Macro {
  readonly name: string;
  readonly definition: Directive;
  /** Missing for a macro without arguments. */
  readonly parameters?: readonly string[];
  /** On one line, without comments. */
  readonly body: string;
}

const HEAD = /([A-Za-z_$][\w$]*)(?:\(([^()\n]*)\))?/y;
const PARAMETER = /^(?:[A-Za-z_$][\w$]*|\.\.\.)$/;

/** Undefined for a `#define` that is not understood. */
export const macroOf = (text: string, definition: Directive): Macro | undefined => {
  HEAD.lastIndex = definition.argument;
  const match = HEAD.exec(text);
  if (match === null) return undefined;
  const [whole, name = "", list] = match;
  const body = bodyOf(text.slice(definition.argument + whole.length, definition.end));
  if (list === undefined)
    return text.charAt(definition.argument + whole.length) === "(" ? undefined : { name, definition, body };
  const parameters = list.split(",").map((parameter) => parameter.trim());
  if (parameters.length === 1 && parameters[0] === "") return { name, definition, parameters: [], body };
  const isPlain = parameters.every(
    (each, i) => PARAMETER.test(each) && (each !== "..." || i === parameters.length - 1),
  );
  return isPlain ? { name, definition, parameters, body } : undefined;
};

/** Continued lines are joined, comments and white space become a space, strings stay as they are. */
const bodyOf = (text: string): string => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    const isGap = /^(?:\s|\\\r?\n|\/[/*])/.test(token);
    if (!isGap || pieces.at(-1) !== " ") pieces.push(isGap ? " " : token);
    at = end;
  }
  return pieces.join("").trim();
};

/** The arguments behind a name, from `(` to `)`; undefined where there are none. */
export interface MacroArguments {
  readonly texts: readonly string[];
  /** Behind the closing bracket. */
  readonly end: number;
}

/** A longer use is not expanded. */
const MAX_LENGTH = 10_000;

export const argumentsAt = (text: string, behindName: number): MacroArguments | undefined => {
  let at = behindName;
  while (/\s/.test(text.charAt(at))) at++;
  if (text.charAt(at) !== "(") return undefined;
  const texts: string[] = [];
  let depth = 1;
  let from = ++at;
  while (at < text.length && at - behindName < MAX_LENGTH) {
    const character = text.charAt(at);
    if (character === "(") depth++;
    else if (character === ")") depth--;
    if (depth === 0) return { texts: [...texts, text.slice(from, at).trim()], end: at + 1 };
    if (depth === 1 && character === ",") {
      texts.push(text.slice(from, at).trim());
      from = at + 1;
    }
    at = tokenEnd(text, at);
  }
  return undefined;
};

const PASTE = /\s*##\s*/;

/** The body with arguments in the place of parameters; undefined where their numbers do not match, or names would be made up of pieces. */
export const expanded = ({ parameters, body }: Macro, texts: readonly string[]): string | undefined => {
  if (parameters === undefined) return body.includes("##") ? undefined : body;
  const values = boundTo(parameters, texts);
  if (values === undefined) return undefined;
  const pieces: string[] = [];
  for (let at = 0; at < body.length;) {
    const end = tokenEnd(body, at);
    const token = body.slice(at, end);
    const value = values.get(token);
    const isQuoted = value !== undefined && /(?:^|[^#])#\s*$/.test(pieces.slice(-3).join(""));
    if (isQuoted) {
      while (pieces.pop() !== "#");
      pieces.push(JSON.stringify(value.replaceAll(/\s+/g, " ")));
    } else pieces.push(value ?? token);
    at = end;
  }
  return pieces.join("").split(PASTE).join("");
};

const boundTo = (parameters: readonly string[], texts: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const isVariadic = parameters.at(-1) === "...";
  const fixed = isVariadic ? parameters.slice(0, -1) : parameters;
  const given = fixed.length === 0 && !isVariadic && texts.length === 1 && texts[0] === "" ? [] : texts;
  if (given.length < fixed.length || (!isVariadic && given.length > fixed.length)) return undefined;
  const values = new Map(fixed.map((name, index) => [name, given[index] ?? ""]));
  if (isVariadic) values.set("__VA_ARGS__", given.slice(fixed.length).join(", "));
  return values;
};
