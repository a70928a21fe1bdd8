/** What the grammar of a file's language says of it: which hunks are in one function, and which mixtures do not parse. */
import { detectLanguage } from "../../languages/detect.ts";
import { loadLanguage } from "../../languages/load.ts";
import { packedLanguages } from "../../languages/registry.ts";
import type { Language } from "../../languages/syntax.ts";
import { decoderOf } from "./binary.ts";
import { enclosedBy, enclosingOf } from "./functions.ts";
import { apart } from "./part.ts";
import type { Pieces } from "./pieces.ts";

/** In larger files every hunk is for itself. */
const LARGEST_PARSED = 6_000_000;
/** Larger mixtures are not parsed: running the test is cheaper. */
const LARGEST_CHECKED = 200_000;

export interface Source {
  /** By hunk: which function it is in; counted along, each hunk that is in another one than the hunk before begins a new number. */
  functions(): Int32Array;
  readonly check?: (bytes: Uint8Array) => string | undefined;
}

/** Never fails: without a grammar that works there is nothing to know. */
export const sourceOf = async (path: string, pieces: Pieces, withFunctions: boolean): Promise<Source> => {
  const { good, bad, hunks } = pieces;
  const nothing: Source = { functions: () => apart(hunks.length) };
  const largest = Math.max(good.bytes.length, bad.bytes.length);
  const isChecked = largest < LARGEST_CHECKED && pieces.hunks.length > 0;
  if (!isChecked && (!withFunctions || hunks.length < 2 || largest > LARGEST_PARSED)) return nothing;
  const decode = decoderOf(good.bytes, bad.bytes);
  const text = decode(good.bytes);
  try {
    const language = await languageOf(path, text);
    if (language === undefined) return nothing;
    let found: Int32Array | undefined;
    const functions = (): Int32Array =>
      (found ??= withFunctions && hunks.length > 1 ? tried(language, decode(good.bytes), pieces) : apart(hunks.length));
    const check = isChecked ? checkOf(language, [text, decode(bad.bytes)], decode) : undefined;
    return check === undefined ? { functions } : { functions, check };
  } catch {
    return nothing; // the grammar could not be loaded, or its parser broke
  }
};

/** A parser that breaks knows nothing. */
const tried = (language: Language, text: string, pieces: Pieces): Int32Array => {
  try {
    return functionsIn(language, text, pieces);
  } catch {
    return apart(pieces.hunks.length);
  }
};

const languageOf = async (path: string, text: string): Promise<Language | undefined> => {
  const name = detectLanguage(path, text);
  return name !== undefined && packedLanguages.includes(name) ? loadLanguage(name) : undefined;
};

/** A hunk that takes lines away is where the first of them is; one that only adds lines is where they go. */
const functionsIn = (language: Language, text: string, { hunks }: Pieces): Int32Array => {
  const starts = lineStarts(text);
  const places = hunks.map(({ aFrom, aTo }) => {
    const at = starts[aFrom] ?? text.length;
    return aFrom === aTo ? { at, inclusive: false } : { at: afterBlanks(text, at), inclusive: true };
  });
  const enclosing = enclosedBy(enclosingOf(language, text), places);
  const functions = new Int32Array(hunks.length);
  for (let hunk = 1; hunk < hunks.length; hunk++) {
    const same = enclosing[hunk] !== -1 && enclosing[hunk] === enclosing[hunk - 1];
    functions[hunk] = (functions[hunk - 1] as number) + (same ? 0 : 1);
  }
  return functions;
};

const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
};

const afterBlanks = (text: string, at: number): number => {
  let place = at;
  while (place < text.length && /\s/.test(text[place] as string)) place++;
  return place;
};

/** Where both ends parse, mixtures have to. */
const checkOf = (language: Language, ends: readonly string[], decode: (bytes: Buffer) => string): Source["check"] => {
  let clean: boolean | undefined;
  const parses = (text: string): boolean => {
    try {
      return language.parse(text).errors === 0;
    } catch {
      return false;
    }
  };
  return (bytes) => {
    clean ??= ends.every(parses);
    const broken = clean && !parses(decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    return broken ? "does not parse" : undefined;
  };
};
