/** The parts of a test that can go: what stands before the first of them, and behind the last, is fixed. */
import { UserError } from "../core/errors.ts";

/** A test as pieces of its bytes, in order: nothing is lost, for all of them together are the test again. */
export interface TestUnits {
  readonly header: Uint8Array;
  readonly units: readonly Uint8Array[];
  readonly footer: Uint8Array;
  /** What stands between two units that are neighbours and goes with one of them; nothing for lines. */
  readonly separator: Uint8Array;
}

const EMPTY = new Uint8Array(0);

const NOTHING: Pick<TestUnits, "header" | "footer" | "separator"> = {
  header: EMPTY,
  footer: EMPTY,
  separator: EMPTY,
};

/** The test with these of its units. */
export const joinUnits = (
  { header, footer, separator }: Omit<TestUnits, "units">,
  kept: readonly Uint8Array[],
): Uint8Array => {
  const bytes = new Uint8Array(sizeOfUnits({ header, footer, separator }, kept));
  let at = 0;
  const put = (piece: Uint8Array): void => {
    bytes.set(piece, at);
    at += piece.length;
  };
  put(header);
  for (const [index, unit] of kept.entries()) {
    if (index > 0) put(separator);
    put(unit);
  }
  put(footer);
  return bytes;
};

/** How many bytes that is. */
export const sizeOfUnits = (
  { header, footer, separator }: Omit<TestUnits, "units">,
  kept: readonly Uint8Array[],
): number =>
  kept.reduce(
    (sum, unit) => sum + unit.length,
    header.length + footer.length + Math.max(0, kept.length - 1) * separator.length,
  );

const NEWLINE = 10;

const lineUnits = (bytes: Uint8Array): TestUnits => {
  const units: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end + 1;
    units.push(bytes.subarray(from, to));
    from = to;
  }
  return { ...NOTHING, units };
};

/** The expression sees the bytes as Latin-1 text with `^` at every line, so that no byte is lost whatever the test is made of. */
const patternUnits = (bytes: Uint8Array, pattern: string): TestUnits => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const source = Buffer.from(pattern, "utf8").toString("latin1");
  const starts: number[] = [];
  for (const match of text.matchAll(new RegExp(source, "gm")))
    if (starts.at(-1) !== match.index) starts.push(match.index);
  if (starts.at(-1) === bytes.length) starts.pop();
  const units = starts.map((start, index) => bytes.subarray(start, starts[index + 1] ?? bytes.length));
  return { ...NOTHING, header: bytes.subarray(0, starts[0] ?? bytes.length), units };
};

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 44, 91, 93, 123, 125] as const;
const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/** Throws BAD_UNITS for what is no JSON, or has no array. */
const jsonUnits = (bytes: Uint8Array, name: string): TestUnits => {
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

/** `unit`: lines, json, or a regular expression that matches where a unit begins. `name` is for messages. */
export const splitUnits = (bytes: Uint8Array, unit: string, name: string): TestUnits => {
  if (unit === "lines") return lineUnits(bytes);
  if (unit === "json") return jsonUnits(bytes, name);
  return patternUnits(bytes, unit);
};

/** Throws BAD_UNITS for what is neither a word nor an expression. */
export const checkUnit = (unit: string): void => {
  if (unit === "lines" || unit === "json") return;
  try {
    if ("".search(new RegExp(unit, "gm")) < 0) return;
  } catch (error) {
    throw badUnit(unit, error instanceof Error ? error.message : String(error));
  }
  throw badUnit(unit, "it matches everywhere");
};

const badUnit = (unit: string, why: string): UserError =>
  new UserError("BAD_UNITS", `--unit cannot be ${JSON.stringify(unit)}: ${why}.`, {
    advice: "Give lines, json, or a regular expression that matches where a unit begins, such as '^test\\('.",
  });
