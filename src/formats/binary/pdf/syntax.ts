/** The syntax of PDF (ISO 32000-1, 7.3): values with the places where they stand. */

export interface PdfValue {
  readonly kind: "dictionary" | "array" | "reference" | "name" | "number" | "other";
  readonly start: number;
  end: number;
  /** What is in an array; of a dictionary, keys and values in turn. */
  readonly items: PdfValue[];
  /** The name, the number, or the number of the object that is meant. */
  readonly text: string;
}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Array.from("()<>[]{}/%", (c) => c.charCodeAt(0)));
const [OPEN, CLOSE, LESS, MORE, BACKSLASH, PERCENT, SLASH] = [40, 41, 60, 62, 92, 37, 47];
const [LEFT, RIGHT, NEWLINE, RETURN] = [91, 93, 10, 13];

/** Behind white space and comments. */
export const skipSpace = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length) {
    if (bytes[at] === PERCENT) while (at < bytes.length && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++;
    else if (SPACE.has(bytes[at] as number)) at++;
    else break;
  }
  return at;
};

const wordEnd = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length && !SPACE.has(bytes[at] as number) && !DELIMITERS.has(bytes[at] as number)) at++;
  return at;
};

/** The word at a place, behind white space. */
export const wordAt = (bytes: Uint8Array, from: number): { readonly word: string; readonly end: number } => {
  const start = skipSpace(bytes, from);
  const end = wordEnd(bytes, start);
  return { word: textOf(bytes, start, end), end };
};

const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 128)));

const stringEnd = (bytes: Uint8Array, from: number): number => {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === OPEN) depth++;
    else if (bytes[at] === CLOSE && --depth === 0) return at + 1;
  }
  return bytes.length;
};

/** One that is no list: a string, a name, a word. */
const leafAt = (bytes: Uint8Array, start: number): PdfValue | undefined => {
  const first = bytes[start];
  const leaf = (kind: PdfValue["kind"], end: number, text = ""): PdfValue => ({ kind, start, end, items: [], text });
  if (first === OPEN) return leaf("other", stringEnd(bytes, start));
  if (first === LESS) return leaf("other", bytes.indexOf(MORE, start) + 1 || bytes.length);
  const end = wordEnd(bytes, first === SLASH ? start + 1 : start);
  if (end === start) return undefined;
  const text = textOf(bytes, start, end);
  return leaf(first === SLASH ? "name" : /^[+-]?\d+$/.test(text) ? "number" : "other", end, text);
};

/** Two numbers and an R are one value. */
const foldReference = (items: PdfValue[]): void => {
  const [number, generation, word] = items.slice(-3);
  if (word?.text !== "R" || generation?.kind !== "number" || number?.kind !== "number") return;
  items.splice(-3, 3, { ...number, kind: "reference", end: word.end });
};

/** The value at a place; `undefined` where there is none, or no end of it. */
export const valueAt = (bytes: Uint8Array, from: number): PdfValue | undefined => {
  const open: PdfValue[] = [];
  const whole: PdfValue[] = [];
  for (let at = skipSpace(bytes, from); at < bytes.length; at = skipSpace(bytes, at)) {
    const top = open.at(-1);
    const isDouble = bytes[at + 1] === bytes[at];
    const begins = bytes[at] === LEFT || (bytes[at] === LESS && isDouble);
    const ends = bytes[at] === RIGHT || (bytes[at] === MORE && isDouble);
    if (begins) {
      const kind = bytes[at] === LEFT ? "array" : "dictionary";
      const list: PdfValue = { kind, start: at, end: at, items: [], text: "" };
      (top?.items ?? whole).push(list);
      open.push(list);
      at += kind === "array" ? 1 : 2;
    } else if (ends) {
      if (top === undefined || (top.kind === "array") !== (bytes[at] === RIGHT)) return undefined;
      at += top.kind === "array" ? 1 : 2;
      top.end = at;
      open.pop();
    } else {
      const leaf = leafAt(bytes, at);
      if (leaf === undefined) return undefined;
      const items = top?.items ?? whole;
      items.push(leaf);
      foldReference(items);
      at = leaf.end;
    }
    if (open.length === 0) return whole[0];
  }
  return undefined;
};

export interface PdfEntry {
  readonly key: PdfValue;
  readonly value: PdfValue;
}

export const entriesOf = ({ kind, items }: PdfValue): readonly PdfEntry[] => {
  const entries: PdfEntry[] = [];
  if (kind === "dictionary")
    for (let i = 0; i + 1 < items.length; i += 2)
      entries.push({ key: items[i] as PdfValue, value: items[i + 1] as PdfValue });
  return entries;
};

export const valueOf = (dictionary: PdfValue, key: string): PdfValue | undefined =>
  entriesOf(dictionary).find((entry) => entry.key.text === `/${key}`)?.value;

export const numberOf = (dictionary: PdfValue, key: string): number => {
  const value = valueOf(dictionary, key);
  return value?.kind === "number" ? Number(value.text) : Number.NaN;
};
