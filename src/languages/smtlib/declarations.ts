/** What the commands of a script make known: functions, sorts, datatypes, and until when. */
import { itemsOf, LIST, NUMERAL, SYMBOL, symbolAt, textAt, type Expressions } from "./reader.ts";
import type { Entry, EntryKind } from "./script.ts";
import { ANY, SortTable, variable } from "./sort-table.ts";
import { sortOf, type MaybeSort, type Sort } from "./sorts.ts";
import type { TermTable, World } from "./applications.ts";
import { constant, TermWalk } from "./terms.ts";
import type { Signature } from "./theories.ts";

export class Analysis implements World {
  readonly found: TermTable;
  readonly isSort: Uint8Array;
  readonly entries: Entry[] = [];
  readonly #source: Expressions;
  readonly #walk: TermWalk;
  readonly #known = new Map<string, Entry>();
  readonly #sorts: SortTable;
  /** By level of the stack of assertions: what takes back what was introduced there. */
  readonly #levels: (() => void)[][] = [];

  constructor(source: Expressions) {
    this.#source = source;
    this.isSort = new Uint8Array(source.length);
    this.found = {
      source,
      isTerm: new Uint8Array(source.length),
      sorts: Array.from({ length: source.length }),
      scopes: Array.from({ length: source.length }),
      meanings: Array.from({ length: source.length }),
      errors: new Set(),
    };
    this.#sorts = new SortTable(this.found, this.isSort);
    this.#walk = new TermWalk(this.found, this);
  }

  find(name: string): Entry | undefined {
    return this.#known.get(name);
  }

  introduce(entry: Entry): void {
    this.entries.push(entry);
    if (entry.kind === "bound" || entry.kind === "let") return;
    const table = entry.kind === "sort" || entry.kind === "sort definition" ? this.#sorts.entries : this.#known;
    const before = table.get(entry.name);
    if (before !== undefined && isSameSignature(before.signature, entry.signature)) this.found.errors.add(entry.place);
    table.set(entry.name, entry);
    this.#levels.at(-1)?.push(() => {
      if (before === undefined) table.delete(entry.name);
      else table.set(entry.name, before);
    });
  }

  sortAt(node: number): MaybeSort {
    return this.#sorts.sortAt(node);
  }

  term(node: number | undefined, sort?: MaybeSort): boolean {
    if (node !== undefined) this.#walk.walk(node, { sort });
    return node !== undefined;
  }

  #introduced(kind: EntryKind, place: number, rest: Partial<Entry> & Pick<Entry, "owner" | "signature">): Entry {
    return this.#walk.entryOf(kind, place, rest);
  }

  #isName(node: number | undefined): node is number {
    return this.#source.kind[node ?? -1] === SYMBOL;
  }

  #isList(node: number | undefined): node is number {
    return this.#source.kind[node ?? -1] === LIST;
  }

  declare(command: number, [name, params, result, ...more]: readonly number[]): boolean {
    if (!this.#isName(name) || !this.#isList(params) || result === undefined || more.length > 0) return false;
    const sorts = itemsOf(this.#source, params).map((each) => this.sortAt(each));
    const signature = { params: sorts, least: sorts.length, result: this.sortAt(result) };
    this.#introduced("function", name, { owner: command, signature });
    return true;
  }

  declareConstant(command: number, [name, sort, ...more]: readonly number[]): boolean {
    if (!this.#isName(name) || sort === undefined || more.length > 0) return false;
    this.#introduced("function", name, { owner: command, signature: constant(this.sortAt(sort)) });
    return true;
  }

  /** A function with a body; only recursive ones know themselves in it. */
  define(command: number, [name, params, result, body, ...more]: readonly number[], isRecursive = false): boolean {
    if (!this.#isName(name) || !this.#isList(params) || result === undefined || body === undefined || more.length > 0)
      return false;
    const parameters = this.#walk.bound(command, params);
    const sort = this.sortAt(result);
    const walk = (): void => this.#walk.walk(body, { sort, scope: { entries: parameters, around: undefined } });
    const sorts = parameters.map(({ signature }) => signature.result);
    const rest = {
      owner: command,
      signature: { params: sorts, least: sorts.length, result: sort },
      parameters,
      ...(!isRecursive && { body }),
    };
    if (!isRecursive) walk();
    this.#introduced("definition", name, rest);
    if (isRecursive) walk();
    return true;
  }

  defineConstant(command: number, [name, sort, body, ...more]: readonly number[]): boolean {
    if (!this.#isName(name) || sort === undefined || body === undefined || more.length > 0) return false;
    const own = this.sortAt(sort);
    this.term(body, own);
    this.#introduced("definition", name, { owner: command, signature: constant(own), parameters: [], body });
    return true;
  }

  /** Functions that know each other. */
  defineAll(command: number, [heads, bodies]: readonly number[]): boolean {
    if (!this.#isList(heads) || !this.#isList(bodies)) return false;
    const terms = itemsOf(this.#source, bodies);
    const known = itemsOf(this.#source, heads).map((head) => {
      const [name, params, result] = itemsOf(this.#source, head);
      if (!this.#isName(name) || !this.#isList(params) || result === undefined) return undefined;
      const parameters = this.#walk.bound(command, params);
      const sort = this.sortAt(result);
      const sorts = parameters.map(({ signature }) => signature.result);
      const signature = { params: sorts, least: sorts.length, result: sort };
      this.#introduced("definition", name, { owner: command, signature, parameters });
      return { sort, parameters };
    });
    if (known.length !== terms.length || known.includes(undefined)) return false;
    for (const [index, each] of known.entries())
      if (each !== undefined)
        this.#walk.walk(terms[index] as number, {
          sort: each.sort,
          scope: { entries: each.parameters, around: undefined },
        });
    return true;
  }

  declareSort(command: number, [name, count, ...more]: readonly number[]): boolean {
    if (!this.#isName(name) || more.length > 0) return false;
    if (count !== undefined && this.#source.kind[count] !== NUMERAL) return false;
    const least = count === undefined ? 0 : Number(textAt(this.#source, count));
    this.#introduced("sort", name, { owner: command, signature: { params: [], least, result: undefined } });
    return true;
  }

  defineSort(command: number, [name, params, sort, ...more]: readonly number[]): boolean {
    if (!this.#isName(name) || !this.#isList(params) || sort === undefined || more.length > 0) return false;
    const names = itemsOf(this.#source, params).map((param) => symbolAt(this.#source, param));
    const own = this.#sorts.withVariables(names, () => this.sortAt(sort));
    const signature = { params: [], least: names.length, result: own };
    this.#introduced("sort definition", name, { owner: command, signature });
    this.#sorts.alias(symbolAt(this.#source, name), { params: names, sort: own });
    return true;
  }

  declareDatatype(command: number, [name, body, ...more]: readonly number[]): boolean {
    if (!this.#isName(name) || !this.#isList(body) || more.length > 0) return false;
    const [par = -1, list = -1] = itemsOf(this.#source, body);
    const least = symbolAt(this.#source, par) === "par" && this.#isList(list) ? itemsOf(this.#source, list).length : 0;
    this.#introduced("sort", name, { owner: command, signature: { params: [], least, result: undefined } });
    this.#datatype(command, { name: symbolAt(this.#source, name), body, names: [] });
    return true;
  }

  /** In both forms: `((T 0)) (((c)))` and the older `() ((T (c)))`. */
  declareDatatypes(command: number, [names, bodies, ...more]: readonly number[]): boolean {
    if (!this.#isList(names) || !this.#isList(bodies) || more.length > 0) return false;
    const heads = itemsOf(this.#source, names);
    const types = itemsOf(this.#source, bodies);
    const isOld = !heads.some((head) => this.#isList(head));
    const own = isOld ? types.map((type) => itemsOf(this.#source, type)[0]) : heads.map((head) => head + 1);
    if (types.length === 0 || types.length !== own.length || !own.every((name) => this.#isName(name))) return false;
    for (const name of own) {
      // In the older form a datatype with parameters is written without them inside itself.
      const least = isOld ? (heads.length > 0 ? ANY : 0) : Number(textAt(this.#source, name + 1));
      const signature = { params: [], least, result: undefined };
      this.#introduced("sort", name, { owner: command, signature });
    }
    const params = isOld ? heads.map((head) => symbolAt(this.#source, head)) : [];
    for (const [index, body] of types.entries()) {
      const name = symbolAt(this.#source, own[index] as number);
      this.#datatype(command, { name, body, names: params, skip: isOld ? 1 : 0 });
    }
    return true;
  }

  #datatype(
    command: number,
    type: { readonly name: string; readonly body: number; readonly names: readonly string[]; readonly skip?: number },
  ): void {
    const items = itemsOf(this.#source, type.body);
    const [par = -1, list = -1, inner = -1] = items;
    const isGeneric = symbolAt(this.#source, par) === "par" && this.#isList(list) && this.#isList(inner);
    const names = isGeneric ? itemsOf(this.#source, list).map((each) => symbolAt(this.#source, each)) : type.names;
    const constructors = isGeneric ? itemsOf(this.#source, inner) : items.slice(type.skip ?? 0);
    if (constructors.length === 0) this.found.errors.add(type.body);
    this.#sorts.withVariables(names, () => {
      const sort = sortOf(type.name, ...names.map(variable));
      for (const each of constructors) this.#constructorOf(command, each, sort);
    });
  }

  #constructorOf(command: number, node: number, sort: Sort): void {
    const [name = -1, ...fields] = this.#isList(node) ? itemsOf(this.#source, node) : [node];
    const sorts: MaybeSort[] = [];
    if (!this.#isName(name)) this.found.errors.add(node);
    for (const field of fields) {
      const [selector, result] = this.#isList(field) ? itemsOf(this.#source, field) : [];
      if (!this.#isName(selector) || result === undefined) this.found.errors.add(field);
      else {
        sorts.push(this.sortAt(result));
        const signature = { params: [sort], least: 1, result: sorts.at(-1) };
        this.#introduced("selector", selector, { owner: command, signature });
      }
    }
    const signature = { params: sorts, least: sorts.length, result: sort };
    this.#introduced("constructor", name, { owner: command, signature });
  }

  push(): boolean {
    this.#levels.push([]);
    return true;
  }

  pop(command: number): boolean {
    const level = this.#levels.pop();
    for (const takeBack of level?.toReversed() ?? []) takeBack();
    return level !== undefined || this.found.errors.has(command);
  }
}

const isSameSignature = (a: Signature, b: Signature): boolean =>
  a.params.length === b.params.length && a.params.every((each, index) => each?.text === b.params[index]?.text);
