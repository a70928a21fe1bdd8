/** The elements of a JSON array as units: the outermost array, wherever it lies; its brackets and what is around it are fixed. */
import { UserError } from "../../core/errors.ts";
import type { Units } from "./units.ts";

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 44, 91, 93, 123, 125] as const;
const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/** Throws BAD_UNITS for what is no JSON, or has no array. */
export const jsonUnits = (bytes: Uint8Array, name: string): Units => {
  check(bytes, name);
  const open = firstArray(bytes);
  if (open < 0)
    throw new UserError("BAD_UNITS", `${name} has no array whose elements could be its units.`, {
      advice: "Use --unit lines, or a regular expression that matches where a unit begins.",
    });
  const { cuts, close } = elementsFrom(bytes, open);
  const units = cuts.slice(1).map((cut, index) => trimmed(bytes, (cuts[index] as number) + 1, cut));
  return {
    header: bytes.subarray(0, open + 1),
    units: units.length === 1 && units[0]?.length === 0 ? [] : units,
    footer: bytes.subarray(close),
    separator: Uint8Array.of(COMMA, 10),
  };
};

const check = (bytes: Uint8Array, name: string): void => {
  try {
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
  } catch (error) {
    throw new UserError("BAD_UNITS", `${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      advice: "Use --unit lines, or a regular expression that matches where a unit begins.",
      cause: error,
    });
  }
};

/** The place behind a string that begins here. */
const afterString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
};

const firstArray = (bytes: Uint8Array): number => {
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === OPEN) return at;
    at = bytes[at] === QUOTE ? afterString(bytes, at) : at + 1;
  }
  return -1;
};

/** Where elements are parted: the bracket, the commas of this level, the closing bracket. */
const elementsFrom = (
  bytes: Uint8Array,
  open: number,
): { readonly cuts: readonly number[]; readonly close: number } => {
  const cuts = [open];
  let depth = 1;
  for (let at = open + 1; at < bytes.length;) {
    const byte = bytes[at] as number;
    if (byte === OPEN || byte === OPEN_OBJECT) depth++;
    if (byte === CLOSE || byte === CLOSE_OBJECT) depth--;
    if (depth === 0) return { cuts: [...cuts, at], close: at };
    if (byte === COMMA && depth === 1) cuts.push(at);
    at = byte === QUOTE ? afterString(bytes, at) : at + 1;
  }
  throw new Error("an array without an end in valid JSON");
};

const trimmed = (bytes: Uint8Array, from: number, to: number): Uint8Array => {
  let [start, end] = [from, to];
  while (start < end && isBlank(bytes[start] as number)) start++;
  while (end > start && isBlank(bytes[end - 1] as number)) end--;
  return bytes.subarray(start, end);
};
