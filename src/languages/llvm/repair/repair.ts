/** Makes a module of any text that was cut from one: LLVM's verifier has nothing to say against it. */
import { Cursor } from "../cursor.ts";
import type { FunctionModel } from "../functions.ts";
import { moduleOf, type Item, type Module } from "../module.ts";
import { descriptionOf, isLost, scopeOf, type Scope } from "../scope.ts";
import { signatureOf } from "../signature.ts";
import { textOf, zeroOf } from "../types.ts";
import { written } from "../tokens.ts";
import { erase, replace } from "./edits.ts";
import { repairFlow } from "./flow.ts";
import { eraseBroken, eraseDangling, eraseUnused } from "./metadata.ts";
import { renumbered } from "./numbers.ts";
import { spellOut } from "./spelling.ts";
import { ValueRepair } from "./values.ts";

/** One repair may call for another, but seldom for many. */
const MAX_ROUNDS = 12;

export const repaired = (text: string): string => {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = repairedOnce(current);
    if (next === current) break;
    current = next;
  }
  return renumbered(current);
};

const repairedOnce = (text: string): string => {
  const module = moduleOf(text);
  const { tokens, items } = module;
  for (const item of items) repairItem(module, item);
  eraseBroken(module);
  eraseUnused(module);
  const scope = scopeOf(module);
  eraseDangling(module, scope.names);
  for (const item of items) {
    if (tokens[item.from]?.text === "") continue;
    if (item.kind === "global") repairGlobal(module, item, scope);
    const f = scope.functions.get(item.name);
    if (f === undefined) continue;
    repairHead(f, scope);
    if (repairFlow(f) || new ValueRepair(f, scope).run()) spellOut(f);
  }
  return written(text, tokens);
};

/** What the head names besides types: who unwinds, what stands before the code, and what debuggers are told. */
const repairHead = (f: FunctionModel, scope: Scope): void => {
  repairDescription(f, scope);
  const { tokens, signature, body } = f;
  for (let at = signature.close + 1; at < body.open; at++) {
    if (!/^(?:personality|prefix|prologue)$/.test(tokens[at]?.text ?? "")) continue;
    const c = new Cursor(tokens, { from: at + 1, to: body.open });
    if (c.typed() && isLost(tokens, { from: at, to: c.at }, scope)) erase(tokens, { from: at, to: c.at });
  }
};

/** A call that could be inlined needs a place where both sides are described to debuggers. */
const repairDescription = ({ tokens, item, blocks }: FunctionModel, { described }: Scope): void => {
  const at = descriptionOf(tokens, item);
  if (at < 0) return;
  const isSilent = blocks.some(({ lines }) =>
    lines.some(
      ({ instruction, reading }) =>
        reading.operands.some(({ role, from }) => role === "callee" && described.has(tokens[from]?.text ?? "")) &&
        !tokens.slice(reading.end, instruction.to).some(({ text }) => text === "!dbg"),
    ),
  );
  if (isSilent) erase(tokens, { from: at, to: at + 2 });
};

/** LLVM reads no group of attributes that has none. */
const isEmptyGroup = (tokens: Module["tokens"], { kind, from, to }: Item): boolean =>
  kind === "attributes" && tokens[to - 1]?.text === "}" && tokens[to - 2]?.text === "{" && to > from;

/** A definition without a body declares; lists of uses are right for one text alone. */
const repairItem = ({ tokens }: Module, item: Item): void => {
  const first = tokens[item.from]?.text ?? "";
  if (first.startsWith("uselistorder") || isEmptyGroup(tokens, item)) return erase(tokens, item);
  if (item.kind !== "function") return;
  const open = tokens.findIndex(({ kind, text }, at) => at >= item.from && kind === "global" && text === item.name) + 1;
  const close = tokens[open]?.match ?? -1;
  // A parameter was added in front of none.
  if (close > open + 1 && tokens[close - 1]?.text === ",") erase(tokens, { from: close - 1, to: close });
  if (item.body !== undefined) return;
  const signature = signatureOf(tokens, item);
  if (signature === undefined) return;
  const { returns } = signature;
  replace(tokens, { from: item.from, to: returns.from }, "declare");
  for (const { name } of signature.parameters) if (name >= 0) erase(tokens, { from: name, to: name + 1 });
  erase(tokens, { from: signature.close + 1, to: item.to });
};

/** What a global begins with may name others. */
const repairGlobal = ({ tokens }: Module, item: Item, scope: Scope): void => {
  if (!isLost(tokens, item, scope)) return;
  let start = item.from;
  while (start < item.to && !/^(?:global|constant|alias|ifunc)$/.test(tokens[start]?.text ?? "")) start++;
  if (/^(?:alias|ifunc)$/.test(tokens[start]?.text ?? "")) return erase(tokens, item);
  const c = new Cursor(tokens, { from: start + 1, to: item.to });
  if (!c.typed()) return;
  const value = c.operands.at(-1);
  if (value !== undefined) replace(tokens, value, zeroOf(textOf(tokens, value.type)));
};
