/** The walk through terms: what names stand for, and sorts from the leaves up. */
import {
  BAD,
  BITS,
  DECIMAL,
  itemsOf,
  KEYWORD,
  LIST,
  NUMERAL,
  STRING,
  SYMBOL,
  symbolAt,
  textAt,
  type Expressions,
} from "./reader.ts";
import { takesIndices } from "./arities.ts";
import type { Entry, EntryKind, Scope } from "./script.ts";
import { bitVector, BOOL, INT, matches, REAL, STRINGS, type MaybeSort } from "./sorts.ts";
import {
  UNKNOWN,
  applySignature,
  applyTheory,
  indexedConstant,
  isOfTheory,
  type Applied,
  type Signature,
} from "./theories.ts";

/** What the walk finds, by node. */
export interface Found {
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

export const constant = (sort: MaybeSort): Signature => ({ params: [], least: 0, result: sort });

const BINDERS = new Set(["forall", "exists", "lambda", "choice"]);

type Task = () => void;

export class TermWalk {
  readonly #found: Found;
  readonly #world: World;
  readonly #locals = new Map<string, Entry[]>();
  readonly #tasks: Task[] = [];

  constructor(found: Found, world: World) {
    this.#found = found;
    this.#world = world;
  }

  /** A term, which must be of the sort. */
  walk(term: number, { sort, scope }: { readonly sort: MaybeSort; readonly scope?: Scope }): void {
    this.#tasks.push(() => {
      const own = this.#found.sorts[term];
      if (sort !== undefined && !matches(sort, own, new Map())) this.#found.errors.add(term);
    });
    if (scope === undefined) this.#enter(term, undefined);
    else this.#within(scope, () => this.#enter(term, scope));
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) task();
  }

  entryOf(kind: EntryKind, place: number, rest: Partial<Entry> & Pick<Entry, "owner" | "signature">): Entry {
    const entry = { name: symbolAt(this.#found.source, place), kind, place, uses: [], ...rest };
    this.#found.meanings[place] = entry;
    this.#world.introduce(entry);
    return entry;
  }

  /** `inside` puts tasks on the stack that are done while the scope is open. */
  #within(scope: Scope, inside: Task): void {
    this.#tasks.push(() => {
      for (const { name } of scope.entries) this.#locals.get(name)?.pop();
    });
    this.#tasks.push(() => {
      for (const entry of scope.entries) {
        const known = this.#locals.get(entry.name);
        if (known === undefined) this.#locals.set(entry.name, [entry]);
        else known.push(entry);
      }
      inside();
    });
  }

  #enter(node: number, scope: Scope | undefined): void {
    const { source, isTerm, scopes, sorts } = this.#found;
    isTerm[node] = 1;
    scopes[node] = scope;
    if (source.kind[node] !== LIST) {
      sorts[node] = this.#leaf(node);
      return;
    }
    const [head, ...rest] = itemsOf(source, node);
    const name = head === undefined ? "" : symbolAt(source, head);
    if (head === undefined) this.#found.errors.add(node);
    else if (name === "let") this.#let(node, scope);
    else if (BINDERS.has(name)) this.#quantifier(node, scope);
    else if (name === "match") this.#match(node, scope);
    else if (name === "!") this.#annotation(node, scope);
    else if (name === "_") this.#indexed(node, rest);
    else if (name === "as") sorts[node] = this.#ascribed(node);
    else {
      this.#tasks.push(() => {
        const { fits, sort } = this.#applied(node, head, rest);
        if (!fits) this.#found.errors.add(node);
        sorts[node] = sort;
      });
      this.#each(rest, scope);
    }
  }

  #indexed(node: number, [own = -1, ...rest]: readonly number[]): void {
    const indices = this.#texts(rest);
    const name = symbolAt(this.#found.source, own);
    if (name === "" || indices.length === 0 || !takesIndices(name, indices)) this.#found.errors.add(node);
    this.#found.sorts[node] = indexedConstant(name, indices);
  }

  #each(terms: readonly number[], scope: Scope | undefined): void {
    for (const term of terms.toReversed()) this.#tasks.push(() => this.#enter(term, scope));
  }

  #texts(nodes: readonly number[]): readonly string[] {
    return nodes.map((node) => textAt(this.#found.source, node));
  }

  #leaf(node: number): MaybeSort {
    const { source, errors } = this.#found;
    switch (source.kind[node] as number) {
      case NUMERAL:
        return INT;
      case DECIMAL:
        return REAL;
      case STRING:
        return STRINGS;
      case BITS: {
        const text = textAt(source, node);
        return bitVector((text.length - 2) * (text.charAt(1) === "x" ? 4 : 1));
      }
      case SYMBOL: {
        const { fits, sort } = this.#call(node, []);
        if (!fits) errors.add(node);
        return sort;
      }
      default:
        if (source.kind[node] !== BAD) errors.add(node);
        return undefined;
    }
  }

  /** A function by its name, with arguments of these sorts. */
  #call(head: number, args: readonly MaybeSort[], indices: readonly string[] = []): Applied {
    const name = symbolAt(this.#found.source, head);
    const entry = this.#locals.get(name)?.at(-1) ?? this.#world.find(name);
    if (entry === undefined) {
      const tested = /^is-(.+)/.exec(name)?.[1];
      if (tested !== undefined) this.#use(head, this.#world.find(tested));
      return isOfTheory(name) ? applyTheory(name, { indices, args }) : { fits: false, sort: undefined };
    }
    this.#use(head, entry);
    const { signature } = entry;
    // Some solvers apply arrays, and variables of higher order.
    const isApplied = args.length > 0 && signature.params.length === 0;
    if (isApplied && /^(?:->|Array|undefined)$/.test(String(signature.result?.head))) return UNKNOWN;
    return applySignature(signature, args);
  }

  #use(node: number, entry: Entry | undefined): void {
    this.#found.meanings[node] = entry;
    entry?.uses.push(node);
  }

  #applied(node: number, head: number, rest: readonly number[]): Applied {
    const { source, sorts } = this.#found;
    const args = rest.map((arg) => sorts[arg]);
    if (args.length === 0) return { fits: false, sort: undefined };
    if (source.kind[head] === SYMBOL) return this.#call(head, args);
    const [word, name, ...more] = source.kind[head] === LIST ? itemsOf(source, head) : [];
    if (word === undefined || name === undefined || source.kind[node] !== LIST) return { fits: false, sort: undefined };
    if (symbolAt(source, word) === "as") {
      const sort = this.#ascribed(head);
      return { fits: this.#takes(name, sort, args), sort };
    }
    if (symbolAt(source, word) !== "_") return { fits: false, sort: undefined };
    if (symbolAt(source, name) === "is") {
      for (const each of more) this.#use(each, this.#world.find(symbolAt(source, each)));
      return { fits: true, sort: BOOL };
    }
    return this.#call(name, args, this.#texts(more));
  }

  /** `(as f S)`. */
  #ascribed(node: number): MaybeSort {
    const [, name = -1, sort = -1] = itemsOf(this.#found.source, node);
    if (sort < 0) this.#found.errors.add(node);
    const entry = this.#world.find(symbolAt(this.#found.source, name));
    if (entry !== undefined) this.#use(name, entry);
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

  /** The term that a binder is about gives its sort to the whole. */
  #like(node: number, term: number): void {
    this.#tasks.push(() => {
      this.#found.sorts[node] = this.#found.sorts[term];
    });
  }

  #let(node: number, scope: Scope | undefined): void {
    const { source, sorts } = this.#found;
    const [, bindings = -1, body = -1, ...more] = itemsOf(source, node);
    const pairs = bindings < 0 ? [] : itemsOf(source, bindings).map((pair) => itemsOf(source, pair));
    if (body < 0 || more.length > 0 || pairs.some((pair) => pair.length !== 2) || pairs.length === 0) {
      this.#found.errors.add(node);
      return;
    }
    this.#like(node, body);
    const values = pairs.map(([, value = -1]) => value);
    this.#tasks.push(() => {
      const entries = pairs.map(([name = -1, value = -1]) =>
        this.entryOf("let", name, { owner: node, body: value, signature: constant(sorts[value]) }),
      );
      const inner = { entries, around: scope };
      this.#within(inner, () => this.#enter(body, inner));
    });
    this.#each(values, scope);
  }

  /** Sorted variables. */
  bound(owner: number, list: number): readonly Entry[] {
    const { source } = this.#found;
    return itemsOf(source, list).flatMap((pair) => {
      const [name = -1, sort = -1, ...more] = source.kind[pair] === LIST ? itemsOf(source, pair) : [];
      const isWhole = sort >= 0 && more.length === 0 && source.kind[name] === SYMBOL;
      if (!isWhole) this.#found.errors.add(pair);
      return isWhole ? [this.entryOf("bound", name, { owner, signature: constant(this.#world.sortAt(sort)) })] : [];
    });
  }

  #quantifier(node: number, scope: Scope | undefined): void {
    const { source, sorts, errors } = this.#found;
    const [head = -1, list = -1, body = -1, ...more] = itemsOf(source, node);
    if (body < 0 || more.length > 0 || source.kind[list] !== LIST || source.after[list] === list + 1) {
      errors.add(node);
      return;
    }
    const isFormula = /^(?:forall|exists)$/.test(symbolAt(source, head));
    this.#tasks.push(() => {
      if (isFormula && !matches(BOOL, sorts[body], new Map())) errors.add(body);
      sorts[node] = isFormula ? BOOL : undefined;
    });
    const inner = { entries: this.bound(node, list), around: scope };
    this.#within(inner, () => this.#enter(body, inner));
  }

  #match(node: number, scope: Scope | undefined): void {
    const { source, errors } = this.#found;
    const [, term = -1, list = -1] = itemsOf(source, node);
    const cases = list < 0 ? [] : itemsOf(source, list).map((each) => itemsOf(source, each));
    if (cases.length === 0 || cases.some((each) => each.length !== 2)) {
      errors.add(node);
      return;
    }
    this.#like(node, cases[0]?.[1] ?? -1);
    for (const [pattern = -1, body = -1] of cases.toReversed())
      this.#tasks.push(() => {
        const inner = { entries: this.#pattern(node, pattern), around: scope };
        this.#within(inner, () => this.#enter(body, inner));
      });
    this.#each([term], scope);
  }

  /** The variables of a pattern. */
  #pattern(owner: number, pattern: number): readonly Entry[] {
    const { source } = this.#found;
    const [head = -1, ...rest] = source.kind[pattern] === LIST ? itemsOf(source, pattern) : [pattern];
    const entry = this.#world.find(symbolAt(source, head));
    if (entry?.kind === "constructor") this.#use(head, entry);
    const names = entry?.kind === "constructor" ? rest : [pattern];
    return names.flatMap((name, index) => {
      const param = entry?.signature.params[index];
      const sort = param?.text.includes("?") === true ? undefined : param;
      return source.kind[name] === SYMBOL ? [this.entryOf("bound", name, { owner, signature: constant(sort) })] : [];
    });
  }

  #annotation(node: number, scope: Scope | undefined): void {
    const { source, sorts, errors } = this.#found;
    const [, term = -1, ...attributes] = itemsOf(source, node);
    if (term < 0) {
      errors.add(node);
      return;
    }
    const patterns: number[] = [];
    for (const [index, each] of attributes.entries()) {
      const next = attributes[index + 1] ?? -1;
      if (source.kind[each] !== KEYWORD || next < 0) continue;
      const word = textAt(source, each);
      if (word === ":pattern" && source.kind[next] === LIST) patterns.push(...itemsOf(source, next));
      if (word === ":pattern" && patterns.some((pattern) => source.kind[pattern] !== LIST)) errors.add(next);
      if (word === ":named" && source.kind[next] === SYMBOL)
        this.#tasks.push(() => this.entryOf("named", next, { owner: node, signature: constant(sorts[term]) }));
    }
    this.#like(node, term);
    this.#each([term, ...patterns], scope);
  }
}
