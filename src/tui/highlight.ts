/** Colours for source text by its tokens alone: comments, strings, numbers, words that mean something. Made for a glance, not for a proof. */
import type { CommentStyle } from "../languages/definition.ts";
import { languages } from "../languages/registry.ts";
import type { Style } from "./lines.ts";

/** A stretch of text in one style. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly style: Style;
}

const WORDS = new Set(
  (
    "abstract as async await auto begin bool boolean break byte case catch char class const constexpr continue debugger def default defer del delete do double elif else end enum except export " +
    "extends extern false final finally float fn for from func function global go goto if impl implements import in include inline instanceof int interface is lambda let long loop " +
    "match mod module mut namespace new nil none None not null nullptr of operator or and override package pass private protected pub public raise readonly ref register return " +
    "self Self short signed sizeof static string struct super switch template then this throw throws trait true True False try type typedef typename typeof undefined union unless unsafe unsigned until use using " +
    "val var virtual void volatile when where while with xor yield select insert update create table into values"
  ).split(" "),
);

const STRINGS = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|` + "`(?:[^`\\\\]|\\\\.)*`?";
const NUMBERS = String.raw`\b\d[\w.]*`;
const NAMES = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;

/** How comments look; directives of the preprocessor count as comments that matter. */
const COMMENTS: Readonly<Record<CommentStyle, string>> = {
  slashes: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`,
  block: String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
  hash: String.raw`#[^\n]*`,
  dashes: String.raw`--[^\n]*`,
  markup: String.raw`<!--[\s\S]*?(?:-->|$)`,
  percent: "%[^\\n]*",
  semicolon: ";[^\\n]*",
};

/** Files of languages that have no grammar here, by their ending. */
const OTHERS: readonly (readonly [style: CommentStyle, endings: string])[] = [
  ["hash", "shell perl pl r elixir ex cmake conf dockerfile awk nim tcl"],
  ["dashes", "ada adb vhdl elm"],
  ["markup", "svelte vue markdown md embedded-template"],
  ["percent", "tex erlang erl prolog matlab m"],
  ["semicolon", "asm s lisp el clj scheme scm ll llvm wat ini"],
];

/** By the name of a language, or how a file of it ends. */
const styleOf = (ending: string): CommentStyle => {
  const name = ending.toLowerCase();
  const { language, isContent } = languages.extensions.get(name) ?? {};
  const known = languages.find(
    (isContent === undefined ? language : undefined) ?? languages.fileNames.get(name) ?? name,
  );
  return known?.comments ?? OTHERS.find(([, endings]) => endings.split(" ").includes(name))?.[0] ?? "slashes";
};

const patterns = new Map<CommentStyle, RegExp>();

const patternOf = (style: CommentStyle): RegExp => {
  const known = patterns.get(style);
  if (known !== undefined) return known;
  const directive = style === "slashes" ? "|(^[ \\t]*#[ \\t]*[a-z]+)" : "|(^(?!))";
  const tag = style === "markup" ? String.raw`|(<\/?[\w:-]+|\/?>)` : "|((?!))";
  const pattern = new RegExp(`(${COMMENTS[style]})${directive}${tag}|(${STRINGS})|(${NUMBERS})|(${NAMES})`, "gmu");
  patterns.set(style, pattern);
  return pattern;
};

const STYLES: readonly Style[] = ["dim", "magenta", "blue", "green", "yellow"];

/** In order; what lies between the stretches is plain. `language` is a name or an ending of files. */
export const highlighted = (text: string, language: string): readonly Stretch[] => {
  const found: Stretch[] = [];
  for (const match of text.matchAll(patternOf(styleOf(language)))) {
    const at = match.slice(1).findIndex((group) => group !== undefined);
    const style = at === STYLES.length ? (WORDS.has(match[0]) ? "blue" : undefined) : STYLES[at];
    if (style !== undefined && match[0] !== "")
      found.push({ from: match.index, to: match.index + match[0].length, style });
  }
  return found;
};
