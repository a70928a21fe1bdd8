/** A module of LLVM: its items, the blocks of its functions and their instructions, as ranges of tokens. */
import { tokensIn, type Token } from "./tokens.ts";

/** Tokens from `from` up to `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type ItemKind =
  | "function"
  | "declaration"
  | "global"
  | "type"
  | "attributes"
  | "node"
  | "named node"
  | "comdat"
  | "directive"
  | "unknown";

export interface Item extends Span {
  readonly kind: ItemKind;
  /** With its sign: `@main`, `#0`, `!3`. */
  readonly name: string;
  /** The body of a function. */
  readonly body?: Body;
}

export interface Body {
  /** Its brackets. */
  readonly open: number;
  readonly close: number;
  readonly blocks: readonly Block[];
}

export interface Block {
  /** The token; -1 where it has none. */
  readonly label: number;
  readonly instructions: readonly Instruction[];
}

export interface Instruction extends Span {
  /** The token with its name; -1 for none. */
  readonly result: number;
  /** The token that says what it does. */
  readonly at: number;
  readonly opcode: string;
}

export interface Module {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly items: readonly Item[];
}

export const TERMINATORS: ReadonlySet<string> = new Set(
  "ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable".split(" "),
);

const STARTERS: Readonly<Record<string, ItemKind>> = {
  define: "function",
  declare: "declaration",
  attributes: "attributes",
  source_filename: "directive",
  target: "directive",
  module: "directive",
  uselistorder: "directive",
  uselistorder_bb: "directive",
};

const NAMED: Readonly<Record<string, ItemKind>> = {
  global: "global",
  local: "type",
  comdat: "comdat",
  metadata: "named node",
  summary: "directive",
};

export const moduleOf = (text: string): Module => {
  const tokens = tokensIn(text);
  const starts = startsIn(tokens);
  if (tokens.length > 0 && starts[0] !== 0) starts.unshift(0);
  const items = starts.map((from, index) => itemOf(tokens, { from, to: starts[index + 1] ?? tokens.length }));
  return { text, tokens, items };
};

/** Where items begin: outside of all brackets. */
const startsIn = (tokens: readonly Token[]): number[] => {
  const starts: number[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text, match, leads } = tokens[at] as Token;
    if (kind === "word" ? leads && Object.hasOwn(STARTERS, text) : isDefinition(tokens, at)) starts.push(at);
    if (match > at) at = match;
  }
  return starts;
};

const isDefinition = (tokens: readonly Token[], at: number): boolean => {
  const { kind, leads } = tokens[at] as Token;
  return leads && Object.hasOwn(NAMED, kind) && tokens[at + 1]?.text === "=";
};

const itemOf = (tokens: readonly Token[], { from, to }: Span): Item => {
  const { kind, text } = tokens[from] as Token;
  const item = { from, to };
  if (!isBalanced(tokens, item)) return { ...item, kind: "unknown", name: "" };
  if (kind !== "word") {
    if (!isDefinition(tokens, from)) return { ...item, kind: "unknown", name: "" };
    return { ...item, kind: /^!\d/.test(text) ? "node" : (NAMED[kind] as ItemKind), name: text };
  }
  const own = STARTERS[text] ?? "unknown";
  if (own === "directive" || own === "unknown") return { ...item, kind: own, name: "" };
  const name = tokens.slice(from, to).find((token) => token.kind === (own === "attributes" ? "group" : "global"));
  if (name === undefined) return { ...item, kind: "unknown", name: "" };
  const body = own === "function" ? bodyOf(tokens, item) : undefined;
  return { ...item, kind: own, name: name.text, ...(body !== undefined && { body }) };
};

const isBalanced = (tokens: readonly Token[], { from, to }: Span): boolean => {
  for (let at = from; at < to; at++) {
    const { kind, text, match } = tokens[at] as Token;
    if (kind === "punctuation" && /^[()[\]{}<>]$/.test(text) && match < 0) return false;
  }
  return true;
};

/** Its bracket is the one behind the parameters that ends a line, or has nothing in it. */
const bodyOf = (tokens: readonly Token[], { from, to }: Span): Body | undefined => {
  let isAfterParameters = false;
  for (let at = from; at < to; at++) {
    const { text, match } = tokens[at] as Token;
    if (isAfterParameters && text === "{" && (tokens[at + 1]?.leads === true || match === at + 1 || match === to - 1))
      return { open: at, close: match, blocks: blocksOf(tokens, { from: at + 1, to: match }) };
    if (text === "(" && tokens[at - 1]?.kind === "global") isAfterParameters = true;
    if (match > at) at = match;
  }
  return undefined;
};

/** A line that goes on with the one before it. */
const CONTINUES: ReadonlySet<string> = new Set(["to", "unwind", "cleanup", "catch", "filter", ",", "]", ")"]);

/** A block begins at a label, and behind what ends the one before it. */
const blocksOf = (tokens: readonly Token[], { from, to }: Span): readonly Block[] => {
  const blocks: { label: number; instructions: Instruction[] }[] = [];
  let last: { label: number; instructions: Instruction[] } | undefined;
  const begin = (label: number): { label: number; instructions: Instruction[] } => {
    const block = { label, instructions: [] };
    blocks.push(block);
    return (last = block);
  };
  for (let at = from; at < to;) {
    if (tokens[at]?.kind === "label") {
      begin(at++);
      continue;
    }
    const instruction = instructionOf(tokens, { from: at, to });
    const before = last?.instructions.at(-1);
    const isEnded = before !== undefined && TERMINATORS.has(before.opcode);
    const block = last === undefined || isEnded ? begin(-1) : last;
    block.instructions.push(instruction);
    at = instruction.to;
  }
  return blocks;
};

/** The one that begins at `from`. */
const instructionOf = (tokens: readonly Token[], { from, to }: Span): Instruction => {
  const result = tokens[from + 1]?.text === "=" && tokens[from]?.kind === "local" ? from : -1;
  let end = from;
  do {
    const { match } = tokens[end] as Token;
    end = match > end ? match + 1 : end + 1;
  } while (end < to && !isLineStart(tokens[end] as Token));
  let at = result < 0 ? from : from + 2;
  if (/^(?:tail|musttail|notail)$/.test(tokens[at]?.text ?? "")) at++;
  at = Math.min(at, end - 1);
  return { from, to: end, result, at, opcode: (tokens[at] as Token).text };
};

const isLineStart = ({ kind, leads, text }: Token): boolean => kind === "label" || (leads && !CONTINUES.has(text));

/** Those outside of the brackets of a range. */
export function* outside(tokens: readonly Token[], { from, to }: Span): Generator<number, void, void> {
  for (let at = from; at < to; at++) {
    yield at;
    const { match } = tokens[at] as Token;
    if (match > at) at = match;
  }
}
