/** The walk through terms: what names stand for, and sorts from the leaves up. */
import { BAD, BITS, DECIMAL, itemsOf, KEYWORD, LIST, NUMERAL, STRING, SYMBOL, symbolAt, textAt } from "./reader.ts";
import { Applications, type TermTable, type World } from "./applications.ts";
import { takesIndices } from "./arities.ts";
import type { Entry, EntryKind, Scope } from "./script.ts";
import { bitVector, BOOL, INT, matches, REAL, STRINGS, type MaybeSort } from "./sorts.ts";
import { indexedConstant, type Signature } from "./theories.ts";

export const constant = (sort: MaybeSort): Signature => ({ params: [], least: 0, result: sort });

const BINDERS = new Set(["forall", "exists", "lambda", "choice"]);

type Task = () => void;

export class TermWalk {
  readonly #found: TermTable;
  readonly #world: World;
  readonly #calls: Applications;
  readonly #tasks: Task[] = [];

  constructor(found: TermTable, world: World) {
    this.#found = found;
    this.#world = world;
    this.#calls = new Applications(found, world);
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
      for (const { name } of scope.entries) this.#calls.locals.get(name)?.pop();
    });
    this.#tasks.push(() => {
      for (const entry of scope.entries) {
        const known = this.#calls.locals.get(entry.name);
        if (known === undefined) this.#calls.locals.set(entry.name, [entry]);
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
    else if (name === "as") sorts[node] = this.#calls.ascribed(node);
    else {
      this.#tasks.push(() => {
        const { fits, sort } = this.#calls.applied(node, head, rest);
        if (!fits) this.#found.errors.add(node);
        sorts[node] = sort;
      });
      this.#each(rest, scope);
    }
  }

  #indexed(node: number, [own = -1, ...rest]: readonly number[]): void {
    const indices = this.#calls.texts(rest);
    const name = symbolAt(this.#found.source, own);
    if (name === "" || indices.length === 0 || !takesIndices(name, indices)) this.#found.errors.add(node);
    this.#found.sorts[node] = indexedConstant(name, indices);
  }

  #each(terms: readonly number[], scope: Scope | undefined): void {
    for (const term of terms.toReversed()) this.#tasks.push(() => this.#enter(term, scope));
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
        const { fits, sort } = this.#calls.call(node, []);
        if (!fits) errors.add(node);
        return sort;
      }
      default:
        if (source.kind[node] !== BAD) errors.add(node);
        return undefined;
    }
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
    if (entry?.kind === "constructor") this.#calls.use(head, entry);
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
    const [first = -1, value = -1] = attributes;
    const isNamed = first >= 0 && textAt(source, first) === ":named";
    if (source.kind[first] !== KEYWORD || (isNamed && source.kind[value] !== SYMBOL)) errors.add(node);
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
