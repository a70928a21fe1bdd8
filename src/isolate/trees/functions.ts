/** Which function, method, member of a class or statement of the top level encloses a place of a source text. */
import { NAMED, type Language, type SyntaxTree } from "../../languages/syntax.ts";

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
export interface Enclosing {
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

export const enclosingOf = (language: Language, text: string): Enclosing => {
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

/** The innermost range around each of these places (in order): its number, or -1. A place lies in a range that begins at it only if `inclusive`. */
export const enclosedBy = (
  { starts, ends }: Enclosing,
  places: readonly { readonly at: number; readonly inclusive: boolean }[],
): readonly number[] => {
  const open: number[] = [];
  let next = 0;
  return places.map(({ at, inclusive }) => {
    while (next < starts.length && (inclusive ? (starts[next] as number) <= at : (starts[next] as number) < at))
      open.push(next++);
    while (open.length > 0 && (ends[open.at(-1) as number] as number) <= at) open.pop();
    return open.at(-1) ?? -1;
  });
};
