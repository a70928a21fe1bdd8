/** JSON values as tables of nodes in document order: no step here recurses, so nesting of any depth costs no stack. */
import { UserError } from "../core/errors.ts";

export type Scalar = string | number | boolean | null;
/** Any JSON value. */
export type Json = Scalar | readonly Json[] | { readonly [name: string]: Json };

export const ARRAY: unique symbol = Symbol("array");
export const OBJECT: unique symbol = Symbol("object");

/** Node 0 is the root; every other node comes after its parent and the parent's earlier children with all that is in them. */
export interface JsonTable {
  readonly content: readonly (Scalar | typeof ARRAY | typeof OBJECT)[];
  /** The place of the parent; -1 for the root. */
  readonly parent: readonly number[];
  /** The name a member of an object has. */
  readonly name: readonly (string | undefined)[];
}

/** A table under construction. */
export class JsonTableWriter implements JsonTable {
  readonly content: (Scalar | typeof ARRAY | typeof OBJECT)[] = [];
  readonly parent: number[] = [];
  readonly name: (string | undefined)[] = [];

  /** The place of the new node. */
  push(content: Scalar | typeof ARRAY | typeof OBJECT, parent: number, name: string | undefined): number {
    this.parent.push(parent);
    this.name.push(name);
    return this.content.push(content) - 1;
  }
}

/** A container whose children are being read. */
interface Open {
  readonly source: object;
  readonly node: number;
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** Throws a `UserError` with the place of what JSON cannot say: cycles, functions, class instances, NaN, undefined, … */
export const tableOf = (value: unknown): JsonTable => {
  const table = new JsonTableWriter();
  const open: Open[] = [];
  const above = new Set<unknown>();
  const add = (child: unknown, parent: number, name: string | undefined): void => {
    const path = (): string => pathOf(table, parent, name);
    if (above.has(child)) throw badValue(`${path()} contains itself`);
    const node = table.push(contentOf(child, path), parent, name);
    if (typeof child !== "object" || child === null) return;
    above.add(child);
    open.push(openingOf(child, node));
  };
  add(value, -1, undefined);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.length) {
      above.delete(top.source);
      open.pop();
      continue;
    }
    const name = top.names?.[top.next] ?? String(top.next);
    top.next++;
    const child = (top.source as Readonly<Record<string, unknown>>)[name];
    add(child, top.node, top.names === undefined ? undefined : name);
  }
  return table;
};

const openingOf = (source: object, node: number): Open => {
  const names = Array.isArray(source) ? undefined : Object.keys(source);
  return { source, node, names, length: names?.length ?? (source as readonly unknown[]).length, next: 0 };
};

const contentOf = (value: unknown, path: () => string): Scalar | typeof ARRAY | typeof OBJECT => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    throw badValue(`${path()} is ${value}`);
  }
  if (value === undefined) throw badValue(`${path()} is undefined`);
  if (typeof value !== "object") throw badValue(`${path()} is a ${typeof value}`);
  if (Array.isArray(value)) return ARRAY;
  if (!isPlain(value)) throw badValue(`${path()} is an instance of ${className(value)}`);
  if (Object.getOwnPropertySymbols(value).length > 0) throw badValue(`${path()} has a member named by a symbol`);
  return OBJECT;
};

/** An object literal of any realm: its prototype is the end of the chain. */
export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const className = (value: object): string => {
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "a class";
};

const badValue = (message: string): UserError =>
  new UserError("BAD_VALUE", message, {
    advice:
      'Give JSON data: objects, arrays, strings, finite numbers, booleans and null. Minimise an array of other things item by item: format: "list".',
  });

const PATH_PARTS = 8;

const pathOf = (table: JsonTable, parent: number, name: string | undefined): string => {
  const parts: string[] = [];
  if (parent >= 0) parts.push(partOf(table, parent, { name, place: table.parent.length }));
  let node = parent;
  for (; node > 0 && parts.length < PATH_PARTS; node = table.parent[node] as number)
    parts.push(partOf(table, table.parent[node] as number, { name: table.name[node], place: node }));
  return `${node > 0 ? "value…" : "value"}${parts.toReversed().join("")}`;
};

const partOf = (
  table: JsonTable,
  parent: number,
  child: { readonly name: string | undefined; readonly place: number },
): string => {
  if (child.name !== undefined)
    return /^[\w$]+$/.test(child.name) ? `.${child.name}` : `[${JSON.stringify(child.name)}]`;
  let index = 0;
  for (let node = parent + 1; node < child.place; node++) if (table.parent[node] === parent) index++;
  return `[${index}]`;
};

export const valueOf = (table: JsonTable): Json => {
  const values: Json[] = [];
  for (let node = 0; node < table.content.length; node++) {
    const content = table.content[node] as Scalar | symbol;
    const value: Json = typeof content === "symbol" ? (content === ARRAY ? [] : {}) : content;
    values.push(value);
    const parent = values[table.parent[node] as number];
    if (parent !== undefined) attach(parent, table.name[node], value);
  }
  return values[0] as Json;
};

const attach = (parent: Json, name: string | undefined, value: Json): void => {
  if (name === undefined) (parent as Json[]).push(value);
  else if (name === "__proto__")
    Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
  else (parent as Record<string, Json>)[name] = value;
};

/** The JSON text of a table, but for -0, which it tells from 0: equal texts mean equal values. */
export const textOf = (table: JsonTable): string => {
  const parts: string[] = [];
  const open: number[] = [];
  const close = (): void => {
    parts.push(table.content[open.pop() as number] === ARRAY ? "]" : "}");
  };
  for (let node = 0; node < table.content.length; node++) {
    const parent = table.parent[node] as number;
    while (open.length > 0 && open.at(-1) !== parent) close();
    if (node > 0 && parent !== node - 1) parts.push(",");
    const name = table.name[node];
    if (name !== undefined) parts.push(JSON.stringify(name), ":");
    const content = table.content[node] as Scalar | symbol;
    if (typeof content === "symbol") open.push(node);
    parts.push(typeof content === "symbol" ? (content === ARRAY ? "[" : "{") : scalarText(content));
  }
  while (open.length > 0) close();
  return parts.join("");
};

const scalarText = (scalar: Scalar): string => (Object.is(scalar, -0) ? "-0" : JSON.stringify(scalar));
