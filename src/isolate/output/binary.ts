/** The "GIT binary patch" part of a patch: whole contents, both ways, packed and in base 85. */
import { deflateSync } from "node:zlib";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const BYTES_IN_LINE = 52;

/** So that the patch can be applied, and be taken back with `git apply -R`. */
export const binaryHunks = (from: Uint8Array, to: Uint8Array): string =>
  `GIT binary patch\n${literal(to)}\n${literal(from)}\n`;

const literal = (content: Uint8Array): string => {
  const packed = deflateSync(content);
  const lines = [`literal ${content.length}\n`];
  for (let at = 0; at < packed.length; at += BYTES_IN_LINE) lines.push(lineOf(packed.subarray(at, at + BYTES_IN_LINE)));
  return lines.join("");
};

/** A letter for the number of bytes, then five digits for every four of them. */
const lineOf = (bytes: Uint8Array): string => {
  const { length } = bytes;
  const letter = String.fromCharCode(length <= 26 ? 64 + length : 96 + length - 26);
  const padded = new Uint8Array(Math.ceil(length / 4) * 4);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = Array.from({ length: padded.length / 4 }, (_, word) => fiveDigits(view.getUint32(4 * word)));
  return `${letter}${words.join("")}\n`;
};

const fiveDigits = (value: number): string => {
  let rest = value;
  let text = "";
  for (let digit = 0; digit < 5; digit++) {
    text = (DIGITS[rest % 85] as string) + text;
    rest = Math.floor(rest / 85);
  }
  return text;
};
