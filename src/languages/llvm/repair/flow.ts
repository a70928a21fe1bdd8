/** The ways between blocks: every block ends in one that leads to blocks there are. */
import { targetsOf, type FlowBlock, type FunctionModel, type Line } from "../functions.ts";
import { outside } from "../module.ts";
import { textOf, zeroOf } from "../types.ts";
import { append, erase, replace } from "./edits.ts";

/** What ends a function wherever it stands. */
export const returning = ({ signature: { type } }: FunctionModel): string =>
  type === "void" ? "ret void" : `ret ${type} ${zeroOf(type)}`;

/** Has anything changed? */
export const repairFlow = (f: FunctionModel): boolean => {
  const { tokens, blocks, body } = f;
  if (blocks.length === 0) {
    (tokens[body.close] as (typeof tokens)[number]).text = `\n  ${returning(f)}\n}`;
    return true;
  }
  let changed = false;
  for (const [place, block] of blocks.entries())
    if (block.terminator === undefined) {
      const next = blocks[place + 1];
      const last = block.lines.at(-1)?.instruction.to ?? block.block.label + 1;
      append(tokens, last - 1, `\n  ${next === undefined ? returning(f) : `br label ${next.name}`}`);
      changed = true;
    } else if (repairTerminator(f, block)) changed = true;
  return repairEntry(f) || changed;
};

/** Nothing leads to the first block. */
const repairEntry = (f: FunctionModel): boolean => {
  const { tokens, blocks, body, free } = f;
  const entry = blocks[0] as FlowBlock;
  if (!blocks.some((block) => targetsOf(f, block).includes(entry.name))) return false;
  append(tokens, body.open, `\n${free}:\n  br label ${entry.name}`);
  return true;
};

const repairTerminator = (f: FunctionModel, block: FlowBlock): boolean => {
  const { tokens, index } = f;
  const { instruction, reading } = block.terminator as Line;
  const labels = reading.operands.filter(({ role }) => role === "label");
  const isThere = (label: { readonly from: number }): boolean => index.has(tokens[label.from]?.text ?? "");
  const { opcode } = instruction;
  if (opcode === "invoke") return repairInvoke(f, block);
  if (opcode === "ret") return repairReturn(f, block);
  if (labels.every(isThere)) return false;
  const left = labels.filter(isThere).map(({ from }) => tokens[from]?.text ?? "");
  const [first] = left;
  if (opcode === "switch" && first !== undefined) repairSwitch(f, block);
  else if (/^(?:indirectbr|catchswitch)$/.test(opcode) && first !== undefined && isListed(f, block)) return true;
  else {
    const isPlain = /^(?:br|switch|indirectbr|callbr)$/.test(opcode);
    replace(tokens, instruction, !isPlain ? "unreachable" : first === undefined ? returning(f) : `br label ${first}`);
  }
  return true;
};

/** Cases that lead nowhere go; the default becomes one of those that are left. */
const repairSwitch = ({ tokens, index }: FunctionModel, { terminator }: FlowBlock): void => {
  const { operands } = (terminator as Line).reading;
  const [, fallback, ...cases] = operands;
  const isThere = (at: number | undefined): boolean => index.has(tokens[at ?? -1]?.text ?? "");
  for (let place = 0; place + 1 < cases.length; place += 2) {
    const label = cases[place + 1] as (typeof operands)[number];
    if (isThere(label.from)) {
      if (!isThere(fallback?.from))
        replace(tokens, fallback as (typeof operands)[number], tokens[label.from]?.text ?? "");
    } else erase(tokens, { from: cases[place]?.type.from ?? label.from, to: label.to });
  }
};

/** Takes labels that are not there out of the list in brackets; false where none is left. */
const isListed = ({ tokens, index }: FunctionModel, { terminator }: FlowBlock): boolean => {
  const { instruction } = terminator as Line;
  const open = [...outside(tokens, instruction)].find((at) => tokens[at]?.text === "[");
  if (open === undefined) return false;
  const close = tokens[open]?.match ?? open;
  const kept: string[] = [];
  for (let at = open + 1; at < close; at++) {
    const { kind, text } = tokens[at] as (typeof tokens)[number];
    if (kind === "local" && index.has(text)) kept.push(`label ${text}`);
  }
  if (kept.length === 0) return false;
  if (kept.join(", ") !== "" && close > open + 1) replace(tokens, { from: open + 1, to: close }, kept.join(", "));
  for (let at = close + 1; at < instruction.to - 1; at++)
    if (tokens[at]?.text === "label" && !index.has(tokens[at + 1]?.text ?? ""))
      replace(tokens, { from: at, to: at + 2 }, "to caller");
  return true;
};

const PADS = /^(?:landingpad|catchswitch|catchpad|cleanuppad)$/;

/** Where unwinding may lead: the first instruction but φ takes it up. */
export const padOf = ({ lines }: FlowBlock): Line | undefined => {
  const first = lines.find(({ instruction: { opcode } }) => opcode !== "phi");
  return first !== undefined && PADS.test(first.instruction.opcode) ? first : undefined;
};

/** It is a call where one of its ways is gone. */
const repairInvoke = (f: FunctionModel, block: FlowBlock): boolean => {
  const { index, blocks } = f;
  const [normal, unwind] = targetsOf(f, block);
  const pad = blocks[index.get(unwind ?? "") ?? -1];
  if (normal === undefined || (index.has(normal) && pad !== undefined && padOf(pad) !== undefined)) return false;
  unwrapInvoke(f, block);
  return true;
};

/** A call, and the way that it takes if nothing is thrown. */
const unwrapInvoke = (f: FunctionModel, block: FlowBlock): void => {
  const { tokens, index } = f;
  const { instruction, reading } = block.terminator as Line;
  const [normal] = targetsOf(f, block);
  const label = reading.operands.find(({ role }) => role === "label");
  const way = normal !== undefined && index.has(normal) ? `br label ${normal}` : returning(f);
  replace(tokens, { from: instruction.at, to: instruction.at + 1 }, "call");
  if (label === undefined) return;
  const { to } = instruction;
  const dbg = attachmentsOf(f, block.terminator as Line);
  erase(tokens, { from: label.from - 2, to });
  append(tokens, label.from - 3, `${dbg}\n  ${way}`);
};

const attachmentsOf = ({ tokens }: FunctionModel, { instruction, reading }: Line): string =>
  tokens
    .slice(reading.end, instruction.to)
    .map(({ text }) => (text === "," ? ", " : `${text} `))
    .join("")
    .trimEnd();

const repairReturn = (f: FunctionModel, { terminator }: FlowBlock): boolean => {
  const { tokens, signature } = f;
  const { instruction, reading } = terminator as Line;
  const [value] = reading.operands;
  const type = value === undefined ? "void" : textOf(tokens, value.type);
  if (!reading.isWhole || type === signature.type) return false;
  replace(tokens, { from: instruction.at, to: reading.end }, returning(f));
  return true;
};
