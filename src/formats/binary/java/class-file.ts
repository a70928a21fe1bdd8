/** A Java class file (Java Virtual Machine Specification, chapter 4) taken apart: constants, members, attributes. */
import { fixed, type NumberPlace } from "../number-forms.ts";
import { Malformed, Reader } from "../reader.ts";
import { textAt } from "../chunks/chunk.ts";

export interface Attribute {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly size: NumberPlace;
  /** Where what it says begins. */
  readonly body: number;
  readonly code?: Code;
}

export interface AttributeList {
  readonly count: NumberPlace;
  readonly attributes: readonly Attribute[];
}

export interface Code {
  readonly stack: NumberPlace;
  readonly length: NumberPlace;
  readonly start: number;
  readonly end: number;
  readonly attributes: AttributeList;
  readonly handlers: { readonly count: NumberPlace; readonly start: number; readonly end: number };
}

interface Entry {
  readonly start: number;
  readonly end: number;
  readonly attributes: AttributeList;
}

interface EntryList {
  readonly count: NumberPlace;
  readonly entries: readonly Entry[];
}

interface Constant {
  readonly start: number;
  readonly end: number;
  /** Its number; long ones have the next, too. */
  readonly index: number;
  readonly isLong: boolean;
  /** Where it tells of other constants. */
  readonly uses: readonly NumberPlace[];
}

export interface ClassFile {
  readonly bytes: Uint8Array;
  readonly constants: { readonly count: NumberPlace; readonly entries: readonly Constant[] };
  /** Where flags, the class and the class above stand. */
  readonly head: number;
  readonly interfaces: { readonly count: NumberPlace; readonly start: number; readonly end: number };
  /** Fields, then methods. */
  readonly members: readonly EntryList[];
  readonly attributes: AttributeList;
  /** Behind the last attribute. */
  readonly end: number;
}

/** Mach-O files for several processors begin alike, with a small number of these. */
const OLDEST = 45;

/** By tag: how many bytes a constant has behind its tag; a text tells its own length. */
const CONSTANT: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};
const TEXT = 1;
/** By tag: where in a constant others are told. */
const USES: Readonly<Record<number, readonly number[]>> = {
  7: [1],
  8: [1],
  9: [1, 3],
  10: [1, 3],
  11: [1, 3],
  12: [1, 3],
  15: [2],
  16: [1],
  17: [3],
  18: [3],
  19: [1],
  20: [1],
};
const isLong = (tag: number): boolean => tag === 5 || tag === 6;
const HANDLER = 8;

export const isClass = (bytes: Uint8Array): boolean =>
  fixed(bytes, 0, 4, false).value === 0xcafebabe && fixed(bytes, 6, 2, false).value >= OLDEST;

/** `undefined` where lists are cut off: nothing behind could be found. */
export const classOf = (bytes: Uint8Array): ClassFile | undefined => {
  try {
    return new ClassReader(bytes).read();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
};

class ClassReader {
  readonly #bytes: Uint8Array;
  readonly #reader: Reader;
  readonly #texts = new Map<number, string>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#reader = new Reader(bytes, 8);
  }

  read(): ClassFile {
    const constants = this.#constants();
    const head = this.#reader.at;
    this.#reader.skip(6);
    const count = this.#number(2);
    const start = this.#reader.at;
    this.#reader.skip(2 * count.value);
    const interfaces = { count, start, end: this.#reader.at };
    const members = [this.#members(), this.#members()];
    const attributes = this.#attributes();
    return { bytes: this.#bytes, constants, head, interfaces, members, attributes, end: this.#reader.at };
  }

  #number(width: number): NumberPlace {
    const { at } = this.#reader;
    this.#reader.skip(width);
    return fixed(this.#bytes, at, width, false);
  }

  #constants(): ClassFile["constants"] {
    const count = this.#number(2);
    const entries: Constant[] = [];
    for (let i = 1; i < count.value; i++) {
      const start = this.#reader.at;
      const tag = this.#number(1).value;
      const length = tag === TEXT ? this.#number(2).value : CONSTANT[tag];
      if (length === undefined) throw new Malformed("no constant");
      if (tag === TEXT && length < 64) this.#texts.set(i, textAt(this.#bytes, this.#reader.at, length));
      this.#reader.skip(length);
      const uses = (USES[tag] ?? []).map((at) => fixed(this.#bytes, start + at, 2, false));
      entries.push({ start, end: this.#reader.at, index: i, isLong: isLong(tag), uses });
      if (isLong(tag)) i++;
    }
    return { count, entries };
  }

  #members(): EntryList {
    const count = this.#number(2);
    const entries: Entry[] = [];
    for (let i = 0; i < count.value; i++) {
      const start = this.#reader.at;
      this.#reader.skip(6);
      const attributes = this.#attributes();
      entries.push({ start, end: this.#reader.at, attributes });
    }
    return { count, entries };
  }

  #attributes(): AttributeList {
    const count = this.#number(2);
    const attributes: Attribute[] = [];
    for (let i = 0; i < count.value; i++) attributes.push(this.#attribute());
    return { count, attributes };
  }

  #attribute(): Attribute {
    const start = this.#reader.at;
    const name = this.#texts.get(this.#number(2).value) ?? "";
    const size = this.#number(4);
    const body = this.#reader.at;
    const end = body + size.value;
    if (end > this.#bytes.length) throw new Malformed("cut off");
    const code = name === "Code" ? this.#code() : undefined;
    if (code !== undefined && this.#reader.at !== end) throw new Malformed("not as long as it says");
    this.#reader.at = end;
    return { start, end, name, size, body, ...(code && { code }) };
  }

  #code(): Code {
    const stack = this.#number(2);
    this.#number(2);
    const length = this.#number(4);
    const start = this.#reader.at;
    this.#reader.skip(length.value);
    const end = this.#reader.at;
    const count = this.#number(2);
    const handlers = { count, start: this.#reader.at, end: this.#reader.at + HANDLER * count.value };
    this.#reader.skip(HANDLER * count.value);
    return { stack, length, start, end, handlers, attributes: this.#attributes() };
  }
}
