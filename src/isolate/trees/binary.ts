/** What is text, and how bytes are shown to people. */
import { isUtf8 } from "node:buffer";

/** As git decides it: a NUL near the beginning. */
const LOOKED_AT = 8000;

export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, LOOKED_AT).includes(0);

/** UTF-8 where it is valid, otherwise one character for each byte. */
export const decoderOf = (...texts: readonly Uint8Array[]): ((bytes: Buffer) => string) => {
  const encoding = texts.every((bytes) => isUtf8(bytes)) ? "utf8" : "latin1";
  return (bytes) => bytes.toString(encoding);
};

/** More of a file is not shown. */
const SHOWN = 1_000_000;

/** The text of a file, or a few words about it. */
export const shownBytes = (bytes: Uint8Array): string => {
  const count = `${bytes.length} byte${bytes.length === 1 ? "" : "s"}`;
  if (isBinary(bytes)) return `binary, ${count}`;
  if (bytes.length > SHOWN) return `text, ${count}`;
  return withoutLastEnd(decoderOf(bytes)(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
};

/** The end of the last line is not shown: what is left can be split at line ends. */
export const withoutLastEnd = (text: string): string => (text.endsWith("\n") ? text.slice(0, -1) : text);
