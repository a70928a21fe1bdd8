/** Entries of the sections of WebAssembly. */
import { Malformed } from "./reader.ts";
import { body, expression } from "./wasm-code.ts";
import { byteString, list, readIndex, readNumber, valueType, type Module, type SpaceName } from "./wasm-module.ts";

/** What an entry is a new member of, and how it is read. */
export interface Entries {
  readonly space?: SpaceName;
  readonly read: (module: Module) => SpaceName | void;
}

const EXTERNAL: readonly SpaceName[] = ["functions", "tables", "memories", "globals", "tags"];

const limits = (module: Module): void => {
  const flags = module.reader.byte();
  readNumber(module);
  if ((flags & 1) !== 0) readNumber(module);
  if ((flags & 8) !== 0) readNumber(module);
};

const type = (module: Module): void => {
  if (module.reader.byte() !== 0x60) throw new Malformed("not a function type");
  list(module, () => valueType(module));
  list(module, () => valueType(module));
};

const tableType = (module: Module): void => {
  valueType(module);
  limits(module);
};

const globalType = (module: Module): void => {
  valueType(module);
  module.reader.byte();
};

const tag = (module: Module): void => {
  module.reader.byte();
  readIndex(module, "types");
};

const imported = (module: Module): SpaceName => {
  byteString(module);
  byteString(module);
  const kind = module.reader.byte();
  const space = EXTERNAL[kind];
  if (space === undefined) throw new Malformed("no such import");
  if (space === "functions") readIndex(module, "types");
  else if (space === "tables") tableType(module);
  else if (space === "memories") limits(module);
  else if (space === "globals") globalType(module);
  else tag(module);
  return space;
};

const table = (module: Module): void => {
  const { reader } = module;
  if (reader.bytes[reader.at] !== 0x40) return tableType(module);
  reader.skip(2);
  tableType(module);
  expression(module);
};

const global = (module: Module): void => {
  globalType(module);
  expression(module);
};

const exported = (module: Module): void => {
  byteString(module);
  const space = EXTERNAL[module.reader.byte()];
  if (space === undefined) throw new Malformed("no such export");
  readIndex(module, space);
};

/** Bit 0: passive or declared; bit 1: with a table (or declared); bit 2: with expressions. */
const element = (module: Module): void => {
  const { reader } = module;
  const flags = reader.leb();
  if (flags > 7) throw new Malformed("no such element segment");
  if ((flags & 1) === 0) {
    if ((flags & 2) !== 0) readIndex(module, "tables");
    expression(module);
  }
  const expressions = (flags & 4) !== 0;
  if ((flags & 3) !== 0) {
    if (expressions) valueType(module);
    else reader.byte();
  }
  list(module, () => (expressions ? expression(module) : readIndex(module, "functions")));
};

const data = (module: Module): void => {
  const flags = module.reader.leb();
  if (flags > 2) throw new Malformed("no such data segment");
  if (flags === 2) readIndex(module, "memories");
  if (flags !== 1) expression(module);
  byteString(module);
};

/** By the number of the section. */
export const ENTRIES: Readonly<Record<number, Entries>> = {
  1: { space: "types", read: type },
  2: { read: imported },
  3: { space: "functions", read: (module) => readIndex(module, "types") },
  4: { space: "tables", read: table },
  5: { space: "memories", read: limits },
  6: { space: "globals", read: global },
  7: { read: exported },
  9: { space: "elements", read: element },
  10: { read: body },
  11: { space: "data", read: data },
  13: { space: "tags", read: tag },
};
