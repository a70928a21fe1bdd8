/** What the grammar of a file's language says of it: which hunks are in one function, and which mixtures do not parse. */
import { attempt } from "../../core/maybe.ts";
import { detectLanguage } from "../../languages/detect.ts";
import { loadLanguage } from "../../languages/load.ts";
import { packedLanguages } from "../../languages/registry.ts";
import { type Language, NAMED, type SyntaxTree } from "../../languages/syntax.ts";
import { decoderOf } from "./binary.ts";
import { apart } from "../change.ts";
import type { Pieces } from "./pieces.ts";

/** In larger files every hunk is for itself. */
const LARGEST_PARSED = 16_000_000;
/** Larger mixtures are not parsed: running the test is cheaper. */
const LARGEST_CHECKED = 200_000;

export interface TreeSource {
  /** By hunk: which function it is in; counted along, each hunk that is in another one than the hunk before begins a new number. */
  functions(): Int32Array;
  readonly check?: (bytes: Uint8Array) => string | undefined;
}

/** Never fails: without a grammar that works there is nothing to know. */
export const sourceOf = async (path: string, pieces: Pieces, withFunctions: boolean): Promise<TreeSource> => {
  const { good, bad, hunks } = pieces;
  const nothing: TreeSource = { functions: () => apart(hunks.length) };
  const largest = Math.max(good.bytes.length, bad.bytes.length);
  const isChecked = largest < LARGEST_CHECKED && pieces.hunks.length > 0;
  if (!isChecked && (!withFunctions || hunks.length < 2 || largest > LARGEST_PARSED)) return nothing;
  const decode = decoderOf(good.bytes, bad.bytes);
  const text = decode(good.bytes);
  try {
    const language = await languageOf(path, text);
    if (language === undefined) return nothing;
    let found: Int32Array | undefined;
    // Mixtures that are not parsed must not be torn where only the bad text has a function.
    const texts = isChecked ? [good] : [good, bad];
    const functions = (): Int32Array =>
      (found ??=
        withFunctions && hunks.length > 1
          ? tried(
              language,
              texts.map(({ bytes }) => decode(bytes)),
              pieces,
            )
          : apart(hunks.length));
    const check = isChecked ? checkOf(language, [text, decode(bad.bytes)], decode) : undefined;
    return check === undefined ? { functions } : { functions, check };
  } catch {
    return nothing; // the grammar could not be loaded, or its parser broke
  }
};

/** A parser that breaks knows nothing. */
const tried = (language: Language, texts: readonly string[], pieces: Pieces): Int32Array =>
  attempt(() => functionsIn(language, texts, pieces)) ?? apart(pieces.hunks.length);

export const languageOf = async (path: string, text: string): Promise<Language | undefined> => {
  const name = detectLanguage(path, text);
  return name !== undefined && packedLanguages.includes(name) ? loadLanguage(name) : undefined;
};

/** Neighbours that are in one function, in one of the texts (good, bad), belong together. */
const functionsIn = (language: Language, texts: readonly string[], { hunks }: Pieces): Int32Array => {
  const sides = texts.map((text, side) =>
    enclosures(
      language,
      text,
      hunks.map(({ aFrom, aTo, bFrom, bTo }) => (side === 0 ? { from: aFrom, to: aTo } : { from: bFrom, to: bTo })),
      side === 0,
    ),
  );
  const functions = new Int32Array(hunks.length);
  for (let hunk = 1; hunk < hunks.length; hunk++) {
    const same = sides.some(({ first, last }) => first[hunk] !== -1 && first[hunk] === last[hunk - 1]);
    functions[hunk] = (functions[hunk - 1] as number) + (same ? 0 : 1);
  }
  return functions;
};

interface Enclosures {
  /** By range: the function that its first line is in; that its last line is in, where that is known. */
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Lines are in the function where the first of them is, or where it would go if there is none. */
const enclosures = (
  language: Language,
  text: string,
  ranges: readonly { readonly from: number; readonly to: number }[],
  isGood: boolean,
): Enclosures => {
  const starts = lineStarts(text);
  const place = (line: number, isEmpty: boolean): Place => {
    const at = starts[line] ?? text.length;
    return isEmpty ? { at, inclusive: false } : { at: afterBlanks(text, at), inclusive: true };
  };
  const enclosing = enclosingOf(language, text);
  const first = enclosedBy(
    enclosing,
    ranges.map(({ from, to }) => place(from, from === to)),
  );
  if (isGood) return { first, last: first };
  return {
    first,
    last: enclosedBy(
      enclosing,
      ranges.map(({ from, to }) => place(Math.max(from, to - 1), from === to)),
    ),
  };
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
const checkOf = (
  language: Language,
  ends: readonly string[],
  decode: (bytes: Buffer) => string,
): TreeSource["check"] => {
  let clean: boolean | undefined;
  const parses = (text: string): boolean => attempt(() => language.parse(text).errors === 0) ?? false;
  return (bytes) => {
    clean ??= ends.every(parses);
    const broken = clean && !parses(decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    return broken ? "does not parse" : undefined;
  };
};

/** Functions with a name, in any grammar. */
const DECLARED =
  /^(?:(?:\w+_)?(?:function|method|constructor|destructor|procedure|subroutine|operator|modifier|accessor|property|field|macro)_(?:definition|declaration|item|statement)|(?:singleton_)?method|secondary_constructor)$/;

/** Functions without one; where they are the value of something, that gives them a name. */
const EXPRESSION =
  /^(?:function_expression|function|generator_function|arrow_function|lambda(?:_expression)?|closure_expression|anonymous_function|func_literal|do_block)$/;

const NAMING =
  /^(?:variable_declarator|assignment_expression|assignment|pair|field_definition|public_field_definition|property_assignment|init_declarator|field_initializer)$/;

/** What members of a class stand in. */
const BODY =
  /^(?:class_body|interface_body|enum_body|object_type|declaration_list|field_declaration_list|enum_variant_list|template_body|protocol_body|enum_class_body|contract_body)$/;
const CLASS = /^(?:class|module|class_definition|class_declaration|trait_definition|object_definition)$/;

/** A function that is called where it stands, or that is most of the text, is only a wrapper: its statements are like top-level ones. */
const CALL = /^(?:call_expression|call|parenthesized_expression|function_call)$/;
const STATEMENTS = /^(?:statement_block|block|compound_statement|body_statement|function_body)$/;

/** Ranges that nest, in the order of their beginnings. */
interface Enclosing {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Bits of what is known of a kind; asked of every node, so they are looked up by number. */
const SORTS = [DECLARED, EXPRESSION, NAMING, BODY, CLASS, CALL, STATEMENTS, /^parenthesized_expression$/] as const;
const [IS_DECLARED, IS_EXPRESSION, IS_NAMING, IS_BODY, IS_CLASS, IS_CALL, IS_STATEMENTS, IS_PARENTHESES] = [
  1, 2, 4, 8, 16, 32, 64, 128,
] as const;

interface Looking {
  readonly tree: SyntaxTree;
  /** By node: it is a wrapper. */
  readonly wrapper: Uint8Array;
  readonly is: (node: number, sort: number) => boolean;
}

const enclosingOf = (language: Language, text: string): Enclosing => {
  const tree = language.parse(text);
  const sorts = Uint8Array.from(language.kinds, (kind) =>
    SORTS.reduce((bits, pattern, bit) => (pattern.test(kind) ? bits | (1 << bit) : bits), 0),
  );
  const is = (node: number, sort: number): boolean =>
    node >= 0 && ((sorts[tree.kind[node] as number] as number) & sort) !== 0;
  const looking = { tree, wrapper: new Uint8Array(tree.length), is };
  const starts: number[] = [];
  const ends: number[] = [];
  for (let node = 1; node < tree.length; node++) {
    if (((tree.flags[node] as number) & NAMED) === 0) continue;
    if (is(node, IS_EXPRESSION) && isWrapper(looking, node)) looking.wrapper[node] = 1;
    else if (isUnit(looking, node)) {
      starts.push(tree.start[node] as number);
      ends.push(tree.end[node] as number);
    }
  }
  return { starts, ends };
};

const isUnit = ({ tree, wrapper, is }: Looking, node: number): boolean => {
  const parent = tree.parent[node] as number;
  const above = parent < 0 ? -1 : (tree.parent[parent] as number);
  if (parent === 0 || is(node, IS_DECLARED) || is(parent, IS_BODY)) return true;
  if (is(node, IS_EXPRESSION)) return is(parent, IS_NAMING);
  return is(parent, IS_STATEMENTS) && (wrapper[above] === 1 || is(above, IS_CLASS));
};

/** What is called stands first in the call. */
const isWrapper = ({ tree, is }: Looking, node: number): boolean => {
  const size = (tree.end[node] as number) - (tree.start[node] as number);
  if (2 * size >= tree.text.length) return true;
  const parent = tree.parent[node] as number;
  const call = is(parent, IS_PARENTHESES) ? (tree.parent[parent] as number) : parent;
  return (
    is(parent, IS_CALL) && is(call, IS_CALL) && !is(call, IS_PARENTHESES) && tree.start[call] === tree.start[parent]
  );
};

interface Place {
  readonly at: number;
  readonly inclusive: boolean;
}

/** The innermost range around each of these places (in order): its number, or -1. A place lies in a range that begins at it only if `inclusive`. */
const enclosedBy = ({ starts, ends }: Enclosing, places: readonly Place[]): readonly number[] => {
  const open: number[] = [];
  let next = 0;
  return places.map(({ at, inclusive }) => {
    while (next < starts.length && (inclusive ? (starts[next] as number) <= at : (starts[next] as number) < at))
      open.push(next++);
    while (open.length > 0 && (ends[open.at(-1) as number] as number) <= at) open.pop();
    return open.at(-1) ?? -1;
  });
};
