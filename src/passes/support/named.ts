/** What is known of a name without knowing the language: where it is defined, and where it is used. */
import { definingSign } from "../../dependences/occurrences.ts";
import { USED } from "../../dependences/signs.ts";
import { MAX_NAMES, occurrences } from "./occurrences.ts";
import type { Syntax } from "../../languages/pass.ts";
import { statementOf } from "./selection.ts";

/** A name with its leaves. All scopes are taken for one: a wrong guess costs one test. */
export interface NameUses {
  readonly name: string;
  /** The first leaf that a field of the grammar calls a name or a declarator; without one, the first of all. */
  readonly definition: number;
  /** The statement around the definition; the root if there is none. */
  readonly statement: number;
  /** All other leaves, in document order. */
  readonly uses: readonly number[];
}

/** Trees with more nodes are not looked into. */
const MAX_NODES = 5000;

/** By order of appearance; nothing for texts so large or with so many names that trying one after the other is hopeless. */
export const namedThings = (syntax: Syntax): readonly NameUses[] => {
  if (syntax.tree.length > MAX_NODES) return [];
  const places = occurrences(syntax);
  if (places.size > MAX_NAMES) return [];
  return [...places].map(([name, nodes]) => {
    const definition = nodes.find((node) => definingSign(syntax, node) !== USED) ?? nodes[0] ?? 0;
    return {
      name,
      definition,
      statement: statementOf(syntax, definition),
      uses: nodes.filter((node) => node !== definition),
    };
  });
};
