/** A PDF document taken apart: tables of places, objects, and streams that hold objects. */
import { textAt } from "../chunks/chunk.ts";
import { inflate } from "../deflate.ts";
import { entriesOf, numberOf, skipSpace, valueAt, valueOf, wordAt, type PdfValue } from "./syntax.ts";

/** Where an object is: at a place of the file, or in a stream of objects. */
export interface PdfObject {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly value: PdfValue;
  /** The offset of what follows "stream". */
  readonly data: { readonly start: number; readonly end: number } | undefined;
  /** The number of the stream that it is in, 0 if it stands in the file. */
  readonly home: number;
}

export interface Row {
  readonly number: number;
  /** As in streams of rows: 0 free, 1 at a place, 2 in a stream. */
  readonly type: number;
  readonly place: number;
  readonly more: number;
}

/** A table of places: a text, or an object whose stream it is. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly Row[];
  readonly trailer: PdfValue;
  readonly object: PdfObject | undefined;
}

export interface PdfDocument {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
  readonly objects: ReadonlyMap<number, PdfObject>;
  /** What streams of objects hold, by their numbers. */
  readonly texts: ReadonlyMap<number, Uint8Array>;
  /** The offset of the digits after the last "startxref". */
  readonly startxref: { readonly start: number; readonly end: number };
}

export const isPdf = (bytes: Uint8Array): boolean => textAt(bytes, 0, 5) === "%PDF-";

const lastOf = (bytes: Uint8Array, word: string): number => {
  for (let at = bytes.length - word.length; at >= 0; at--) if (textAt(bytes, at, word.length) === word) return at;
  return -1;
};

/** `undefined` for what is encrypted, or has tables that cannot be read. */
export const documentOf = (bytes: Uint8Array): PdfDocument | undefined => {
  const last = lastOf(bytes, "startxref");
  if (!isPdf(bytes) || last < 0) return undefined;
  const start = skipSpace(bytes, last + 9);
  const { word, end } = wordAt(bytes, start);
  const sections: Section[] = [];
  const seen = new Set<number>();
  for (let at = Number(word); !Number.isNaN(at);) {
    const section = seen.has(at) ? undefined : sectionAt(bytes, at);
    if (section === undefined || valueOf(section.trailer, "Encrypt") || valueOf(section.trailer, "XRefStm"))
      return undefined;
    seen.add(at);
    sections.push(section);
    at = numberOf(section.trailer, "Prev");
  }
  const texts = new Map<number, Uint8Array>();
  const objects = objectsOf(bytes, sections, texts);
  return sections.length === 0 ? undefined : { bytes, sections, objects, texts, startxref: { start, end } };
};

const sectionAt = (bytes: Uint8Array, at: number): Section | undefined => {
  const { word, end } = wordAt(bytes, at);
  if (word === "xref") return tableAt(bytes, skipSpace(bytes, at), end);
  const object = objectAt(bytes, at, () => Number.NaN);
  const data = object && decoded(bytes, object);
  if (object === undefined || data === undefined) return undefined;
  const rows = rowsOf(object.value, data);
  return rows && { start: object.start, end: object.end, rows, trailer: object.value, object };
};

const tableAt = (bytes: Uint8Array, start: number, from: number): Section | undefined => {
  const rows: Row[] = [];
  for (let at = from; ;) {
    const first = wordAt(bytes, at);
    if (first.word === "trailer") {
      const trailer = valueAt(bytes, first.end);
      return trailer && { start, end: first.end - first.word.length, rows, trailer, object: undefined };
    }
    const count = wordAt(bytes, first.end);
    if (!/^\d+$/.test(first.word) || !/^\d+$/.test(count.word)) return undefined;
    at = count.end;
    for (let i = 0; i < Number(count.word); i++) {
      const [place, more] = [wordAt(bytes, at), wordAt(bytes, wordAt(bytes, at).end)];
      const kind = wordAt(bytes, more.end);
      if (kind.word !== "n" && kind.word !== "f") return undefined;
      const type = kind.word === "n" ? 1 : 0;
      rows.push({ number: Number(first.word) + i, type, place: Number(place.word), more: Number(more.word) });
      at = kind.end;
    }
  }
};

export const numbersIn = (value: PdfValue | undefined): readonly number[] =>
  value?.items.map(({ text }) => Number(text)) ?? [];

const rowsOf = (dictionary: PdfValue, data: Uint8Array): readonly Row[] | undefined => {
  const widths = numbersIn(valueOf(dictionary, "W"));
  const index = valueOf(dictionary, "Index");
  const runs = index === undefined ? [0, numberOf(dictionary, "Size")] : numbersIn(index);
  if (widths.length !== 3 || widths.some((width) => !(width >= 0 && width <= 8))) return undefined;
  const rows: Row[] = [];
  let at = 0;
  const number = (width: number, missing: number): number => {
    let value = width === 0 ? missing : 0;
    for (let i = 0; i < width; i++) value = value * 256 + (data[at++] ?? 0);
    return value;
  };
  for (let run = 0; run + 1 < runs.length; run += 2)
    for (let i = 0; i < (runs[run + 1] as number) && at < data.length; i++) {
      const [type, place, more] = [
        number(widths[0] as number, 1),
        number(widths[1] as number, 0),
        number(widths[2] as number, 0),
      ];
      rows.push({ number: (runs[run] as number) + i, type, place, more });
    }
  return rows;
};

/** "7 0 obj", its value, and its stream. */
const objectAt = (bytes: Uint8Array, at: number, lengthOf: (object: number) => number): PdfObject | undefined => {
  const start = skipSpace(bytes, at);
  const [number, generation] = [wordAt(bytes, start), wordAt(bytes, wordAt(bytes, start).end)];
  const word = wordAt(bytes, generation.end);
  const value = word.word === "obj" && /^\d+$/.test(number.word) ? valueAt(bytes, word.end) : undefined;
  if (value === undefined) return undefined;
  const begun = { number: Number(number.word), start, value, home: 0 };
  const next = wordAt(bytes, value.end);
  if (next.word === "endobj") return { ...begun, end: lineEnd(bytes, next.end), data: undefined };
  if (next.word !== "stream") return undefined;
  const first =
    next.end + (bytes[next.end] === 13 ? (bytes[next.end + 1] === 10 ? 2 : 1) : bytes[next.end] === 10 ? 1 : 0);
  const told = valueOf(value, "Length");
  const length = told?.kind === "reference" ? lengthOf(Number(told.text)) : Number(told?.text);
  const data = { start: first, end: first + length };
  const closing = wordAt(bytes, data.end);
  const last = wordAt(bytes, closing.end);
  if (closing.word !== "endstream" || last.word !== "endobj") return undefined;
  return { ...begun, end: lineEnd(bytes, last.end), data };
};

/** Behind the end of the line, if nothing else comes before. */
const lineEnd = (bytes: Uint8Array, at: number): number => {
  let end = at;
  while (bytes[end] === 32 || bytes[end] === 13) end++;
  return bytes[end] === 10 ? end + 1 : end;
};

export const isDeflated = (value: PdfValue): boolean => {
  const filter = valueOf(value, "Filter");
  return (
    [filter, ...(filter?.items ?? [])]
      .filter((each) => each?.kind === "name")
      .map((each) => each?.text)
      .join() === "/FlateDecode"
  );
};

/** What a stream holds; `undefined` where the way it is written is not ours. */
export const decoded = (bytes: Uint8Array, { value, data }: PdfObject): Uint8Array | undefined => {
  if (data === undefined) return undefined;
  const stored = bytes.subarray(data.start, data.end);
  const parameters = valueOf(value, "DecodeParms");
  if (valueOf(value, "Filter") === undefined) return parameters === undefined ? stored : undefined;
  const inflated = isDeflated(value) ? inflate(stored, true)?.content : undefined;
  if (inflated === undefined || parameters === undefined) return inflated;
  const columns = numberOf(parameters, "Columns");
  return numberOf(parameters, "Predictor") >= 10 && entriesOf(parameters).length === 2 && columns > 0
    ? unpredicted(inflated, columns)
    : undefined;
};

/** Rows of bytes as PNG has them: each tells how it follows from the one above. */
const unpredicted = (rows: Uint8Array, columns: number): Uint8Array | undefined => {
  const count = Math.floor(rows.length / (columns + 1));
  const out = new Uint8Array(count * columns);
  for (let row = 0; row < count; row++) {
    const filter = rows[row * (columns + 1)] as number;
    if (filter > 2) return undefined;
    for (let i = 0; i < columns; i++) {
      const at = row * columns + i;
      const before = filter === 0 ? 0 : filter === 1 ? (i > 0 ? out[at - 1] : 0) : out[at - columns];
      out[at] = (rows[row * (columns + 1) + 1 + i] as number) + (before ?? 0);
    }
  }
  return out;
};

/** The newest of each number; those in the file first, for others are in them. */
const objectsOf = (
  bytes: Uint8Array,
  sections: readonly Section[],
  texts: Map<number, Uint8Array>,
): ReadonlyMap<number, PdfObject> => {
  const rows = new Map<number, Row>();
  for (const row of sections.flatMap((section) => section.rows)) if (!rows.has(row.number)) rows.set(row.number, row);
  const lengthOf = (number: number): number => {
    const row = rows.get(number);
    const value = row?.type === 1 ? objectAt(bytes, row.place, () => Number.NaN)?.value : undefined;
    return value?.kind === "number" ? Number(value.text) : Number.NaN;
  };
  const objects = new Map<number, PdfObject>();
  for (const { number, type, place } of rows.values()) {
    const object = type === 1 ? objectAt(bytes, place, lengthOf) : undefined;
    if (object?.number === number) objects.set(number, object);
  }
  for (const [home, object] of objects) {
    const text = valueOf(object.value, "Type")?.text === "/ObjStm" ? decoded(bytes, object) : undefined;
    const members = text && membersOf(text, object);
    if (text === undefined || members === undefined) continue;
    texts.set(home, text);
    for (const member of members) objects.set(member.number, member);
  }
  return objects;
};

/** `undefined` if one of them cannot be read. */
const membersOf = (text: Uint8Array, { number: home, value }: PdfObject): readonly PdfObject[] | undefined => {
  const [count, first] = [numberOf(value, "N"), numberOf(value, "First")];
  const heads: { readonly number: number; readonly start: number }[] = [];
  for (let [i, at] = [0, 0]; i < count && at < first; i++) {
    const [number, offset] = [wordAt(text, at), wordAt(text, wordAt(text, at).end)];
    heads.push({ number: Number(number.word), start: first + Number(offset.word) });
    at = offset.end;
  }
  const members = heads.flatMap(({ number, start }, i) => {
    const inner = valueAt(text, start);
    const end = heads[i + 1]?.start ?? text.length;
    return inner === undefined || inner.end > end ? [] : [{ number, start, end, value: inner, data: undefined, home }];
  });
  return members.length === count ? members : undefined;
};
