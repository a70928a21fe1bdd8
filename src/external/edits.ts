/** The edits of one change, checked against the file they are about. */
import { isUtf8 } from "node:buffer";
import type { ByteEdit, Change } from "../passes/external.ts";
import { Refused } from "./refused.ts";

/** The file as it is. */
export interface About {
  readonly file: Uint8Array;
  /** The file is UTF-8, and has to stay it. */
  readonly isUtf8: boolean;
}

/** In document order. Throws a `Refused`. */
export const checkedEdits = (said: unknown, about: About): Change => {
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
    throw new Refused("not-utf-8", `what stands at ${placeOf({ start, end })} then is not UTF-8`);
  return { start, end, data };
};

const isPlace = (said: unknown): said is number => Number.isSafeInteger(said) && (said as number) >= 0;

/** Inside a character of more than one byte. */
const isInside = (file: Uint8Array, place: number): boolean => ((file[place] ?? 0) & 0xc0) === 0x80;

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
