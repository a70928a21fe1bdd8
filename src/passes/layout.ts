/** The last pass: what is left reads like normal code again. Nothing but white space changes. */
import { hasRole } from "../languages/roles.ts";
import { BRACKETS, CLOSING } from "./support/bracket-pairs.ts";
import { Levels } from "./support/indentation.ts";
import { textsOf, type LeafToken } from "./support/leaves.ts";
import type { Syntax, TextPass } from "../languages/pass.ts";

/** Lines are broken that are longer, where that is possible. */
const MAX_LINE_LENGTH = 120;

export const layout: TextPass = {
  kind: "texts",
  name: "layout",
  about: "indents what is left and breaks long lines (not with --rename, which makes texts as short as possible)",
  texts(syntax) {
    const { text } = syntax.tree;
    if (syntax.rename || text.trim() === "") return [];
    const { layout: kind = "free" } = syntax.language.traits;
    const laid = kind === "free" || kind === "brackets" ? byBrackets(syntax, kind === "free") : byIndentation(text);
    return laid === text ? [] : [laid];
  },
};

/** Every line as deep as the brackets around it; line ends stay, and more of them come where lines are too long. */
const byBrackets = ({ tree, language }: Syntax, mayBreak: boolean): string => {
  const unit = unitOf(tree.text);
  const tokens = textsOf(tree, (kind) => hasRole(language, "string", kind));
  const texts = tokens.map(({ start, end }) => tree.text.slice(start, end));
  const open = new OpenBrackets();
  const out: string[] = [];
  let column = 0;
  for (const [index, { start }] of tokens.entries()) {
    const token = texts[index] as string;
    const gap = tree.text.slice(tokens[index - 1]?.end ?? 0, start);
    const isLong =
      mayBreak &&
      isBreakable(gap, texts[index - 1] ?? "") &&
      column + 1 + chunkAt(texts, tokens, index) > MAX_LINE_LENGTH;
    const breaks = index > 0 && (gap.includes("\n") || isLong);
    const indent = token.startsWith("#") ? "" : unit.repeat(open.levelAt(texts, index));
    const space = breaks
      ? `${lineEnd(gap)}${indent}`
      : index > 0 && isSpaced(gap, texts[index - 1] ?? "", token)
        ? " "
        : "";
    out.push(space, token);
    column = (breaks ? indent.length : column + space.length) + token.length;
    open.pass(token, breaks);
  }
  const rest = tree.text.slice(tokens.at(-1)?.end ?? 0);
  return out.join("") + (rest.includes("\n") ? lineEnd(rest) : "");
};

/** Brackets that are open, by the lines they stand on: those on one line indent once. */
class OpenBrackets {
  /** By open bracket: its line, and how deep what follows it lies. */
  readonly #open: { readonly line: number; readonly level: number }[] = [];
  #line = 0;

  /** How deep a line lies that begins with this token: brackets that it closes at its start do not count. */
  levelAt(texts: readonly string[], index: number): number {
    let closed = 0;
    while (CLOSING.has(texts[index + closed] ?? "")) closed++;
    return this.#open[this.#open.length - closed - 1]?.level ?? 0;
  }

  pass(token: string, breaks: boolean): void {
    if (breaks) this.#line++;
    const top = this.#open.at(-1);
    const level = (top?.level ?? 0) + (top?.line === this.#line ? 0 : 1);
    if (Object.hasOwn(BRACKETS, token)) this.#open.push({ line: this.#line, level });
    if (CLOSING.has(token)) this.#open.pop();
  }
}

/** How long it is from a token to the next place where a line may be broken. */
const chunkAt = (texts: readonly string[], tokens: readonly LeafToken[], index: number): number => {
  let length = texts[index]?.length ?? 0;
  for (let next = index + 1; next < tokens.length && length <= MAX_LINE_LENGTH; next++) {
    if (tokens[next]?.start !== tokens[next - 1]?.end || isBreakable("", texts[next - 1] ?? "")) break;
    length += texts[next]?.length ?? 0;
  }
  return length;
};

/** Where there is white space, and behind what ends something. */
const isBreakable = (gap: string, before: string): boolean => gap !== "" || /^[;{},]$/.test(before);

/** Space that was there stays, but for where nobody writes it. */
const isSpaced = (gap: string, before: string, token: string): boolean =>
  gap !== "" && !/^[)\],;]$/.test(token) && !/^[([]$/.test(before);

const lineEnd = (gap: string): string => (gap.includes("\r\n") ? "\r\n" : "\n");

/** Lines and their nesting stay; every level is indented as much as any other. */
const byIndentation = (text: string): string => {
  const unit = unitOf(text);
  const lines = text.split("\n");
  const depths = lines.flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length]));
  const levels = new Levels(depths.reduce((least, depth) => Math.min(least, depth), Infinity));
  return lines
    .map((line) => {
      const content = line.trimStart();
      return content === "" ? content : unit.repeat(levels.at(line.length - content.length)) + content;
    })
    .join("\n");
};

/** The least indentation there is, if it is a usual one. */
const unitOf = (text: string): string => {
  const indents = [...text.matchAll(/^([ \t]+)\S/gm)].map(([, indent = ""]) => indent);
  if (indents.some((indent) => indent.startsWith("\t"))) return "\t";
  const least = Math.min(...indents.slice(0, 1000).map((indent) => indent.length));
  return " ".repeat(least >= 2 && least <= 8 ? least : 2);
};
