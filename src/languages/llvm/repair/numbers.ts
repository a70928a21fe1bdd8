/** Numbers in the place of names count from zero, without gaps. */
import { functionOf, type FunctionModel } from "../functions.ts";
import { moduleOf, type Module } from "../module.ts";
import { written } from "../tokens.ts";

const isNumber = (name: string): boolean => /^[%@]\d+$/.test(name);

export const renumbered = (text: string): string => {
  const module = moduleOf(text);
  const numbers = new Map<string, ReadonlyMap<string, string>>();
  for (const item of module.items) {
    const f = functionOf(module.tokens, item);
    if (f !== undefined) numbers.set(item.name, renumberLocals(f));
  }
  renumberAddresses(module, numbers);
  renumberGlobals(module);
  return written(text, module.tokens);
};

const renumberGlobals = ({ tokens, items }: Module): void => {
  const defined = items.filter(({ kind, name }) => /^(?:function|declaration|global)$/.test(kind) && isNumber(name));
  const numbers = new Map(defined.map(({ name }, number) => [name, `@${number}`]));
  for (const token of tokens) if (token.kind === "global") token.text = numbers.get(token.text) ?? token.text;
};

/** Blocks whose address is taken, by function. */
const renumberAddresses = ({ tokens }: Module, numbers: ReadonlyMap<string, ReadonlyMap<string, string>>): void => {
  for (const [at, { text }] of tokens.entries()) {
    const block = text === "blockaddress" ? tokens[at + 4] : undefined;
    if (block !== undefined) block.text = numbers.get(tokens[at + 2]?.text ?? "")?.get(block.text) ?? block.text;
  }
};

/** By name: the number in its place. */
const renumberLocals = (f: FunctionModel): ReadonlyMap<string, string> => {
  const { tokens, blocks, parameters, signature } = f;
  const numbers = new Map<string, string>();
  const number = (name: string | undefined): void => {
    if (name !== undefined && isNumber(name)) numbers.set(name, `%${numbers.size}`);
  };
  parameters.forEach(number);
  for (const { name, lines } of blocks) {
    number(name);
    for (const line of lines) number(line.name);
  }
  const rename = (at: number): void => {
    const token = tokens[at];
    if (token !== undefined) token.text = numbers.get(token.text) ?? token.text;
  };
  const renameAll = (from: number, to: number): void => {
    for (let at = from; at < to; at++) rename(at);
  };
  for (const { name } of signature.parameters) rename(name);
  for (const { name, block, lines } of blocks) {
    renameLabel(f, block.label, `${numbers.get(name)?.slice(1) ?? ""}:`);
    for (const { instruction, reading } of lines) {
      rename(instruction.result);
      for (const { from, to } of reading.operands)
        if (to === from + 1 || tokens[from]?.text === "!DIArgList") renameAll(from, to);
    }
  }
  return numbers;
};

const renameLabel = ({ tokens }: FunctionModel, at: number, text: string): void => {
  const token = tokens[at];
  if (token !== undefined && /^\d+:$/.test(token.text)) token.text = text;
};
