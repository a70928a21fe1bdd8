/**
 * Files by characters as people see them: never half of a UTF-8 sequence, of a letter with its accents, of an emoji. Bytes that are
 * no UTF-8 are characters of their own; text with a UTF-16 or UTF-32 byte order mark goes by code units, surrogate pairs as one.
 */
import { encodingOf, unitAt, utf8Length, type Encoding } from "./encoding.ts";
import { everyPlace, pieces, PlacesWriter, type FileFormat } from "./pieces.ts";

const characterStarts = (bytes: Uint8Array): readonly number[] => {
  const encoding = encodingOf(bytes);
  if (encoding.width > 1) return unitStarts(bytes, encoding);
  if (bytes.every((byte) => byte < 0x80)) return everyPlace(bytes.length);
  const starts = new PlacesWriter();
  for (let at = 0; at < bytes.length;) {
    const end = stretchEnd(bytes, at);
    if (end === at + 1) starts.push(at);
    else segment(bytes, { from: at, to: end }, starts);
    at = end;
  }
  return starts.take();
};

/**
 * Two ASCII characters in a row never belong together (\r\n is no character that people see), and no character reaches over a byte
 * that is no UTF-8: what lies between such places can be taken apart on its own.
 */
const stretchEnd = (bytes: Uint8Array, from: number): number => {
  let at = from + utf8Length(bytes, from);
  if (at === from) return from + 1;
  while (at < bytes.length) {
    if ((bytes[at] as number) < 0x80 && (bytes[at - 1] as number) < 0x80) return at;
    const length = utf8Length(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return bytes.length;
};

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const segmenter = typeof Intl === "undefined" || Intl.Segmenter === undefined ? undefined : new Intl.Segmenter("en");

/** Where the platform cannot tell characters apart, code points have to do. */
const segment = (bytes: Uint8Array, { from, to }: Stretch, starts: PlacesWriter): void => {
  const text = decoder.decode(bytes.subarray(from, to));
  let at = from;
  const push = (character: string): void => {
    starts.push(at);
    at += utf8Bytes(character);
  };
  if (segmenter === undefined) for (const point of text) push(point);
  else for (const found of segmenter.segment(text)) push(found.segment);
};

const utf8Bytes = (character: string): number => {
  let count = 0;
  for (const point of character) {
    const code = point.codePointAt(0) as number;
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return count;
};

const unitStarts = (bytes: Uint8Array, encoding: Encoding): readonly number[] => {
  const starts = new PlacesWriter();
  const { name, width } = encoding;
  for (let at = 0; at < bytes.length;) {
    starts.push(at);
    const pair = name === "utf-16" && isHigh(unitAt(bytes, at, encoding)) && isLow(unitAt(bytes, at + width, encoding));
    at += pair ? 2 * width : width;
  }
  return starts.take();
};

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** A file as a list of characters. */
export const characters: FileFormat = pieces("characters", characterStarts);
