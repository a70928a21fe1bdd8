/** Languages by tree-sitter: parsed by its runtime, handed on as plain columns. */
import { Unparsable } from "../core/errors.ts";
import { copyTree, hollowIn, tellsOfError, type KindTable } from "./columns.ts";
import type { Distilled } from "./distill.ts";
import type { KindShape, Language, ListShape, SyntaxTree } from "./syntax.ts";
import { MAX_TAG_DEPTH, tagDepth } from "./markup/tag-depth.ts";
import type { LanguageTraits } from "./traits.ts";
import { Edit, Parser, type Language as Grammar, type Point, type Tree } from "web-tree-sitter";

/** UTF-16 units handed over at a time; the runtime has room for 5119. */
const CHUNK = 4096;

interface TreeSitterSource {
  readonly name: string;
  readonly grammar: Grammar;
  /** Without it nothing is known of shapes. */
  readonly distilled?: Distilled | undefined;
  readonly traits?: LanguageTraits | undefined;
}

export function treeSitterLanguage({ name, grammar, distilled, traits = {} }: TreeSitterSource): Language {
  const kinds = kindNames(grammar);
  const { filled = [] } = traits;
  const table = {
    ...kindTable(grammar, kinds, distilled && extrasOf(distilled)),
    filled: Uint8Array.from(kinds, (kind) => (filled.includes(kind) ? 1 : 0)),
  };
  const parse = parserOf(grammar, traits);
  const atOnce: ParseInSteps = function* (text, edited) {
    yield;
    return parse(text, edited);
  };
  const inSteps: ParseInSteps = (text, edited) => treeInSteps(grammar, text, { traits, edited });
  const checked = function* (
    tree: Tree,
    { earlier, strict }: { readonly earlier: SyntaxTree | undefined; readonly strict: boolean },
  ): Generator<void, boolean, void> {
    try {
      yield;
      // An error of which no node tells is none that anybody could see.
      return !tellsOfError(tree) && (!strict || hollowIn(tree, filled) <= (earlier?.hollow ?? 0));
    } finally {
      tree.delete();
    }
  };
  let latest: SyntaxTree | undefined;
  const copied = function* (text: string, tree: Tree): Generator<void, SyntaxTree, void> {
    latest = yield* copyTree(tree, text, table);
    keepTree(latest, tree);
    return latest;
  };
  return {
    name,
    kinds,
    fields: Array.from({ length: grammar.fieldCount + 1 }, (_, id) => grammar.fieldNameForId(id) ?? ""),
    shapes: distilled === undefined ? new Map() : shapesOf(distilled),
    traits,
    isWhole: (text, earlier, strict = true) =>
      ended(checked(ended(treeFor(atOnce, text, earlier)), { earlier, strict })),
    *isWholeInSteps(text, earlier, strict = true) {
      return yield* checked(yield* treeFor(inSteps, text, earlier), { earlier, strict });
    },
    parse(text, earlier) {
      // Whoever has looked whether the text is in the language has parsed it.
      if (latest?.text === text) return latest;
      return ended(copied(text, ended(treeFor(atOnce, text, earlier))));
    },
    *parseInSteps(text) {
      if (latest?.text === text) return latest;
      return yield* copied(text, yield* inSteps(text));
    },
  };
}

/** The names of all kinds by the parser's number, hidden ones included, and of errors at the end. */
function kindNames(grammar: Grammar): readonly string[] {
  const names = Array.from({ length: grammar.nodeTypeCount }, (_, id) => grammar.nodeTypeForId(id) ?? "");
  return [...names, "ERROR"];
}

function kindTable(
  grammar: Grammar,
  kinds: readonly string[],
  extras: ReadonlySet<string> | undefined,
): Omit<KindTable, "filled"> {
  const error = kinds.length - 1;
  return {
    error,
    named: Uint8Array.from(kinds, (_, id) => (id === error || grammar.nodeTypeIsNamed(id) ? 1 : 0)),
    mayBeExtra: Uint8Array.from(kinds, (kind, id) =>
      extras === undefined || id === error || extras.has(kind) ? 1 : 0,
    ),
  };
}

type Parse = (text: string, edited?: Tree) => Tree;
type ParseInSteps = (text: string, edited?: Tree) => Generator<void, Tree, void>;

/** By way of the earlier tree, unless there is so much more of it that to change it takes longer than to read the text. */
function* treeFor(parse: ParseInSteps, text: string, earlier?: SyntaxTree): Generator<void, Tree, void> {
  const isNear = earlier !== undefined && earlier.text.length <= 4 * text.length;
  return (isNear ? yield* parseAgain(parse, text, earlier) : undefined) ?? (yield* parse(text));
}

/** What the runtime cannot swallow is unparsable; a parser that stumbled is not used again. */
function parserOf(grammar: Grammar, traits: LanguageTraits): Parse {
  let parser: Parser | undefined;
  return (text, edited) => {
    checkDepth(text, traits);
    try {
      parser ??= new Parser().setLanguage(grammar);
      const tree = parser.parse(piecesOf(text), edited);
      if (tree !== null) return tree;
    } catch (error) {
      parser = undefined;
      throw new Unparsable("the parser has failed on the text", { cause: error });
    }
    throw new Unparsable("the parser has given up on the text");
  };
}

/** For each tag, the parser goes through all that are open: its time grows with the square of the depth. */
function checkDepth(text: string, { tags = false }: LanguageTraits): void {
  if (tags && tagDepth(text) > MAX_TAG_DEPTH) throw new Unparsable("the elements are nested too deeply");
}

const piecesOf =
  (text: string) =>
  (index: number): string =>
    text.slice(index, index + CHUNK);

/** In milliseconds. */
const STEP_MS = 25;

interface StepwiseOptions {
  readonly traits: LanguageTraits;
  readonly edited: Tree | undefined;
}

/** The tree of a text by a parser of its own, which goes on where it was interrupted: others may parse meanwhile. */
function* treeInSteps(
  grammar: Grammar,
  text: string,
  { traits, edited }: StepwiseOptions,
): Generator<void, Tree, void> {
  checkDepth(text, traits);
  const parser = new Parser().setLanguage(grammar);
  try {
    for (;;) {
      const until = performance.now() + STEP_MS;
      let isLate = false;
      const progressCallback = (): boolean => (isLate = performance.now() > until);
      const tree = parser.parse(piecesOf(text), edited ?? null, { progressCallback });
      if (tree !== null) return tree;
      if (!isLate) throw new Unparsable("the parser has given up on the text");
      yield;
    }
  } catch (error) {
    if (error instanceof Unparsable) throw error;
    throw new Unparsable("the parser has failed on the text", { cause: error });
  } finally {
    parser.delete();
  }
}

/** What comes of steps, without a pause between them. */
function ended<T>(steps: Generator<void, T, void>): T {
  for (;;) {
    const { done: isDone, value } = steps.next();
    if (isDone === true) return value;
  }
}

/**
 * The tree, made from the earlier one; undefined if that is gone, or if there are errors: how the parser recovers
 * depends on what it could take over, and the tree of a text must not depend on the texts before.
 */
function* parseAgain(parse: ParseInSteps, text: string, earlier: SyntaxTree): Generator<void, Tree | undefined, void> {
  const known = treeOf(earlier);
  if (known === undefined || known.rootNode.hasError) return undefined;
  const edited = known.copy();
  try {
    edited.edit(difference(earlier.text, text));
    yield;
    const tree = yield* parse(text, edited);
    if (!tree.rootNode.hasError) return tree;
    tree.delete();
    return undefined;
  } finally {
    edited.delete();
  }
}

/** The shapes of a distilled grammar as the rest of the program reads them. */
function shapesOf({ strings, shapes }: Distilled): ReadonlyMap<string, KindShape> {
  const name = (index: number): string => strings[index] ?? "";
  const names = (indices: readonly number[]): ReadonlySet<string> => new Set(indices.map(name));
  return new Map(
    shapes.map(([kind, optional, lists]) => [
      name(kind),
      {
        optional: names(optional),
        lists: lists.map(([least, separator, items]): ListShape => {
          const list = { items: names(items), least };
          return separator < 0 ? list : { ...list, separator: name(separator) };
        }),
      },
    ]),
  );
}

/** The kinds that may stand anywhere. */
const extrasOf = ({ strings, extras }: Distilled): ReadonlySet<string> =>
  new Set(extras.map((extra) => strings[extra] ?? ""));

/** Where two texts differ, as one replaced stretch. */
function difference(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same += 1;
  const oldEnd = before.length - same;
  const newEnd = after.length - same;
  const startPosition = advance({ row: 0, column: 0 }, before, { from: 0, to: start });
  return new Edit({
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition,
    oldEndPosition: advance(startPosition, before, { from: start, to: oldEnd }),
    newEndPosition: advance(startPosition, after, { from: start, to: newEnd }),
  });
}

/** The point at `to`, when `point` is the one at `from`. */
function advance(point: Point, text: string, { from, to }: { readonly from: number; readonly to: number }): Point {
  let rows = 0;
  let lineStart = from;
  for (let end = text.indexOf("\n", from); end !== -1 && end < to; end = text.indexOf("\n", lineStart)) {
    rows += 1;
    lineStart = end + 1;
  }
  return { row: point.row + rows, column: to - lineStart + (rows === 0 ? point.column : 0) };
}

/** A tree of the parser, kept so that a similar text is parsed quickly; it lives outside of the garbage collector. */
interface Live {
  /** Weak: a caller that has dropped the columns will not ask for the tree. */
  readonly columns: WeakRef<SyntaxTree>;
  readonly tree: Tree;
}

const MAX_TREES = 2;
/** The last used first; of all languages together. */
let live: readonly Live[] = [];

/** The parser's tree behind the columns, if it is still there. */
function treeOf(columns: SyntaxTree): Tree | undefined {
  const found = live.find((entry) => entry.columns.deref() === columns);
  if (found !== undefined) live = [found, ...live.filter((entry) => entry !== found)];
  return found?.tree;
}

/** Keeps a tree, and frees the one that was not used for longest. */
function keepTree(columns: SyntaxTree, tree: Tree): void {
  const all = [{ columns: new WeakRef(columns), tree }, ...live];
  live = all.slice(0, MAX_TREES);
  for (const entry of all.slice(MAX_TREES)) entry.tree.delete();
}
