/** Files as text and back, byte for byte: UTF-8 and UTF-16 where they are valid, otherwise one character for each byte. */
import { attempt } from "../core/maybe.ts";
import { fileCase, onlyFile, type CaseFile, type TestCase } from "../core/test-case.ts";
import { encodingOf } from "./encoding.ts";

/** A file's text, and how another text would be written to the same file. */
export interface SourceText {
  readonly text: string;
  readonly file: CaseFile;
  encode(text: string): Uint8Array;
}

export const sourceText = (source: TestCase): SourceText => {
  const file = onlyFile(source);
  const bytes = file.bytes();
  const utf16 = encodingOf(bytes).name === "utf-16" ? asUtf16(bytes) : undefined;
  const { text, encode } = utf16 ?? asUtf8(bytes) ?? asBytes(bytes);
  return { text, file, encode };
};

/** So many bytes tell what a file is in. */
const BEGINNING = 4_000_000;

/** The text of a file, or the beginning of a very long one. */
export const beginningOf = (source: TestCase): string => {
  const { path, mode, bytes } = onlyFile(source);
  const all = bytes();
  if (all.length <= BEGINNING) return sourceText(source).text;
  const end = all.subarray(0, BEGINNING).lastIndexOf(LF) + 1;
  const some = all.subarray(0, end === 0 ? BEGINNING : end);
  return sourceText(fileCase({ path, mode, bytes: () => some }, some.length)).text;
};

const LF = 10;

/** The same file with another text, given in pieces. */
export const withText = ({ file, encode }: SourceText, pieces: readonly string[]): TestCase => {
  const bytes = (): Uint8Array => encode(pieces.join(""));
  return fileCase({ path: file.path, mode: file.mode, bytes }, bytes().length);
};

interface Decoded {
  readonly text: string;
  encode(text: string): Uint8Array;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

const asUtf8 = (bytes: Uint8Array): Decoded | undefined =>
  attempt(() => ({ text: strict.decode(bytes), encode: (text) => encoder.encode(text) }));

const MARK = "\uFEFF";

/** Surrogates that stand alone survive: units are copied, not decoded. The mark is no part of the text: without it this is another encoding. */
const asUtf16 = (bytes: Uint8Array): Decoded | undefined => {
  if (bytes.length % 2 !== 0) return undefined;
  const littleEndian = bytes[0] === 0xff;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const units = new Uint16Array(bytes.length / 2);
  for (let i = 0; i < units.length; i++) units[i] = view.getUint16(2 * i, littleEndian);
  return { text: fromUnits(units.subarray(1)), encode: (text) => unitsOf(MARK + text, littleEndian) };
};

const unitsOf = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
};

const asBytes = (bytes: Uint8Array): Decoded => ({
  text: fromUnits(bytes),
  encode: (text) => {
    const encoded = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) encoded[i] = text.charCodeAt(i);
    return encoded;
  },
});

/** Calls take a limited number of arguments. */
const AT_ONCE = 8192;

const fromUnits = (units: Uint8Array | Uint16Array): string => {
  const pieces: string[] = [];
  for (let i = 0; i < units.length; i += AT_ONCE) pieces.push(String.fromCharCode(...units.subarray(i, i + AT_ONCE)));
  return pieces.join("");
};
