/** Finds the language of a file: by its name, its first line, what it says to editors, and last by its content, if that is clear. */
import { amongFamily, clearlyBest } from "./detect/content.ts";
import { languages, type Registry } from "./registry.ts";

const LOOKED_AT = 20_000;

interface Content {
  readonly text: string;
  /** The text is only the beginning of a longer one. */
  readonly cut: boolean;
}

/** `undefined` stands for a language we do not know, or for none. */
type Decision = { readonly language: string | undefined };

const decided = (language: string | undefined): Decision => ({ language });

/** A program and its version are one word: python3.11. */
const interpreterOf = ({ text }: Content, { interpreters }: Registry): string | undefined => {
  const line = /^#!\s*(.*)/.exec(text)?.[1];
  if (line === undefined) return undefined;
  const words = line.trim().split(/\s+/);
  const [program = "", ...rest] = words.map((word) => word.replace(/^.*[/\\]/, ""));
  const named = program === "env" ? rest.find((word) => !word.startsWith("-") && !word.includes("=")) : program;
  return interpreters.get((named ?? "").toLowerCase().replace(/(?:\.exe|[-\d.]+)$/, ""));
};

const emacsMode = ({ text }: Content): string | undefined => {
  const inside = /^(?:.*\n)?.*?-\*-(.*?)-\*-/.exec(text)?.[1]?.trim();
  if (inside === undefined) return undefined;
  return inside.includes(":") ? /\bmode:[ \t]*([^\s;]+)/i.exec(inside)?.[1] : inside;
};

const VIM = /(?:^|\s)(?:vim?|ex)(?:[<=>]?\d+)?:.*?\b(?:ft|filetype|syntax|syn)=([\w+-]+)/;

const vimMode = ({ text, cut }: Content): string | undefined => {
  const lines = text.split("\n");
  const ends = [...lines.slice(0, 5), ...(cut ? [] : lines.slice(5).slice(-6))];
  return ends.map((line) => VIM.exec(line)?.[1]).find((mode) => mode !== undefined);
};

const modeOf = (content: Content, { modes }: Registry): string | undefined =>
  modes.get((emacsMode(content) ?? vimMode(content) ?? "").toLowerCase());

const byExtension = (extension: string, content: Content, registry: Registry): Decision | undefined => {
  const claim = registry.extensions.get(extension);
  if (claim === undefined) return FOREIGN_EXTENSIONS.has(extension) ? decided(undefined) : undefined;
  const { language, isContent, relatives } = claim;
  if (isContent !== undefined) return decided(isContent(content.text, content.cut) ? language : undefined);
  if (relatives === undefined) return decided(language);
  return decided(modeOf(content, registry) ?? amongFamily(content.text, { first: language, relatives }, registry));
};

const byName = (name: string, content: Content, registry: Registry): Decision | undefined => {
  const file = name
    .replace(/^.*[/\\]/, "")
    .toLowerCase()
    .replace(/(?:\.(?:orig|bak|old|tmp)|~)+$/, "");
  const language = registry.fileNames.get(file);
  if (language !== undefined) return decided(language);
  if (FOREIGN_NAMES.test(file)) return decided(undefined);
  const patterned = registry.definitions.find(({ fileNamePattern }) => fileNamePattern?.test(file));
  if (patterned !== undefined) return decided(patterned.name);
  const dot = file.lastIndexOf(".");
  return dot < 0 ? undefined : byExtension(file.slice(dot + 1), content, registry);
};

const byContent = (content: Content, registry: Registry): string | undefined => {
  const { text, cut } = content;
  return (
    interpreterOf(content, registry) ??
    modeOf(content, registry) ??
    registry.definitions.find(({ isContent }) => isContent?.(text, cut))?.name ??
    (text.startsWith("#!") ? undefined : clearlyBest(text, registry))
  );
};

/** The name of the language, or undefined: plain text, or nothing we have a grammar for. */
export const detectLanguage = (name: string, text: string, registry: Registry = languages): string | undefined => {
  const content = { text: text.slice(0, LOOKED_AT), cut: text.length > LOOKED_AT };
  const known = byName(name, content, registry);
  return known === undefined ? byContent(content, registry) : known.language;
};

/** Languages that we do not know, prose and data, by extension: their content is not looked at. */
const FOREIGN_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "md markdown rst adoc tex log csv tsv diff patch vue svelte scss sass less styl pl pm r swift dart f f90 f95 " +
    "s asm ll mlir wat el lisp clj cljs ex exs erl hrl fs fsi fsx vb ps1 bat cmd vim nix tf proto thrift graphql cmake gradle groovy " +
    "hbs ejs erb ini cfg properties rtf d nim vhd vhdl pas ada adb ads tcl smt2 lean"
  ).split(" "),
);

/** Other people's programs, whose files have no extension. */
const FOREIGN_NAMES: RegExp =
  /^(?:(?:docker|container|jenkins|proc)file(?:\..*)?|cmakelists\.txt|readme(?:\..*)?|license|changelog)$/;
