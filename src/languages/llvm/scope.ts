/** What a module defines: what names in it may stand for. */
import { functionOf, type FunctionModel } from "./functions.ts";
import type { Item, Module, Span } from "./module.ts";
import { signatureOf, type Signature } from "./signature.ts";
import type { Token } from "./tokens.ts";

export interface Scope {
  /** Names of globals, groups of attributes, nodes, comdats and types. */
  readonly names: ReadonlySet<string>;
  /** By name of a function. */
  readonly signatures: ReadonlyMap<string, Signature>;
  /** Functions with a body and a description for debuggers. */
  readonly described: ReadonlySet<string>;
  /** By name of a function with a body. */
  readonly functions: ReadonlyMap<string, FunctionModel>;
}

export const scopeOf = ({ tokens, items }: Module): Scope => {
  const alive = items.filter(({ from }) => tokens[from]?.text !== "");
  const signatures = new Map<string, Signature>();
  const described = new Set<string>();
  const functions = new Map<string, FunctionModel>();
  for (const item of alive) {
    if (item.kind !== "function" && item.kind !== "declaration") continue;
    const signature = signatureOf(tokens, item);
    if (signature !== undefined) signatures.set(item.name, signature);
    const f = functionOf(tokens, item);
    if (f !== undefined) functions.set(item.name, f);
    if (item.body !== undefined && descriptionOf(tokens, item) >= 0) described.add(item.name);
  }
  return { names: new Set(alive.map(({ name }) => name)), signatures, described, functions };
};

/** Functions of LLVM itself are there, declared or not. */
export const isGlobal = (name: string, { names }: Scope): boolean => names.has(name) || name.startsWith("@llvm.");

/** Is a global, or a block whose address is taken, in a range of tokens and not in the module? */
export const isLost = (tokens: readonly Token[], { from, to }: Span, scope: Scope): boolean => {
  for (let at = from; at < to; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind === "global" && !isGlobal(text, scope)) return true;
    if (text !== "blockaddress") continue;
    const f = scope.functions.get(tokens[at + 2]?.text ?? "");
    if (f === undefined || !f.index.has(tokens[at + 4]?.text ?? "") || f.blocks[0]?.name === tokens[at + 4]?.text)
      return true;
  }
  return false;
};

/** The token `!dbg` in the head of a function; -1 for none. */
export const descriptionOf = (tokens: readonly Token[], { from, body, to }: Item): number => {
  for (let at = body?.open ?? to; at >= from; at--) if (tokens[at]?.text === "!dbg") return at;
  return -1;
};
