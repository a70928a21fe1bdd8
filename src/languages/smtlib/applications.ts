/** Functions at work: what their names stand for, and whether they may be applied so. */
import { itemsOf, LIST, SYMBOL, symbolAt, textAt, type Expressions } from "./reader.ts";
import type { Entry, Scope } from "./script.ts";
import { BOOL, matches, type MaybeSort } from "./sorts.ts";
import { applySignature, applyTheory, isOfTheory, UNKNOWN, type Applied } from "./theories.ts";

/** What the walk finds, by node. */
export interface TermTable {
  readonly source: Expressions;
  readonly isTerm: Uint8Array;
  readonly sorts: MaybeSort[];
  readonly scopes: (Scope | undefined)[];
  readonly meanings: (Entry | undefined)[];
  readonly errors: Set<number>;
}

/** What is known outside of terms. */
export interface World {
  find(name: string): Entry | undefined;
  /** The sort that a node says. */
  sortAt(node: number): MaybeSort;
  /** Makes an entry known to the script. */
  introduce(entry: Entry): void;
}

export class Applications {
  readonly locals = new Map<string, Entry[]>();
  readonly #found: TermTable;
  readonly #world: World;

  constructor(found: TermTable, world: World) {
    this.#found = found;
    this.#world = world;
  }

  texts(nodes: readonly number[]): readonly string[] {
    return nodes.map((node) => textAt(this.#found.source, node));
  }

  /** A function by its name, with arguments of these sorts. */
  call(head: number, args: readonly MaybeSort[], indices: readonly string[] = []): Applied {
    const name = symbolAt(this.#found.source, head);
    const entry = this.locals.get(name)?.at(-1) ?? this.#world.find(name);
    if (entry === undefined) {
      const tested = /^is-(.+)/.exec(name)?.[1];
      if (tested !== undefined) this.use(head, this.#world.find(tested));
      return isOfTheory(name) ? applyTheory(name, { indices, args }) : { fits: false, sort: undefined };
    }
    this.use(head, entry);
    const { signature } = entry;
    // Some solvers apply arrays, and variables of higher order.
    const isApplied = args.length > 0 && signature.params.length === 0;
    if (isApplied && /^(?:->|Array|undefined)$/.test(String(signature.result?.head))) return UNKNOWN;
    return applySignature(signature, args);
  }

  use(node: number, entry: Entry | undefined): void {
    this.#found.meanings[node] = entry;
    entry?.uses.push(node);
  }

  applied(node: number, head: number, rest: readonly number[]): Applied {
    const { source, sorts } = this.#found;
    const args = rest.map((arg) => sorts[arg]);
    if (args.length === 0) return { fits: false, sort: undefined };
    if (source.kind[head] === SYMBOL) return this.call(head, args);
    const [word, name, ...more] = source.kind[head] === LIST ? itemsOf(source, head) : [];
    if (word === undefined || name === undefined || source.kind[node] !== LIST) return { fits: false, sort: undefined };
    if (symbolAt(source, word) === "as") {
      const sort = this.ascribed(head);
      return { fits: this.#takes(name, sort, args), sort };
    }
    if (symbolAt(source, word) !== "_") return { fits: false, sort: undefined };
    if (symbolAt(source, name) === "is") {
      for (const each of more) this.use(each, this.#world.find(symbolAt(source, each)));
      return { fits: true, sort: BOOL };
    }
    return this.call(name, args, this.texts(more));
  }

  /** `(as f S)`. */
  ascribed(node: number): MaybeSort {
    const [, name = -1, sort = -1] = itemsOf(this.#found.source, node);
    if (sort < 0) this.#found.errors.add(node);
    const entry = this.#world.find(symbolAt(this.#found.source, name));
    if (entry !== undefined) this.use(name, entry);
    return sort < 0 ? undefined : this.#world.sortAt(sort);
  }

  /** May `(as f S)` have these arguments? */
  #takes(name: number, sort: MaybeSort, args: readonly MaybeSort[]): boolean {
    const entry = this.#found.meanings[name];
    if (entry !== undefined) return applySignature(entry.signature, args).fits;
    const isConstant = symbolAt(this.#found.source, name) === "const" && sort?.head === "Array";
    const element = isConstant ? sort.args.at(-1) : undefined;
    if (element !== undefined) return args.length === 1 && matches(element, args[0], new Map());
    return symbolAt(this.#found.source, name) !== "seq.empty";
  }
}
