/** φ: they stand first in their block and have a value for each way into it. */
import { targetsOf, type FlowBlock, type FunctionModel, type Line } from "../functions.ts";
import { textOf, zeroOf } from "../types.ts";
import { erase, replace } from "./edits.ts";

/** By block: the names of those that lead to it, as often as they do. */
export const predecessorsOf = (f: FunctionModel): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>(f.blocks.map(({ name }) => [name, []]));
  for (const block of f.blocks) for (const target of targetsOf(f, block)) found.get(target)?.push(block.name);
  return found;
};

/** Has anything changed? */
export const repairPhis = (f: FunctionModel, block: FlowBlock, predecessors: readonly string[]): boolean => {
  let changed = false;
  let isFirst = true;
  for (const line of block.lines) {
    if (line.instruction.opcode !== "phi") {
      isFirst = false;
      continue;
    }
    if (!line.reading.isWhole) continue;
    if (!isFirst || predecessors.length === 0) {
      erase(f.tokens, line.instruction);
      changed = true;
    } else if (repairPhi(f, line, predecessors)) changed = true;
  }
  return changed;
};

interface Entry {
  readonly open: number;
  readonly value: string;
  readonly block: string;
}

const entriesOf = ({ tokens }: FunctionModel, { reading: { operands } }: Line): readonly Entry[] => {
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < operands.length; at += 2) {
    const [value, block] = [operands[at], operands[at + 1]];
    if (value === undefined || block === undefined) break;
    entries.push({ open: value.from - 1, value: textOf(tokens, value), block: tokens[block.from]?.text ?? "" });
  }
  return entries;
};

const repairPhi = (f: FunctionModel, line: Line, predecessors: readonly string[]): boolean => {
  const { tokens } = f;
  const entries = entriesOf(f, line);
  const wanted = new Map<string, number>();
  for (const name of predecessors) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  const kept: Entry[] = [];
  const known = new Map<string, string>();
  let isUneven = false;
  for (const entry of entries) {
    const left = wanted.get(entry.block) ?? 0;
    if (left === 0) continue;
    wanted.set(entry.block, left - 1);
    // From one block comes one value, however many ways lead from it.
    const value = known.get(entry.block) ?? entry.value;
    isUneven ||= value !== entry.value;
    known.set(entry.block, value);
    kept.push({ ...entry, value });
  }
  const missing = [...wanted].flatMap(([name, count]) => Array.from({ length: count }, () => name));
  if (kept.length === entries.length && missing.length === 0 && !isUneven) return false;
  const [first] = line.reading.operands;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return false;
  const zero = zeroOf(textOf(tokens, first.type));
  const added = missing.map((block) => `[ ${known.get(block) ?? zero}, ${block} ]`);
  const texts = [...kept.map(({ value, block }) => `[ ${value}, ${block} ]`), ...added];
  replace(tokens, { from: first.from - 1, to: (tokens[last.open]?.match ?? last.open) + 1 }, texts.join(", "));
  return true;
};
