/** Finds the language of a file: by its name, its first line, what it says to editors, and last by its content, if that is clear. */
import { amongFamily, clearlyBest } from "./detect-content.ts";
import { dataLanguage, isJson } from "./detect-data.ts";
import { EXTENSIONS, FILE_NAMES, FOREIGN, INTERPRETERS, MODES } from "./detect-names.ts";

const LOOKED_AT = 20_000;

/** `undefined` stands for a language we do not know, or for none. */
type Decision = { readonly language: string | undefined };

const decided = (language: string | undefined): Decision => ({ language });

/** A program and its version are one word: python3.11. */
const interpreterOf = (text: string): string | undefined => {
  const line = /^#!\s*(.*)/.exec(text)?.[1];
  if (line === undefined) return undefined;
  const words = line.trim().split(/\s+/);
  const [program = "", ...rest] = words.map((word) => word.replace(/^.*[/\\]/, ""));
  const named = program === "env" ? rest.find((word) => !word.startsWith("-") && !word.includes("=")) : program;
  return INTERPRETERS.get((named ?? "").toLowerCase().replace(/(?:\.exe|[-\d.]+)$/, ""));
};

const emacsMode = (text: string): string | undefined => {
  const inside = /^(?:.*\n)?.*?-\*-(.*?)-\*-/.exec(text)?.[1]?.trim();
  if (inside === undefined) return undefined;
  return inside.includes(":") ? /\bmode:[ \t]*([^\s;]+)/i.exec(inside)?.[1] : inside;
};

const VIM = /(?:^|\s)(?:vim?|ex)(?:[<=>]?\d+)?:.*?\b(?:ft|filetype|syntax|syn)=([\w+-]+)/;

const vimMode = (text: string, cut: boolean): string | undefined => {
  const lines = text.split("\n");
  const ends = [...lines.slice(0, 5), ...(cut ? [] : lines.slice(5).slice(-6))];
  return ends.map((line) => VIM.exec(line)?.[1]).find((mode) => mode !== undefined);
};

const modeOf = (text: string, cut: boolean): string | undefined =>
  MODES.get((emacsMode(text) ?? vimMode(text, cut) ?? "").toLowerCase());

const isMatlab = (text: string): boolean =>
  /^\s*(?:%|function\b)/.test(text) || (/^\s*%/m.test(text) && !/[@#]\w/.test(text));

/** Extensions that several languages share: what is in the file decides. */
const SHARED: Readonly<Record<string, (text: string, cut: boolean) => string | undefined>> = {
  h: (text, cut) => modeOf(text, cut) ?? amongFamily(text, "c", ["cpp", "objc", "cuda"]),
  i: (text, cut) => modeOf(text, cut) ?? amongFamily(text, "c", ["cpp", "objc"]),
  m: (text) => (isMatlab(text) ? undefined : "objc"),
  ts: (text) => (/^\s*<(?:\?xml|!DOCTYPE|TS\b)/.test(text) ? undefined : "typescript"),
  json5: (text, cut) => (isJson(text, cut) ? "json" : undefined),
};

const byExtension = (extension: string, text: string, cut: boolean): Decision | undefined => {
  const shared = SHARED[extension];
  if (shared !== undefined) return decided(shared(text, cut));
  const language = EXTENSIONS.get(extension);
  if (language !== undefined) return decided(language);
  return FOREIGN.has(extension) ? decided(undefined) : undefined;
};

/** Other people's programs, whose files have no extension. */
const FOREIGN_NAMES =
  /^(?:(?:docker|container|jenkins|proc)file(?:\..*)?|cmakelists\.txt|readme(?:\..*)?|license|changelog)$/;

const byName = (name: string, text: string, cut: boolean): Decision | undefined => {
  const file = name
    .replace(/^.*[/\\]/, "")
    .toLowerCase()
    .replace(/(?:\.(?:orig|bak|old|tmp)|~)+$/, "");
  const language = FILE_NAMES.get(file);
  if (language !== undefined) return decided(language);
  if (FOREIGN_NAMES.test(file)) return decided(undefined);
  if (/^(?:gnu)?makefile\./.test(file)) return decided("make");
  const dot = file.lastIndexOf(".");
  return dot < 0 ? undefined : byExtension(file.slice(dot + 1), text, cut);
};

const byContent = (text: string, cut: boolean): string | undefined =>
  interpreterOf(text) ??
  modeOf(text, cut) ??
  dataLanguage(text, cut) ??
  (text.startsWith("#!") ? undefined : clearlyBest(text));

/** The name of the language, or undefined: plain text, or nothing we have a grammar for. */
export const detectLanguage = (name: string, text: string): string | undefined => {
  const cut = text.length > LOOKED_AT;
  const start = text.slice(0, LOOKED_AT);
  const known = byName(name, start, cut);
  return known === undefined ? byContent(start, cut) : known.language;
};
