/** Colours for source text by its tokens alone: comments, strings, numbers, words that mean something. Made for a glance, not for a proof. */
import type { CommentStyle } from "./definition.ts";

/** What a stretch of text is. */
export type Colour = "comment" | "directive" | "tag" | "string" | "number" | "word";

export interface ColouredRange {
  readonly from: number;
  readonly to: number;
  readonly colour: Colour;
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

/** How comments look, also those that never end; directives of the preprocessor count as comments that matter. */
const COMMENTS: Readonly<Record<CommentStyle, string>> = {
  slashes: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))`,
  block: String.raw`\/\*[\s\S]*?(?:\*\/|(?![\s\S]))`,
  hash: String.raw`#[^\n]*`,
  dashes: String.raw`--[^\n]*`,
  markup: String.raw`<!--[\s\S]*?(?:-->|(?![\s\S]))`,
  percent: "%[^\\n]*",
  semicolon: ";[^\\n]*",
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

/** In the order of the pattern's groups; names follow. */
const COLOURS: readonly Colour[] = ["comment", "directive", "tag", "string", "number"];

/** In order; what lies between the stretches is plain. */
export const coloured = (text: string, comments: CommentStyle): readonly ColouredRange[] => {
  const found: ColouredRange[] = [];
  for (const match of text.matchAll(patternOf(comments))) {
    const at = match.slice(1).findIndex((group) => group !== undefined);
    const colour = at === COLOURS.length ? (WORDS.has(match[0]) ? "word" : undefined) : COLOURS[at];
    if (colour !== undefined && match[0] !== "")
      found.push({ from: match.index, to: match.index + match[0].length, colour });
  }
  return found;
};

/** The same text in pieces, plain ones too. */
export const pieces = (
  text: string,
  comments: CommentStyle,
): readonly { readonly text: string; readonly colour?: Colour }[] => {
  let at = 0;
  const all = coloured(text, comments).flatMap(({ from, to, colour }) => {
    const plain = text.slice(at, from);
    at = to;
    return [...(plain === "" ? [] : [{ text: plain }]), { text: text.slice(from, to), colour }];
  });
  return at === text.length ? all : [...all, { text: text.slice(at) }];
};
