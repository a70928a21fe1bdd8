/** What external passes print: JSON lines, version 1. What breaks the rules is refused, line by line, with the reason. */
import { isUtf8 } from "node:buffer";
import type { ByteEdit, ByteChange } from "../passes/external.ts";
import { Refused } from "./refused.ts";

/** Raised with every change that older passes would not understand. */
export const PASS_PROTOCOL = 1;

/** More of them in one answer are passed over. */
export const MAX_CHANGES = 100_000;

/** A line may be as long as that, and as the whole file takes in JSON at most (six bytes for one) besides. */
const LONGEST_LINE = 1024 * 1024;
const MAX_ESCAPED = 6;

export interface PassAnswer {
  /** What the pass calls itself. */
  readonly name?: string;
  readonly changes: readonly ByteChange[];
  readonly refusals: readonly Refused[];
}

/** Throws a `Refused` for an answer that is no use at all: another protocol, or no text. */
export const readAnswer = (printed: Uint8Array, file: Uint8Array): PassAnswer => {
  if (!isUtf8(printed)) throw new Refused("not-utf-8", "what it printed is not UTF-8");
  const lines = Buffer.from(printed.buffer, printed.byteOffset, printed.length).toString("utf8").split("\n");
  const about = { file, isUtf8: isUtf8(file) };
  const longest = LONGEST_LINE + MAX_ESCAPED * file.length;
  const changes: ByteChange[] = [];
  const refusals: Refused[] = [];
  let header: Header | undefined;
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      if (line.length > longest) throw new Refused("too-long", `it is longer than ${longest} characters`);
      const said = objectIn(line);
      if (isFirst && "protocol" in said) header = headerOf(said);
      else if (changes.length === MAX_CHANGES) throw new Refused("too-many", `there are more than ${MAX_CHANGES}`);
      else changes.push(...changeOf(said, about));
    } catch (error) {
      if (!(error instanceof Refused) || error.kind === "protocol") throw error;
      refusals.push(new Refused(error.kind, `line ${index + 1}: ${error.message}`));
      if (error.kind === "too-many") break;
    }
    isFirst = false;
  }
  return { ...header, changes, refusals };
};

type JsonObject = Readonly<Record<string, unknown>>;

interface Header {
  readonly name?: string;
}

const objectIn = (line: string): JsonObject => {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    throw new Refused("no-json", `this is not JSON: ${excerpt(line)}`);
  }
  if (typeof said === "object" && said !== null && !Array.isArray(said)) return said as JsonObject;
  throw new Refused("no-change", `this is not a change: ${excerpt(line)}`);
};

const excerpt = (line: string): string => (line.length > 60 ? `${line.slice(0, 60)}…` : line);

const headerOf = ({ protocol, name }: JsonObject): Header => {
  if (protocol !== PASS_PROTOCOL)
    throw new Refused("protocol", `it speaks protocol ${JSON.stringify(protocol)}, and pare speaks ${PASS_PROTOCOL}`);
  if (name === undefined) return {};
  if (typeof name === "string" && /^[^\p{C}]{1,40}$/u.test(name)) return { name };
  throw new Refused("name", "its name is not a text of 1 to 40 characters");
};

/** Nothing where the file would stay as it is. */
const changeOf = (said: JsonObject, about: About): readonly ByteChange[] => {
  if ("edits" in said) return [checkedEdits(said["edits"], about)];
  if (!("text" in said) && !("data" in said))
    throw new Refused("no-change", 'a change has "edits", or the whole file as "text" or "data"');
  const all = { ...said, start: 0, end: about.file.length };
  const [edit] = checkedEdits([all], about);
  const change = difference(about.file, (edit as ByteEdit).data);
  return change === undefined ? [] : [[change]];
};

/** The file as it is. */
interface About {
  readonly file: Uint8Array;
  /** The file is UTF-8, and has to stay it. */
  readonly isUtf8: boolean;
}

/** In document order. Throws a `Refused`. */
const checkedEdits = (said: unknown, about: About): ByteChange => {
  if (!Array.isArray(said) || said.length === 0)
    throw new Refused("no-change", '"edits" is not a list of at least one edit');
  const edits = said.map((edit: unknown) => editOf(edit, about));
  // Often they are in order.
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, edit] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && overlap(before, edit))
      throw new Refused("overlap", `the edits ${placeOf(before)} and ${placeOf(edit)} overlap`);
  }
  return sorted;
};

/** Two that put something at the same place have no order. */
const overlap = (before: ByteEdit, edit: ByteEdit): boolean =>
  edit.start < before.end || (edit.start === before.start && edit.end === before.end);

const placeOf = ({ start, end }: Pick<ByteEdit, "start" | "end">): string => `${start} to ${end}`;

const editOf = (said: unknown, { file, isUtf8: staysUtf8 }: About): ByteEdit => {
  const { start, end, ...put } = (said ?? {}) as Readonly<Record<string, unknown>>;
  if (!isPlace(start) || !isPlace(end))
    throw new Refused("no-change", `"start" and "end" are not whole numbers of at least 0`);
  if (start > end) throw new Refused("outside", `the edit ${placeOf({ start, end })} ends before it starts`);
  if (end > file.length)
    throw new Refused("outside", `the edit ${placeOf({ start, end })} lies outside the file of ${file.length} bytes`);
  const data = dataOf(put);
  if (staysUtf8 && (isInside(file, start) || isInside(file, end)))
    throw new Refused("not-utf-8", `the edit ${placeOf({ start, end })} cuts a character apart`);
  if (staysUtf8 && !isUtf8(data))
    throw new Refused("not-utf-8", `what stands at ${placeOf({ start, end })} after the edit is not UTF-8`);
  return { start, end, data };
};

const isPlace = (said: unknown): said is number => Number.isSafeInteger(said) && (said as number) >= 0;

/** Inside a character of more than one byte. */
const isInside = (bytes: Uint8Array, place: number): boolean => ((bytes[place] ?? 0) & 0xc0) === 0x80;

/** Without groups that repeat: those run out of stack on megabytes. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);

/** Nothing unless something is said. */
const dataOf = ({ text = "", data }: Readonly<Record<string, unknown>>): Uint8Array => {
  if (typeof data === "string" && text === "") {
    if (isBase64(data)) return Buffer.from(data, "base64");
  } else if (typeof text === "string" && data === undefined) {
    // Halves of surrogate pairs have no UTF-8.
    if (/\p{Surrogate}/u.test(text)) throw new Refused("not-utf-8", 'a "text" is not UTF-8');
    return text === "" ? NOTHING : Buffer.from(text, "utf8");
  }
  throw new Refused("no-change", 'an edit has either a "text" or "data" in base64');
};

const NOTHING = new Uint8Array();

/** From the first byte that differs to the last; characters stay whole. Nothing where the two are the same. */
export const difference = (before: Uint8Array, after: Uint8Array): ByteEdit | undefined => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return undefined;
  while (start > 0 && (isInside(before, start) || isInside(after, start))) start--;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  while (same > 0 && isInside(before, before.length - same)) same--;
  return { start, end: before.length - same, data: after.subarray(start, after.length - same) };
};
