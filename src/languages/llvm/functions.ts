/** A function with its names, the ways between its blocks and the operands of its instructions. */
import type { Operand } from "./cursor.ts";
import { isKnown, readInstruction, type Reading } from "./forms.ts";
import { TERMINATORS, type Block, type Body, type Instruction, type Item } from "./module.ts";
import { signatureOf, type Signature } from "./signature.ts";
import type { Token } from "./tokens.ts";

export interface Line {
  readonly instruction: Instruction;
  readonly reading: Reading;
  /** The name of what it makes, also where it is not written; nothing where it makes nothing. */
  readonly name: string | undefined;
}

export interface FlowBlock {
  readonly name: string;
  readonly block: Block;
  readonly lines: readonly Line[];
  /** The last line, if nothing can follow it. */
  readonly terminator: Line | undefined;
}

export interface FunctionModel {
  readonly tokens: readonly Token[];
  readonly item: Item;
  readonly body: Body;
  readonly signature: Signature;
  /** Names of parameters, in order. */
  readonly parameters: readonly string[];
  readonly blocks: readonly FlowBlock[];
  /** Blocks by name. */
  readonly index: ReadonlyMap<string, number>;
  /** A number that nothing is called by. */
  readonly free: number;
}

/** `undefined` for what is no function with a body, or has a head that is not understood. */
export const functionOf = (tokens: readonly Token[], item: Item): FunctionModel | undefined => {
  const { body } = item;
  const signature = body && signatureOf(tokens, item);
  if (body === undefined || signature === undefined) return undefined;
  const namer = new Namer(tokens, item);
  const parameters = signature.parameters.map(({ name }) => namer.next(tokens[name]?.text));
  const readings = body.blocks.map(({ instructions }) => instructions.map((each) => readInstruction(tokens, each)));
  const operands = readings.flat().flatMap((each) => each.operands);
  const named = (role: Operand["role"]): ReadonlySet<string> =>
    new Set(operands.flatMap((each) => (each.role === role ? [tokens[each.from]?.text ?? ""] : [])));
  const isSpelledOut = body.blocks.every(({ label }, place) => place === 0 || label >= 0);
  const entry = isSpelledOut ? namer.entry(named("block"), named("label")) : undefined;
  const blocks = body.blocks.map((block, place): FlowBlock => {
    const name = namer.next(labelOf(tokens, block) ?? (place === 0 ? entry : undefined));
    const lines = block.instructions.map((instruction, index): Line => {
      const reading = readings[place]?.[index] as Reading;
      const own = tokens[instruction.result]?.text;
      const isNamed = own !== undefined || isImplicit(tokens, instruction);
      return { instruction, reading, name: isNamed ? namer.next(own) : undefined };
    });
    const last = lines.at(-1);
    return { name, block, lines, terminator: last && TERMINATORS.has(last.instruction.opcode) ? last : undefined };
  });
  const index = new Map(blocks.map(({ name }, place) => [name, place]));
  return { tokens, item, body, signature, parameters, blocks, index, free: namer.free };
};

const labelOf = (tokens: readonly Token[], { label }: Block): string | undefined =>
  label < 0 ? undefined : `%${tokens[label]?.text.slice(0, -1) ?? ""}`;

/** What has no name has the number after the last one, or one that nothing has where that is taken. */
class Namer {
  upcoming = 0;
  /** Names that are written where they are given. */
  readonly given = new Set<string>();
  /** A number that nothing is called by. */
  free = 0;

  constructor(tokens: readonly Token[], { from, to, body }: Item) {
    for (let at = from; at < to; at++) {
      const { kind, text } = tokens[at] as Token;
      if (kind !== "label" && kind !== "local") continue;
      const name = kind === "label" ? `%${text.slice(0, -1)}` : text;
      if (/^%\d+$/.test(name)) this.free = Math.max(this.free, Number(name.slice(1)) + 1);
      if (kind === "label" || tokens[at + 1]?.text === "=" || at < (body?.open ?? 0)) this.given.add(name);
    }
  }

  next(written: string | undefined): string {
    const name = written ?? `%${this.given.has(`%${this.upcoming}`) ? this.free : this.upcoming}`;
    if (/^%\d+$/.test(name)) this.upcoming = Number(name.slice(1)) + 1;
    this.free = Math.max(this.free, this.upcoming);
    return name;
  }

  /** φ alone name the first block: a number that only they know may be its own, where parameters before it have gone. */
  entry(named: ReadonlySet<string>, reached: ReadonlySet<string>): string | undefined {
    const unknown = [...named]
      .filter((name) => /^%\d+$/.test(name) && !this.given.has(name) && !reached.has(name))
      .map((name) => Number(name.slice(1)));
    return unknown.length === 0 || unknown.includes(this.upcoming) ? undefined : `%${Math.min(...unknown)}`;
  }
}

const SILENT: ReadonlySet<string> = new Set([...TERMINATORS, "store", "fence", "uselistorder"]);

/** Does it make a value though it gives it no name? */
const isImplicit = (tokens: readonly Token[], { at, opcode, to }: Instruction): boolean => {
  if (/^(?:call|invoke|callbr)$/.test(opcode)) {
    for (let each = at + 1; each < to; each++) {
      const { kind, text } = tokens[each] as Token;
      if (text === "void" && tokens[each + 1]?.text !== "*") return false;
      if (kind === "global" || kind === "local" || text === "(") return true;
    }
    return false;
  }
  return isKnown(opcode) && !SILENT.has(opcode);
};

/** Where a terminator may go, in the order in which it names them; unwinding included. */
export const targetsOf = ({ tokens }: FunctionModel, { terminator }: FlowBlock): readonly string[] =>
  (terminator?.reading.operands ?? []).flatMap(({ role, from }: Operand) =>
    role === "label" ? [tokens[from]?.text ?? ""] : [],
  );

/** Are there blocks or values with a number that is not written? That of the first block never is. */
export const isTerse = (functions: readonly FunctionModel[]): boolean =>
  functions.some(({ blocks }) =>
    blocks.some(
      ({ block, lines }, place) =>
        (place > 0 && block.label < 0) ||
        lines.some(({ name, instruction }) => name !== undefined && instruction.result < 0),
    ),
  );
