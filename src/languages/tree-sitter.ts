/** Languages by tree-sitter: parsed by its runtime, handed on as plain columns. */
import { Parser, type Language as Grammar, type Tree } from "web-tree-sitter";
import { Unparsable } from "../core/errors.ts";
import { copyTree, type KindTable } from "./columns.ts";
import { difference } from "./difference.ts";
import type { Distilled } from "./distill.ts";
import { keepTree, treeOf } from "./live-trees.ts";
import { extrasOf, shapesOf } from "./shapes.ts";
import type { Language, SyntaxTree } from "./syntax.ts";
import type { Traits } from "./traits.ts";

/** UTF-16 units handed over at a time; the runtime has room for 5119. */
const CHUNK = 4096;

interface TreeSitterSource {
  readonly name: string;
  readonly grammar: Grammar;
  /** Without it nothing is known of shapes. */
  readonly distilled?: Distilled | undefined;
  readonly traits?: Traits | undefined;
}

export function treeSitterLanguage({ name, grammar, distilled, traits = {} }: TreeSitterSource): Language {
  const kinds = kindNames(grammar);
  const table = kindTable(grammar, kinds, distilled && extrasOf(distilled));
  const parse = parserOf(grammar);
  return {
    name,
    kinds,
    fields: Array.from({ length: grammar.fieldCount + 1 }, (_, id) => grammar.fieldNameForId(id) ?? ""),
    shapes: distilled === undefined ? new Map() : shapesOf(distilled),
    traits,
    parse(text, earlier) {
      const tree = (earlier && parseAgain(parse, text, earlier)) ?? parse(text);
      const columns = copyTree(tree, text, table);
      keepTree(columns, tree);
      return columns;
    },
  };
}

/** The names of all kinds by the parser's number, hidden ones included, and of errors at the end. */
function kindNames(grammar: Grammar): readonly string[] {
  const names = Array.from({ length: grammar.nodeTypeCount }, (_, id) => grammar.nodeTypeForId(id) ?? "");
  return [...names, "ERROR"];
}

function kindTable(grammar: Grammar, kinds: readonly string[], extras: ReadonlySet<string> | undefined): KindTable {
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

/** What the runtime cannot swallow is unparsable; a parser that stumbled is not used again. */
function parserOf(grammar: Grammar): Parse {
  let parser: Parser | undefined;
  return (text, edited) => {
    try {
      parser ??= new Parser().setLanguage(grammar);
      const tree = parser.parse((index) => text.slice(index, index + CHUNK), edited);
      if (tree !== null) return tree;
    } catch (error) {
      parser = undefined;
      throw new Unparsable("the parser has failed on the text", { cause: error });
    }
    throw new Unparsable("the parser has given up on the text");
  };
}

/**
 * The tree, made from the earlier one; undefined if that is gone, or if there are errors: how the parser recovers
 * depends on what it could take over, and the tree of a text must not depend on the texts before.
 */
function parseAgain(parse: Parse, text: string, earlier: SyntaxTree): Tree | undefined {
  const known = treeOf(earlier);
  if (known === undefined || known.rootNode.hasError) return undefined;
  const edited = known.copy();
  try {
    edited.edit(difference(earlier.text, text));
    const tree = parse(text, edited);
    if (!tree.rootNode.hasError) return tree;
    tree.delete();
    return undefined;
  } finally {
    edited.delete();
  }
}
