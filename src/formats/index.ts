/** How values and files become something a strategy can work on. */
export { list, listCase, textCase, textCharacters, textLines, bytesCase, valueBytes } from "./values.ts";
export { jsonCase, jsonDeletions, jsonScalars, jsonUnwraps, type JsonCase } from "./json-value.ts";
export type { Json } from "./json-table.ts";
export { bytes } from "./bytes.ts";
export { characters } from "./characters.ts";
export { lines } from "./lines.ts";
export type { FileFormat } from "./pieces.ts";
