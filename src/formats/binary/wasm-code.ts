/** Instructions of WebAssembly: where each ends, what it refers to, which belong together. */
import { Malformed, Reader } from "./reader.ts";
import { blockType, heapType, list, readField, readIndex, readNumber, valueType, type Module } from "./wasm-module.ts";
import type { SpaceName } from "./wasm-module.ts";
import { ELSE, isBlock, isEnd, OPCODES, PREFIXED, UNREACHABLE } from "./wasm-opcodes.ts";

const SPACE_OF: Readonly<Record<string, SpaceName>> = {
  t: "types",
  f: "functions",
  T: "tables",
  m: "memories",
  g: "globals",
  e: "elements",
  d: "data",
  x: "tags",
};

const WIDTH_OF: Readonly<Record<string, number>> = { "1": 1, "4": 4, "8": 8, v: 16 };

/** Instructions up to the end that belongs to them, and that end. In a constant expression nothing can be unreachable. */
export const expression = (module: Module, isConstant = true): void => {
  const { reader, grain } = module;
  /** The unit of each block that is open. */
  const blocks: number[] = [];
  for (;;) {
    const opcode = reader.peek();
    if (isEnd(opcode) && blocks.length === 0) return instruction(module);
    if (grain === "parts") finely(module, opcode, blocks);
    else if (grain === "unreachable" && !isConstant) coarsely(module, opcode, blocks);
    else plainly(module, opcode, blocks);
  }
};

/** For what it refers to alone. */
const plainly = (module: Module, opcode: number, blocks: number[]): void => {
  if (isEnd(opcode)) blocks.pop();
  if (isBlock(opcode)) blocks.push(-1);
  instruction(module);
};

/** Beginning and end of a block are one unit, what is inside is units of its own. */
const finely = (module: Module, opcode: number, blocks: number[]): void => {
  const { reader, layout } = module;
  const unit = isEnd(opcode) ? (blocks.pop() as number) : layout.unit();
  if (isBlock(opcode)) blocks.push(unit);
  layout.open(reader.at, { unit });
  instruction(module);
  layout.close(reader.at);
};

/** A block is a unit with all that is inside; `unreachable`, which is to take the place of units, is none. */
const coarsely = (module: Module, opcode: number, blocks: number[]): void => {
  const { reader, layout } = module;
  if (isEnd(opcode)) {
    blocks.pop();
    instruction(module);
    return layout.close(reader.at);
  }
  const isUnit = opcode !== UNREACHABLE && !isClause(opcode);
  layout.open(reader.at, isUnit ? { unit: layout.unit() } : {});
  instruction(module);
  if (isBlock(opcode)) blocks.push(-1);
  else layout.close(reader.at);
};

/** Else, catch, catch_all: they divide a block. */
const isClause = (opcode: number): boolean => opcode === ELSE || opcode === 0x07 || opcode === 0x19;

const instruction = (module: Module): void => {
  const { reader } = module;
  const opcode = reader.byte();
  const prefixed = PREFIXED.get(opcode);
  const immediates = prefixed === undefined ? OPCODES.get(opcode) : prefixed.get(reader.leb());
  if (immediates === undefined) throw new Malformed("no such instruction");
  for (const letter of immediates) immediate(module, letter);
};

const immediate = (module: Module, letter: string): void => {
  const { reader } = module;
  const space = SPACE_OF[letter];
  const width = WIDTH_OF[letter];
  if (space !== undefined) readIndex(module, space);
  else if (width !== undefined) reader.skip(width);
  else if (letter === "l" || letter === "s") readNumber(module, letter === "s");
  else if (letter === "M") memoryArgument(module);
  else if (letter === "b") blockType(module);
  else if (letter === "h") heapType(module);
  else if (letter === "V") many(module, () => valueType(module));
  else if (letter === "L") many(module, () => void readNumber(module));
  else many(module, () => catchClause(module));
};

/** Not as a list with items of its own: an instruction is the finest part. */
const many = ({ reader }: Module, read: () => void): void => {
  const count = reader.leb();
  for (let i = 0; i < count; i++) read();
};

const MEMORY_FLAG = 0x40;

const memoryArgument = (module: Module): void => {
  const { reader } = module;
  const alignment = reader.leb();
  if ((alignment & MEMORY_FLAG) !== 0) readIndex(module, "memories");
  readNumber(module);
};

const catchClause = (module: Module): void => {
  const kind = module.reader.byte();
  if (kind < 2) readIndex(module, "tags");
  module.reader.leb();
};

/** `unreachable`, without locals. */
export const EMPTY_BODY: Uint8Array = Uint8Array.of(0, UNREACHABLE, 0x0b);

/** A body: its size, its locals, its code. What is not understood of it is raw. */
export const body = (module: Module): void => {
  const { reader, layout, grain } = module;
  const size = readField(module, "size");
  const end = reader.at + size;
  if (end > reader.end) throw new Malformed("cut off");
  const start = reader.at;
  if (grain === "bodies" && size > EMPTY_BODY.length) {
    layout.open(start, { unit: layout.unit() });
    layout.close(end);
  } else if (grain !== "bodies") {
    const read = (): void => {
      const within = { ...module, reader: new Reader(reader.bytes, start, end) };
      list(within, () => {
        readNumber(within);
        valueType(within);
      });
      expression(within, false);
    };
    layout.attempt(read, (error) => error instanceof Malformed);
  }
  reader.at = end;
};
