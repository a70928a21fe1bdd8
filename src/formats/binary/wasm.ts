/** WebAssembly modules: sections, entries, instructions, bytes; sizes, counts and indices are put right. */
import { Unparsable } from "../../core/errors.ts";
import type { FileFormat } from "../pieces.ts";
import type { Container } from "./container.ts";
import { Layout, type Filler } from "./layout.ts";
import { Malformed, Reader } from "./reader.ts";
import { stage } from "./stage.ts";
import { EMPTY_BODY } from "./wasm-code.ts";
import { ENTRIES, type Entries } from "./wasm-entries.ts";
import { byteString, emptySpaces, readField, readIndex, type Grain, type Module } from "./wasm-module.ts";
import { UNREACHABLE } from "./wasm-opcodes.ts";

const MAGIC = [0x00, 0x61, 0x73, 0x6d] as const;
/** Magic and version. */
const HEAD = 8;

const SECTION = { custom: 0, functions: 3, start: 8, code: 10, data: 11, dataCount: 12, last: 13 } as const;
/** Sections that make no sense without each other are one unit. */
const PARTNER: Readonly<Record<number, number>> = {
  [SECTION.code]: SECTION.functions,
  [SECTION.data]: SECTION.dataCount,
};

const FILLERS: Readonly<Partial<Record<Grain, Filler>>> = {
  bodies: { bytes: EMPTY_BODY, merges: false },
  unreachable: { bytes: Uint8Array.of(UNREACHABLE), merges: true },
};

/** Finer grains have a node for each byte or instruction. Longer files are made shorter by coarser ones first, or not at all. */
const MAX_FINE_BYTES = 2 ** 22;

const isMalformed = (error: unknown): boolean => error instanceof Malformed;

const layoutOf = (bytes: Uint8Array, grain: Grain): Layout => {
  if ((grain === "parts" || grain === "unreachable" || grain === "numbers") && bytes.length > MAX_FINE_BYTES)
    throw new Unparsable("too long");
  const layout = new Layout(bytes, FILLERS[grain]);
  const module: Module = {
    reader: new Reader(bytes, HEAD),
    layout,
    grain,
    spaces: emptySpaces(),
    functions: [],
    coupled: new Map(),
  };
  while (module.reader.left > 0 && layout.attempt(() => section(module), isMalformed));
  if (module.reader.left > 0 && grain === "sections") {
    layout.open(module.reader.at, { unit: layout.unit() });
    layout.close(bytes.length);
  }
  return layout;
};

const section = (module: Module): void => {
  const { reader, layout, grain } = module;
  const start = reader.at;
  const id = reader.byte();
  if (id > SECTION.last) throw rewound(reader, start);
  layout.open(start, grain === "sections" ? { unit: sectionUnit(module, id) } : {});
  const size = sizeOf(module, start);
  const end = Math.min(reader.end, reader.at + size);
  content({ ...module, reader: new Reader(reader.bytes, reader.at, end) }, id);
  reader.at = end;
  layout.close(end);
};

/** Where the section began, as if nothing had been read. */
const rewound = (reader: Reader, start: number): Malformed => {
  reader.at = start;
  return new Malformed("not a section");
};

const sizeOf = (module: Module, start: number): number => {
  try {
    return readField(module, "size");
  } catch (error) {
    throw isMalformed(error) ? rewound(module.reader, start) : error;
  }
};

const sectionUnit = ({ layout, coupled }: Module, id: number): number => {
  const partner = coupled.get(PARTNER[id] ?? -1);
  if (partner !== undefined) return partner;
  const unit = layout.unit();
  coupled.set(id, unit);
  return unit;
};

const content = (module: Module, id: number): void => {
  const { layout, grain } = module;
  if (grain === "sections" || (grain === "bodies" && id !== SECTION.code)) return;
  const kind = ENTRIES[id];
  if (kind !== undefined) entries(module, kind, id);
  else layout.attempt(() => other(module, id), isMalformed);
};

/** Sections that are no list of entries. */
const other = (module: Module, id: number): void => {
  const { reader, layout, spaces } = module;
  if (id === SECTION.start) readIndex(module, "functions");
  else if (id === SECTION.custom) byteString(module);
  else if (id === SECTION.dataCount) {
    const { at } = reader;
    const value = reader.leb();
    layout.reference(spaces.data, { at, end: reader.at, value }, { total: true });
  }
};

/** As many as can be understood; the rest is raw. */
const entries = (module: Module, kind: Entries, id: number): void => {
  const { reader, layout } = module;
  let count = 0;
  if (!layout.attempt(() => (count = readField(module, "count")), isMalformed)) return;
  for (let i = 0; i < count && reader.left > 0; i++)
    if (!layout.attempt(() => entry(module, kind, { id, number: i }), isMalformed)) return;
};

const entry = (module: Module, { read, space }: Entries, { id, number }: { id: number; number: number }): void => {
  const { reader, layout, spaces, functions, grain } = module;
  const unit = grain === "entries" ? entryUnit(module, id, number) : -1;
  layout.open(reader.at, { unit, item: true });
  const member = read(module) ?? space;
  layout.close(reader.at);
  if (member !== undefined) spaces[member].units.push(unit);
  if (id === SECTION.functions) functions[number] = unit;
};

const entryUnit = ({ layout, functions }: Module, id: number, number: number): number =>
  (id === SECTION.code ? functions[number] : undefined) ?? layout.unit();

const grainStage = (unit: string, grain: Grain): FileFormat => stage(unit, (bytes) => layoutOf(bytes, grain));

export const wasm: Container = {
  name: "wasm",
  recognises: (bytes) => bytes.length >= HEAD && MAGIC.every((byte, i) => bytes[i] === byte),
  stages: [
    grainStage("wasm sections", "sections"),
    grainStage("wasm bodies", "bodies"),
    grainStage("wasm entries", "entries"),
    grainStage("wasm unreachable", "unreachable"),
    grainStage("wasm parts", "parts"),
    grainStage("wasm numbers", "numbers"),
  ],
  contents: () => [],
};
