/** Values of this process as sequences: arrays by items, strings by lines or characters, byte arrays by bytes. */
import { valueCase, type ValueCase } from "../core/case.ts";
import { elements, keyOf, ranges, whole, type Configuration } from "../core/configuration.ts";
import { digest } from "../core/digest.ts";
import { Unparsable } from "../core/errors.ts";
import type { Format } from "../core/format.ts";

/** An array that knows which items of the first array it holds: its key names the places, because items need not have a content. */
interface ListCase<T> extends ValueCase<readonly T[]> {
  readonly kept: Configuration<T>;
}

const listCaseOf = <T>(kept: Configuration<T>): ListCase<T> => ({
  ...valueCase({ value: () => elements(kept), key: () => keyOf(kept), size: kept.length }),
  kept,
});

/** An array to be made smaller; it is not copied and must not change while it is. */
export const listCase = <T>(items: readonly T[]): ValueCase<readonly T[]> => listCaseOf(whole(items));

/** Arrays by items. Applies to what came from `listCase`, so that the keys of all rounds name places of the same array. */
export const list = <T>(): Format<ValueCase<readonly T[]>, Configuration<T>> => ({
  unit: "elements",
  parse: (source) => {
    if (!isListCase(source)) throw new Unparsable("not an array that a list was made of");
    return { input: source.kept, render: listCaseOf };
  },
});

const isListCase = <T>(source: ValueCase<readonly T[]>): source is ListCase<T> => "kept" in source;

/** A string to be made smaller; its size is its length in UTF-16 units. */
export const textCase = (text: string): ValueCase<string> =>
  valueCase({ value: () => text, key: () => digest(text), size: text.length });

/** Strings by lines. Every line keeps its own end (\n, \r\n, \r or none), so whatever is kept is kept to the letter. */
export const textLines: Format<ValueCase<string>, Configuration<number>> = {
  unit: "lines",
  fuses: true,
  parse: (source) => parseText(source.value(), lineStarts),
};

/** Strings by characters as people see them: never half of a surrogate pair, of a letter with its accents, of an emoji. */
export const textCharacters: Format<ValueCase<string>, Configuration<number>> = {
  unit: "characters",
  fuses: true,
  parse: (source) => parseText(source.value(), characterStarts),
};

/** Deltas are the places where pieces start: kept ranges are cut from the text whole, however many pieces they hold. */
const parseText = (text: string, startsOf: (text: string) => number[]) => {
  const starts = startsOf(text);
  const end = (piece: number): number => starts[piece] ?? text.length;
  return {
    input: whole(starts),
    render: (kept: Configuration<number>): ValueCase<string> => {
      const value = (): string => ranges(kept, (from, to) => text.slice(end(from), end(to))).join("");
      const sizes = ranges(kept, (from, to) => end(to) - end(from));
      return valueCase({ value, key: () => digest(value()), size: sizes.reduce((sum, size) => sum + size, 0) });
    },
  };
};

const lineStarts = (text: string): number[] => {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = lineEnd(text, at)) starts.push(at);
  return starts;
};

const lineEnd = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) return at + 1;
    if (unit === 13) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
  }
  return text.length;
};

const characterStarts = (text: string): number[] => {
  if (!/[^\0-\x7f]/.test(text)) return Array.from({ length: text.length }, (_, at) => at);
  if (typeof Intl === "undefined" || Intl.Segmenter === undefined) return codePointStarts(text);
  const starts: number[] = [];
  for (const { index } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) starts.push(index);
  return starts;
};

/** Where the platform cannot tell characters apart, code points have to do. */
const codePointStarts = (text: string): number[] => {
  const starts: number[] = [];
  let at = 0;
  for (const point of text) {
    starts.push(at);
    at += point.length;
  }
  return starts;
};

/** True for the byte arrays of any realm, Node's buffers included. */
export const isBytes = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";

/** Bytes to be made smaller; they are not copied and must not change meanwhile. */
export const bytesCase = (bytes: Uint8Array): ValueCase<Uint8Array> =>
  valueCase({ value: () => alike(new Uint8Array(bytes), bytes), key: () => digest(bytes), size: bytes.length });

/** Bytes of the same kind as others: a predicate that was given a buffer of Node gets buffers. */
const alike = (bytes: Uint8Array, others: Uint8Array): Uint8Array =>
  Object.setPrototypeOf(bytes, Object.getPrototypeOf(others) as object) as Uint8Array;

/** Byte arrays by bytes. */
export const valueBytes: Format<ValueCase<Uint8Array>, Configuration<number>> = {
  unit: "bytes",
  parse: (source) => {
    const bytes = source.value();
    return {
      input: whole(Array.from(bytes)),
      render: (kept) => {
        const value = (): Uint8Array => joined(bytes, kept);
        return valueCase({ value, key: () => digest(value()), size: kept.length });
      },
    };
  },
};

const joined = (bytes: Uint8Array, kept: Configuration<number>): Uint8Array => {
  const out = alike(new Uint8Array(kept.length), bytes);
  let filled = 0;
  for (const part of ranges(kept, (from, to) => bytes.subarray(from, to))) {
    out.set(part, filled);
    filled += part.length;
  }
  return out;
};
