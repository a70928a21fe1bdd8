/** Files by lines. Every line keeps its own end (\n, \r\n, \r or none), so whatever is kept is kept to the byte. */
import { encodingOf, unitAt, type Encoding } from "./encoding.ts";
import { pieces, PlacesWriter, type FileFormat } from "./pieces.ts";

const LF = 10;
const CR = 13;

const lineStarts = (bytes: Uint8Array): readonly number[] => {
  const starts = new PlacesWriter();
  const encoding = encodingOf(bytes);
  for (let at = 0; at < bytes.length; at = lineEnd(bytes, at, encoding)) starts.push(at);
  return starts.take();
};

const lineEnd = (bytes: Uint8Array, from: number, encoding: Encoding): number => {
  const { width } = encoding;
  for (let at = from; at < bytes.length; at += width) {
    const unit = width === 1 ? bytes[at] : unitAt(bytes, at, encoding);
    if (unit === LF) return at + width;
    if (unit === CR) return unitAt(bytes, at + width, encoding) === LF ? at + 2 * width : at + width;
  }
  return bytes.length;
};

/** A file as a list of lines. */
export const lines: FileFormat = pieces("lines", lineStarts);
