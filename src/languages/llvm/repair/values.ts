/** Uses: what is not there, or not on every way, becomes zero; what cannot do without it goes. */
import type { Operand } from "../cursor.ts";
import { targetsOf, type FlowBlock, type FunctionModel, type Line } from "../functions.ts";
import { isGlobal, isLost, type Scope } from "../scope.ts";
import { textOf, zeroOf } from "../types.ts";
import { repairCall } from "./calls.ts";
import { dominatorsOf, type Dominators } from "./dominators.ts";
import { erase, replace } from "./edits.ts";
import { padOf, returning } from "./flow.ts";
import { predecessorsOf, repairPhis } from "./phis.ts";

/** Where a value is made. */
interface ValuePlace {
  readonly block: number;
  readonly line: number;
}

export class ValueRepair {
  readonly #f: FunctionModel;
  readonly #scope: Scope;
  readonly #places = new Map<string, ValuePlace>();
  readonly #dominators: Dominators;
  /** Does the function say who unwinds? */
  readonly #canUnwind: boolean;
  changed = false;

  constructor(f: FunctionModel, scope: Scope) {
    this.#f = f;
    this.#scope = scope;
    this.#canUnwind = f.tokens.slice(f.item.from, f.body.open).some(({ text }) => text === "personality");
    for (const name of f.parameters) this.#places.set(name, { block: -1, line: -1 });
    for (const [block, { lines }] of f.blocks.entries())
      for (const [line, { name }] of lines.entries()) if (name !== undefined) this.#places.set(name, { block, line });
    this.#dominators = dominatorsOf(f.blocks.map((block) => targetsOf(f, block).map((name) => f.index.get(name) ?? 0)));
  }

  run(): boolean {
    const { blocks } = this.#f;
    const predecessors = predecessorsOf(this.#f);
    for (const [place, block] of blocks.entries()) {
      if (repairPhis(this.#f, block, predecessors.get(block.name) ?? [])) this.changed = true;
      this.#repairPad(block, predecessors.get(block.name) ?? []);
      for (const [line, each] of block.lines.entries()) this.#repairLine({ block: place, line }, each);
    }
    return this.changed;
  }

  /** What takes up unwinding is reached by it alone, in functions that say how. */
  #repairPad(block: FlowBlock, predecessors: readonly string[]): void {
    const { blocks, index } = this.#f;
    const pads = block.lines.filter(({ instruction: { opcode } }) => /^(?:landing|catch|cleanup)pad$/.test(opcode));
    if (pads.length === 0) return;
    const isReached = predecessors.some((name) => {
      const by = blocks[index.get(name) ?? 0] as FlowBlock;
      const opcode = by.terminator?.instruction.opcode ?? "";
      return opcode === "invoke"
        ? targetsOf(this.#f, by)[0] === block.name
        : !/^(?:catchswitch|cleanupret)$/.test(opcode);
    });
    for (const pad of pads)
      if (pad !== padOf(block) || !this.#canUnwind || block === blocks[0] || isReached) this.#kill(pad);
  }

  #kill({ instruction }: Line, block?: FlowBlock): void {
    const { tokens } = this.#f;
    this.changed = true;
    if (!/^(?:invoke|callbr)$/.test(instruction.opcode)) return erase(tokens, instruction);
    const target = block && targetsOf(this.#f, block)[0];
    replace(tokens, instruction, target === undefined ? returning(this.#f) : `br label ${target}`);
  }

  #repairLine(place: ValuePlace, line: Line): void {
    const { tokens, blocks } = this.#f;
    const { instruction, reading } = line;
    const block = blocks[place.block] as FlowBlock;
    if (tokens[instruction.at]?.text === "" || instruction.opcode === "uselistorder") {
      if (instruction.opcode === "uselistorder") this.#kill(line);
      return;
    }
    const callee = reading.operands.find(({ role }) => role === "callee");
    if (this.#isLost(place, line, callee)) return this.#kill(line, block);
    for (const [index, operand] of reading.operands.entries())
      if (operand.role === "value") this.#repairOperand({ place, line, operand, index });
    if (callee !== undefined) this.#repairCallee(line, callee, block.lines[place.line + 1]?.instruction.opcode);
    if (instruction.opcode !== "resume" || this.#canUnwind) return;
    replace(tokens, instruction, "unreachable");
    this.changed = true;
  }

  /** Can it not be without something that is gone? */
  #isLost(place: ValuePlace, line: Line, callee: Operand | undefined): boolean {
    const { tokens } = this.#f;
    const { instruction } = line;
    if (callee !== undefined) {
      const name = tokens[callee.from]?.text ?? "";
      if (callee.to === callee.from + 1 && !this.#isThere(name, place)) return true;
      if (callee.to > callee.from + 1 && isLost(tokens, callee, this.#scope)) return true;
      if (
        name.startsWith("@llvm.dbg.") &&
        !tokens.slice(instruction.at, instruction.to).some(({ text }) => text === "!dbg")
      )
        return true;
    }
    const isRecord =
      tokens[instruction.at]?.kind === "record" || tokens[callee?.from ?? -1]?.text.startsWith("@llvm.dbg.") === true;
    for (let at = instruction.at; at < line.reading.end; at++) {
      const { kind, text } = tokens[at] as (typeof tokens)[number];
      if (kind === "metadata" && /^!\d/.test(text) && !this.#scope.names.has(text)) return true;
      if (isRecord && kind === "local" && /^[,)]$/.test(tokens[at + 1]?.text ?? "") && !this.#isThere(text, place))
        return true;
    }
    return false;
  }

  /** A value or a global that may be used here. */
  #isThere(name: string, user: ValuePlace): boolean {
    if (name.startsWith("@")) return isGlobal(name, this.#scope);
    if (!name.startsWith("%")) return true;
    const made = this.#places.get(name);
    if (made === undefined) return false;
    if (made.block < 0) return true;
    if (made.block === user.block && this.#dominators.isReachable(made.block)) return made.line < user.line;
    const block = this.#f.blocks[made.block] as FlowBlock;
    const isEnding = block.terminator !== undefined && block.lines[made.line] === block.terminator;
    const from = isEnding ? (this.#f.index.get(targetsOf(this.#f, block)[0] ?? "") ?? made.block) : made.block;
    return this.#dominators.dominates(from, user.block);
  }

  #repairOperand({
    place,
    line,
    operand,
    index,
  }: {
    place: ValuePlace;
    line: Line;
    operand: Operand;
    index: number;
  }): void {
    const { tokens } = this.#f;
    const text = tokens[operand.from]?.text ?? "";
    const isName = operand.to === operand.from + 1 && text.startsWith("%");
    const user = line.instruction.opcode === "phi" ? this.#endOf(line, index) : place;
    if (isName ? user === undefined || this.#isThere(text, user) : !isLost(tokens, operand, this.#scope)) return;
    const type = textOf(tokens, operand.type);
    if (type === "" || type === "token") {
      const isEnding = line === this.#f.blocks[place.block]?.terminator;
      if (isEnding && !/^(?:invoke|callbr)$/.test(line.instruction.opcode)) {
        replace(tokens, line.instruction, "unreachable");
        this.changed = true;
      } else this.#kill(line, this.#f.blocks[place.block]);
      return;
    }
    replace(tokens, operand, zeroOf(type));
    this.changed = true;
  }

  /** φ use their values at the end of the blocks these come from. */
  #endOf({ reading }: Line, index: number): ValuePlace | undefined {
    const from = reading.operands[index + 1]?.from ?? -1;
    const block = this.#f.index.get(this.#f.tokens[from]?.text ?? "");
    return block === undefined ? undefined : { block, line: Number.POSITIVE_INFINITY };
  }

  #repairCallee(line: Line, callee: Operand, next: string | undefined): void {
    const { tokens } = this.#f;
    const { instruction } = line;
    const signature = this.#scope.signatures.get(tokens[callee.from]?.text ?? "");
    if (signature !== undefined && callee.to === callee.from + 1 && repairCall(this.#f, line, callee, signature))
      this.changed = true;
    const word = tokens[instruction.at - 1];
    if (word?.text === "musttail" && next !== "ret" && next !== "bitcast") {
      word.text = "tail";
      this.changed = true;
    }
  }
}
