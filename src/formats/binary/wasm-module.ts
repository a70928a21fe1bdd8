/** What the readers of WebAssembly's parts share: where they are, what they found, which parts are units. */
import type { Layout } from "./layout.ts";
import type { Space } from "./numbering.ts";
import { Malformed, type Reader } from "./reader.ts";

export type SpaceName = "types" | "functions" | "tables" | "memories" | "globals" | "tags" | "elements" | "data";

/** Which parts can go: whole sections, entries of their lists, or what these are made of; code may become `unreachable` instead, and numbers smaller. */
export type Grain = "sections" | "bodies" | "entries" | "unreachable" | "parts" | "numbers";

export interface Module {
  readonly reader: Reader;
  readonly layout: Layout;
  readonly grain: Grain;
  readonly spaces: Readonly<Record<SpaceName, Space>>;
  /** Functions of this module: their type, and their body, go together. By their numbers in the section. */
  readonly functions: number[];
  /** Entries of the sections that tell how many there are of something. */
  readonly coupled: Map<number, number>;
}

export const emptySpaces = (): Record<SpaceName, Space> => ({
  types: { units: [] },
  functions: { units: [] },
  tables: { units: [] },
  memories: { units: [] },
  globals: { units: [] },
  tags: { units: [] },
  elements: { units: [] },
  data: { units: [] },
});

/** Larger numbers are none that WebAssembly allows where something is counted. */
const NUMBER_LIMIT = 2 ** 32;

/** A number that tells of the bytes behind it or of the items inside. */
export const readField = ({ reader, layout }: Module, kind: "size" | "count"): number => {
  const { at } = reader;
  const value = reader.leb();
  if (value >= NUMBER_LIMIT) throw new Malformed("too large");
  layout.field(kind, at, reader.at, value);
  return value;
};

export const readIndex = ({ reader, layout, spaces }: Module, space: SpaceName): void => {
  const { at } = reader;
  const value = reader.leb();
  if (value < NUMBER_LIMIT) layout.reference(spaces[space], { at, end: reader.at, value });
};

/** A number that means nothing to this format. One of a single byte is left to whoever goes by bytes. */
export const readNumber = ({ reader, layout, grain }: Module, signed = false): number => {
  const { at } = reader;
  const value = signed ? reader.signedLeb() : reader.leb();
  if (grain === "numbers" && reader.at > at + 1) layout.number({ at, end: reader.at, value }, signed);
  return value ?? 0;
};

/** A part that can go at the finest grain. */
const part = (module: Module, read: () => void, how: { readonly item: boolean }): void => {
  const { reader, layout, grain } = module;
  layout.open(reader.at, { ...how, ...(grain === "parts" && { unit: layout.unit() }) });
  read();
  layout.close(reader.at);
};

/** A count and as many items. */
export const list = (module: Module, item: () => void): void => {
  module.layout.open(module.reader.at);
  const count = readField(module, "count");
  for (let i = 0; i < count; i++) part(module, item, { item: true });
  module.layout.close(module.reader.at);
};

/** So many units at most for the bytes of one string; the next time there are fewer bytes, and the units are finer. */
const MAX_CHUNKS = 2 ** 14;

/** A length and as many bytes: names, data. */
export const byteString = (module: Module): void => {
  const { reader, layout, grain } = module;
  layout.open(reader.at);
  const size = readField(module, "size");
  const end = reader.at + size;
  if (end > reader.end) throw new Malformed("cut off");
  const width = Math.ceil(size / MAX_CHUNKS);
  if (grain === "parts")
    for (let at = reader.at; at < end; at += width) {
      layout.open(at, { unit: layout.unit() });
      layout.close(Math.min(end, at + width));
    }
  reader.at = end;
  layout.close(end);
};

/** A type number of 33 bits is an index, a negative one a type of its own. */
export const heapType = ({ reader, layout, spaces }: Module): void => {
  const { at } = reader;
  const value = reader.signedLeb();
  if (value !== undefined && value < NUMBER_LIMIT)
    layout.reference(spaces.types, { at, end: reader.at, value }, { signed: true });
};

export const valueType = (module: Module): void => {
  const { reader } = module;
  const type = reader.bytes[reader.at];
  if (type !== 0x63 && type !== 0x64) return void reader.byte();
  reader.byte();
  heapType(module);
};

/** The type of a block: none, one result, or the index of a function type. */
export const blockType = (module: Module): void => {
  const type = module.reader.bytes[module.reader.at];
  if (type === 0x63 || type === 0x64) valueType(module);
  else heapType(module);
};
