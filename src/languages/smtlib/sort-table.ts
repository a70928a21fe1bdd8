/** The sorts of a script: those that are declared, those that stand for others, and what is wrong with how they are written. */
import { isSortOfTheory, takesIndices, takesSorts } from "./arities.ts";
import { itemsOf, LIST, SYMBOL, symbolAt, textAt, type Expressions } from "./reader.ts";
import type { Entry } from "./script.ts";
import { BOOL, instantiated, sortAt, sortOf, type MaybeSort, type Sort } from "./sorts.ts";
import type { TermTable } from "./applications.ts";

interface Alias {
  readonly params: readonly string[];
  readonly sort: MaybeSort;
}

/** In the place of a number of parameters: nothing is known of it. */
export const ANY = -1;

/** Patterns of theories have variables of their own. */
export const variable = (name: string): Sort => sortOf(`?'${name}`);

export class SortTable {
  readonly entries = new Map<string, Entry>();
  readonly #found: TermTable;
  readonly #source: Expressions;
  readonly #isSort: Uint8Array;
  readonly #aliases = new Map<string, Alias>();
  /** The parameters of the datatype or definition that is being read. */
  #variables = new Map<string, Sort>();

  constructor(found: TermTable, isSort: Uint8Array) {
    this.#found = found;
    this.#source = found.source;
    this.#isSort = isSort;
  }

  alias(name: string, { params, sort }: Alias): void {
    this.#aliases.set(name, { params: params.map((each) => variable(each).head), sort });
  }

  withVariables<T>(names: readonly string[], read: () => T): T {
    this.#variables = new Map(names.map((name) => [name, variable(name)]));
    const result = read();
    this.#variables = new Map();
    return result;
  }

  sortAt(node: number): MaybeSort {
    const { kind, after } = this.#source;
    for (let each = node; each < (after[node] as number); each++) {
      if (this.#isSort[each] === 1) continue;
      this.#isSort[each] = 1;
      if (!this.#isRight(each, node)) this.#found.errors.add(each);
      if (kind[each] === SYMBOL) this.#useSort(each);
    }
    return sortAt(this.#source, node, (name, args) => this.#sortNamed(name, args));
  }

  #useSort(node: number): void {
    const entry = this.entries.get(symbolAt(this.#source, node));
    this.#found.meanings[node] = entry;
    entry?.uses.push(node);
  }

  /** Is a node in a sort as it must be? Names and numbers of a list are looked at with it. */
  #isRight(node: number, outermost: number): boolean {
    const { kind, parent } = this.#source;
    if (kind[node] !== LIST)
      return (node > outermost && node === (parent[node] as number) + 1) || this.#isIndex(node, outermost)
        ? true
        : kind[node] === SYMBOL && this.#takes(symbolAt(this.#source, node), 0);
    const [head = -1, ...rest] = itemsOf(this.#source, node);
    const name = symbolAt(this.#source, head);
    if (name !== "_") return rest.length > 0 && this.#takes(name, rest.length);
    const [own = -1, ...indices] = rest;
    return (
      indices.length > 0 &&
      takesIndices(
        symbolAt(this.#source, own),
        indices.map((each) => textAt(this.#source, each)),
      )
    );
  }

  #isIndex(node: number, outermost: number): boolean {
    const list = this.#source.parent[node] as number;
    return node > outermost && symbolAt(this.#source, list + 1) === "_";
  }

  #takes(name: string, count: number): boolean {
    const entry = this.entries.get(name);
    if (entry !== undefined) return entry.signature.least === ANY || entry.signature.least === count;
    return this.#variables.has(name) ? count === 0 : isSortOfTheory(name) && takesSorts(name, count);
  }

  #sortNamed(name: string, args: readonly Sort[]): MaybeSort {
    const known = this.#variables.get(name);
    if (known !== undefined) return known;
    const alias = this.#aliases.get(name);
    if (alias === undefined) return undefined;
    return instantiated(alias.sort, new Map(alias.params.map((param, index) => [param, args[index] ?? BOOL])));
  }
}
