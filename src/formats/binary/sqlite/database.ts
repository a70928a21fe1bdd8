/** A database of SQLite: its schema, its trees, its free pages; and the file after changes to them. */
import { textAt } from "../chunks/chunk.ts";
import { uint16BE, uint32BE } from "../numbers.ts";
import { draft, packed, type Draft } from "./packing.ts";
import { Pages, ROLE, type Cell, type PageForm, type Tree } from "./pages.ts";
import { integerOf, textOf, valuesOf, type Decode } from "./record.ts";

/** A table, an index, a view or a trigger. */
export interface SchemaObject {
  readonly type: string;
  /** In lower case, as are all names. */
  readonly name: string;
  /** The table it belongs to. */
  readonly table: string;
  readonly sql: string;
  /** Without a tree if it is told by its text alone. */
  readonly tree: Tree | undefined;
  readonly cell: Cell;
}

export interface Database {
  readonly pages: Pages;
  readonly schema: Tree;
  readonly objects: readonly SchemaObject[];
  readonly hasFreePages: boolean;
}

/** Trees with other cells, or without any tree (`undefined`); the form of pages; whether free pages stay. */
export interface Change {
  readonly trees: ReadonlyMap<Tree, readonly Cell[] | undefined>;
  readonly size: number;
  readonly keepsFree: boolean;
}

const MAGIC = "SQLite format 3\0";
const AT = { size: 16, reserved: 20, count: 28, freePage: 32, freeCount: 36, largestRoot: 52, encoding: 56 };
const MIN_PAGE = 512;
/** The page with this byte is not used; databases that have it are left as bytes. */
const LOCK_BYTE = 2 ** 30;
const ENCODINGS = ["utf-8", "utf-8", "utf-16le", "utf-16be"];

const formOf = (bytes: Uint8Array): PageForm => {
  const told = uint16BE(bytes, AT.size);
  const size = told === 1 ? 65_536 : told;
  return { size, usable: size - (bytes[AT.reserved] as number) };
};

export const isDatabase = (bytes: Uint8Array): boolean => {
  if (bytes.length < MIN_PAGE || bytes.length > LOCK_BYTE || textAt(bytes, 0, MAGIC.length) !== MAGIC) return false;
  const { size, usable } = formOf(bytes);
  return size >= MIN_PAGE && Number.isInteger(Math.log2(size)) && usable >= 480 && size <= bytes.length;
};

/** `undefined` where the schema cannot be read. */
export const databaseOf = (bytes: Uint8Array): Database | undefined => {
  const pages = new Pages(bytes, formOf(bytes));
  for (let page = 2; hasMaps(bytes) && page <= pages.count; page += Math.floor(pages.form.usable / 5) + 1)
    pages.claim(page, ROLE.map, { parent: 0, owner: 0 });
  const schema = pages.tree(1);
  const decoder = new TextDecoder(ENCODINGS[uint32BE(bytes, AT.encoding)] ?? "utf-8");
  const decode = (text: Uint8Array): string => decoder.decode(text);
  const objects = schema.cells.flatMap((cell) => objectOf(cell, pages, decode) ?? []);
  if (!schema.isSound || objects.length < schema.cells.length) return undefined;
  const hasFreePages = readFree(pages);
  return { pages, schema, objects, hasFreePages };
};

const hasMaps = (bytes: Uint8Array): boolean => uint32BE(bytes, AT.largestRoot) !== 0;

const lower = (text = ""): string => text.toLowerCase();

const objectOf = (cell: Cell, pages: Pages, decode: Decode): SchemaObject | undefined => {
  const record = cell.payload();
  const values = valuesOf(record);
  if (values?.length !== 5) return undefined;
  const [type, name, table, , sql] = values.map((value) => textOf(record, value, decode));
  const root = rootOf(record);
  const tree = root > 0 ? pages.tree(root) : undefined;
  return { type: lower(type), name: lower(name), table: lower(table), sql: sql ?? "", tree, cell };
};

const ROOT = 3;

const rootOf = (record: Uint8Array): number => {
  const value = valuesOf(record)?.[ROOT];
  return Number((value && integerOf(record, value)) ?? 0);
};

/** Trunks, which tell of the next one and of leaves. */
const readFree = (pages: Pages): boolean => {
  let trunk = uint32BE(pages.bytes, AT.freePage);
  const by = { parent: 0, owner: 0 };
  const isThere = trunk > 0;
  while (trunk > 0 && pages.claim(trunk, ROLE.free, by)) {
    const count = Math.min(uint32BE(pages.bytes, pages.startOf(trunk) + 4), pages.form.usable / 4 - 2);
    for (let i = 0; i < count; i++) pages.claim(pages.follow(trunk, 8 + 4 * i), ROLE.free, by);
    trunk = pages.follow(trunk, 0);
  }
  return isThere;
};

/** The new numbers of pages; those of the original, by their old number, are 0 where they are gone. */
interface Numbers {
  readonly old: Uint32Array;
  readonly drafts: Map<Draft, number>;
}

/** Trees that have changed are packed anew, and so is the schema, which tells where trees are; other pages only move. */
export const changed = (database: Database, change: Change): Uint8Array => {
  const { pages, schema, objects } = database;
  const form = { size: change.size, usable: change.size - (pages.form.size - pages.form.usable) };
  const cells = change.trees.get(schema) ?? schema.cells;
  const trees = new Map([schema, ...objects.flatMap(({ tree }) => tree ?? [])].map((tree) => [tree.root, tree]));
  const laid = layOut(pages, (page) => {
    const tree = trees.get(pages.owners[page] as number);
    if (tree === undefined) return pages.roles[page] === ROLE.free && !change.keepsFree ? [] : undefined;
    const isWhole = tree !== schema && form.size === pages.form.size && !change.trees.has(tree);
    if (isWhole) return undefined;
    const left = tree === schema ? cells : change.trees.has(tree) ? change.trees.get(tree) : tree.cells;
    if (page !== tree.root || left === undefined) return [];
    return packed({ cells: left, isIndex: tree.isIndex, isFirst: tree === schema }, form);
  });
  const all = hasMaps(pages.bytes) ? withMaps(laid.drafts, form) : laid.drafts;
  const numbers = numbered(pages, all, laid.heads);
  const moved = cells.map((cell) => ({ ...cell, payload: () => withRoot(cell.payload(), numbers) }));
  const written = packed({ cells: moved, isIndex: false, isFirst: true }, form);
  const ofSchema = new Map(laid.heads.get(1)?.map((page, i) => [page, written[i] as Draft]));
  return assembled({
    database,
    change,
    form,
    all,
    numbers,
    contentOf: (page) => ofSchema.get(page)?.bytes ?? page.bytes,
  });
};

const isRoot = ({ role }: Draft): boolean => role === ROLE.root;

/** What stands in the place of each page: `undefined` is the page as it was. Roots come first: their numbers must not get longer. */
const layOut = (
  pages: Pages,
  instead: (page: number) => readonly Draft[] | undefined,
): { readonly drafts: readonly Draft[]; readonly heads: ReadonlyMap<number, readonly Draft[]> } => {
  const heads = new Map<number, readonly Draft[]>();
  for (let page = 1; page <= pages.count; page++) {
    if (pages.roles[page] === ROLE.map) continue;
    const others = instead(page);
    if (others === undefined) heads.set(page, [copied(pages, page)]);
    else if (others.length > 0) heads.set(page, others);
  }
  const all = [...heads.values()].flat();
  return { drafts: [...all.filter(isRoot), ...all.filter((page) => !isRoot(page))], heads };
};

const copied = (pages: Pages, page: number): Draft => {
  const start = pages.startOf(page);
  const copy = draft(pages.bytes.slice(start, start + pages.form.size), pages.roles[page] as number);
  copy.parent = pages.parents[page] as number;
  for (const at of pages.links[page] ?? []) copy.links.push({ at, to: uint32BE(copy.bytes, at) });
  return copy;
};

const withMaps = (drafts: readonly Draft[], { size, usable }: PageForm): readonly Draft[] => {
  const all: Draft[] = [];
  const every = Math.floor(usable / 5) + 1;
  for (const page of drafts) {
    if (all.length % every === 1) all.push(draft(new Uint8Array(size), ROLE.map));
    all.push(page);
  }
  return all;
};

const numbered = (pages: Pages, all: readonly Draft[], heads: ReadonlyMap<number, readonly Draft[]>): Numbers => {
  const drafts = new Map(all.map((page, i) => [page, i + 1]));
  const old = new Uint32Array(pages.count + 1);
  for (const [page, [head]] of heads) old[page] = drafts.get(head as Draft) ?? 0;
  return { old, drafts };
};

const numberOf = ({ old, drafts }: Numbers, page: Draft | number): number =>
  typeof page !== "number" ? (drafts.get(page) ?? 0) : page < old.length ? (old[page] as number) : page;

/** Where the tree of an object is, in as many bytes as before. */
const withRoot = (record: Uint8Array, numbers: Numbers): Uint8Array => {
  const value = valuesOf(record)?.[ROOT];
  if (value === undefined || value.start === value.end) return record;
  const copy = Uint8Array.from(record);
  let left = numberOf(numbers, Math.max(0, rootOf(record)));
  for (let at = value.end - 1; at >= value.start; at--, left = Math.floor(left / 256)) copy[at] = left % 256;
  return copy;
};

interface Assembly {
  readonly database: Database;
  readonly change: Change;
  readonly form: PageForm;
  readonly all: readonly Draft[];
  readonly numbers: Numbers;
  readonly contentOf: (page: Draft) => Uint8Array;
}

const assembled = ({ database, change, form, all, numbers, contentOf }: Assembly): Uint8Array => {
  const { bytes, count } = database.pages;
  const rest = bytes.subarray(count * database.pages.form.size);
  const file = new Uint8Array(all.length * form.size + rest.length);
  const view = new DataView(file.buffer);
  file.set(rest, all.length * form.size);
  for (const [i, page] of all.entries()) {
    file.set(contentOf(page), i * form.size);
    for (const { at, to } of page.links) view.setUint32(i * form.size + at, numberOf(numbers, to));
  }
  file.set(bytes.subarray(0, 100));
  if (form.size !== database.pages.form.size) view.setUint16(AT.size, form.size);
  view.setUint32(AT.count, Math.max(0, view.getUint32(AT.count) - count + all.length));
  if (change.keepsFree) view.setUint32(AT.freePage, numberOf(numbers, view.getUint32(AT.freePage)));
  else {
    view.setUint32(AT.freePage, 0);
    view.setUint32(AT.freeCount, 0);
  }
  if (hasMaps(bytes)) writeMaps(view, all, numbers, form);
  return file;
};

const writeMaps = (view: DataView, all: readonly Draft[], numbers: Numbers, form: PageForm): void => {
  let largest = 0;
  let map = 0;
  for (const [i, { role, parent }] of all.entries()) {
    if (role === ROLE.root) largest = i + 1;
    if (role === ROLE.map) map = i;
    else if (i > 0) {
      const entry = map * form.size + 5 * (i - map - 1);
      view.setUint8(entry, role);
      view.setUint32(entry + 1, numberOf(numbers, parent));
    }
  }
  view.setUint32(AT.largestRoot, largest);
};
