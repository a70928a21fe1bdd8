/** Texts that are too large or too deep to be taken apart at once: blocks of them go first, by bytes, without a parser. */
import { through } from "../core/format.ts";
import type { Search, Strategy } from "../core/search.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { chain, done, later } from "../core/words.ts";
import { encodingOf } from "../formats/encoding.ts";
import { pieces, PlacesWriter, type FileFormat } from "../formats/pieces.ts";
import { sourceText } from "../formats/source-text.ts";
import { MAX_TAG_DEPTH, tagDepth } from "../languages/markup/tag-depth.ts";
import { inTurn } from "../languages/parse-in-turns.ts";
import { deletions, hopeful } from "./raw.ts";
import type { PassContext } from "./passes/seeing.ts";
import { gainedEnough, silent } from "./rounds.ts";

/** A text of more bytes takes longer to parse than most tests. */
const MAX_SIZE = 1_000_000;
/** Once begun, blocks go until there are so few bytes that structure costs nothing. */
const MIN_SIZE = 100_000;
/** A text of more bytes, with lines of more bytes than that on average, is not parsed: its tokens would not fit into memory. */
const MAX_PARSED = 16_000_000;
const LONG_LINE = 2000;
/** Into so many blocks a text is cut. */
const BLOCKS = 64;
const LF = 10;

/** Large or deep texts lose blocks before `strategy` looks at what is left. Others are left to it at once, and so is what has to stay valid. */
export const largeFirst =
  (strategy: Strategy<TestCase>, context: PassContext): Strategy<TestCase> =>
  (source) => {
    if (!isLarge(source) || staysValid(source, context)) return strategy(source);
    const begin = (left: TestCase): Search<TestCase, TestCase> =>
      isNeverParsed(onlyFile(left).bytes()) ? deletions(left) : strategy(left);
    return chain(inBlocks(source), (left) =>
      later(
        () => inTurn(() => begin(left)),
        () => left.size,
      ),
    );
  };

/** Blocks tear syntax apart. Without a grammar, or where no parser can take the text in, there is none that could be kept unless asked for. */
const staysValid = (source: TestCase, { valid, language }: PassContext): boolean => {
  if (valid !== "whole") return valid;
  return language.traits.grammarless !== true && source.size <= MAX_PARSED && !isDeep(sourceText(source).text);
};

const isLarge = (source: TestCase): boolean => source.size > MAX_SIZE || isDeep(sourceText(source).text);

/** Is it nested as nobody nests by hand? Parsers, and what walks their trees, take their time with that. */
export const isDeep = (text: string): boolean =>
  text.length > 2 * MAX_TAG_DEPTH &&
  (bracketDepth(text) > MAX_TAG_DEPTH || (hasEnds(text) && tagDepth(text) > MAX_TAG_DEPTH));

/** Where so few ends of elements are, `<` is something else. */
const hasEnds = (text: string): boolean => {
  let ends = 0;
  for (let at = text.indexOf("</"); at >= 0 && ends <= MAX_TAG_DEPTH; at = text.indexOf("</", at + 1)) ends++;
  return ends > MAX_TAG_DEPTH;
};

/** How deep brackets nest, whatever they are. */
const bracketDepth = (text: string): number => {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x28 || unit === 0x5b || unit === 0x7b) most = Math.max(most, ++depth);
    else if (depth > 0 && (unit === 0x29 || unit === 0x5d || unit === 0x7d)) depth--;
  }
  return most;
};

/** Would it need more memory than there is if it were parsed as it is? */
export const isNeverParsed = (bytes: Uint8Array): boolean => {
  if (bytes.length <= MAX_PARSED) return false;
  let lines = 1;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++;
  return bytes.length / lines > LONG_LINE;
};

/** A half goes, and again a half, until none does; then many smaller blocks. All of that as long as it is worth it. */
const inBlocks: Strategy<TestCase> = (source) =>
  chain(cutInto(2, source), (half) => {
    if (half.size < MIN_SIZE) return done(half);
    if (gainedEnough(source, half)) return inBlocks(half);
    return chain(cutInto(BLOCKS, half), (left) =>
      gainedEnough(half, left) && left.size >= MIN_SIZE ? inBlocks(left) : done(left),
    );
  });

const cutInto = (blocks: number, source: TestCase): Search<TestCase, TestCase> =>
  later(
    () => silent("blocks", through(blocksOf(Math.ceil(source.size / blocks)), hopeful))(source),
    () => 0,
  );
/** Blocks of about a size, cut behind a line if one ends near, and never inside of a character. */
const blocksOf = (size: number): FileFormat =>
  pieces("blocks", (bytes) => {
    const { width } = encodingOf(bytes);
    const endNear = width === 1 ? endOfLine : (_: Uint8Array, near: number): number => near - (near % width);
    const starts = new PlacesWriter();
    for (let at = 0; at < bytes.length; at = endNear(bytes, at + Math.max(size, width), size)) starts.push(at);
    return starts.take();
  });

const endOfLine = (bytes: Uint8Array, near: number, size: number): number => {
  const line = bytes.subarray(near, near + (size >> 1)).indexOf(LF);
  if (line >= 0) return near + line + 1;
  let end = near;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return end;
};
