/** A file of SQLite taken apart into pages, and the trees that pages make (sqlite.org/fileformat2.html). */
import { joined } from "../../pieces.ts";
import { uint16BE, uint32BE } from "../numbers.ts";
import { once } from "../once.ts";
import { varintAt } from "./varint.ts";

/** An entry of a tree. */
export interface Cell {
  /** The key in a table, as it is written; nothing in an index. */
  readonly key: Uint8Array;
  readonly rowid: number | bigint;
  readonly payload: () => Uint8Array;
}

export interface Tree {
  readonly root: number;
  readonly isIndex: boolean;
  /** All of its pages are what they should be; else it has no cells. */
  readonly isSound: boolean;
  /** In order, wherever in the tree they are. */
  readonly cells: readonly Cell[];
}

/** What pages are for; the first five are those of pointer maps. */
export const ROLE = { unknown: 0, root: 1, free: 2, overflow: 3, further: 4, node: 5, map: 6 };

export interface PageForm {
  readonly size: number;
  /** Without what is reserved at the end of each page. */
  readonly usable: number;
}

interface Node {
  readonly children: readonly number[];
  readonly cells: readonly Cell[];
}

/** The head of the file, before the first page's own. */
export const FILE_HEAD = 100;
export const NODE_HEAD = 8;
/** The bytes in the header of a page that is not a leaf. */
export const INNER_HEAD = 12;
export const MIN_CELL = 4;
const [INDEX, TABLE, INDEX_LEAF, TABLE_LEAF] = [2, 5, 10, 13];

/** How much of a payload is kept in its cell. */
export const localLength = (length: number, isIndex: boolean, usable: number): number => {
  const most = isIndex ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35;
  if (length <= most) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  return fitting <= most ? fitting : least;
};

/** Every page is read at most once, for whatever asks first. */
export class Pages {
  readonly bytes: Uint8Array;
  readonly form: PageForm;
  readonly count: number;
  readonly roles: Uint8Array;
  readonly parents: Uint32Array;
  /** By page: the root of the tree that it belongs to. */
  readonly owners: Uint32Array;
  /** By page: where in it other pages are told. */
  readonly links: number[][];

  constructor(bytes: Uint8Array, form: PageForm) {
    this.bytes = bytes;
    this.form = form;
    this.count = Math.floor(bytes.length / form.size);
    this.roles = new Uint8Array(this.count + 1);
    this.parents = new Uint32Array(this.count + 1);
    this.owners = new Uint32Array(this.count + 1);
    this.links = Array.from({ length: this.count + 1 }, () => []);
  }

  startOf(page: number): number {
    return (page - 1) * this.form.size;
  }

  /** Whether a page was free to be claimed. */
  claim(page: number, role: number, by: { readonly parent: number; readonly owner: number }): boolean {
    if (!(page >= 1 && page <= this.count) || this.roles[page] !== ROLE.unknown) return false;
    this.roles[page] = role;
    this.parents[page] = by.parent;
    this.owners[page] = by.owner;
    return true;
  }

  /** The number of a page that a page tells at a place. */
  follow(page: number, at: number): number {
    this.links[page]?.push(at);
    return uint32BE(this.bytes, this.startOf(page) + at);
  }

  tree(root: number): Tree {
    const broken: Tree = { root, isIndex: false, isSound: false, cells: [] };
    if (!this.claim(root, ROLE.root, { parent: 0, owner: root })) return broken;
    const type = this.bytes[this.startOf(root) + (root === 1 ? FILE_HEAD : 0)] as number;
    const isIndex = type === INDEX || type === INDEX_LEAF;
    const cells: Cell[] = [];
    let isSound = true;
    const begun = (page: number): readonly { node: Node; page: number; next: number }[] => {
      const node = this.#node(page, isIndex, root);
      isSound &&= node !== undefined;
      return node === undefined ? [] : [{ node, page, next: 0 }];
    };
    const open = [...begun(root)];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { node, page } = top;
      const i = top.next++;
      const before = node.children.length === 0 ? i : i - 1;
      const cell = node.cells[before];
      if (cell !== undefined) cells.push(cell);
      const child = node.children[i];
      if (child !== undefined) {
        if (this.claim(child, ROLE.node, { parent: page, owner: root })) open.push(...begun(child));
        else isSound = false;
      } else if (cell === undefined) open.pop();
    }
    return isSound ? { root, isIndex, isSound, cells } : { ...broken, isIndex };
  }

  /** The children and cells of a page; of inner pages of tables, the cells are not told. */
  #node(page: number, isIndex: boolean, owner: number): Node | undefined {
    const { bytes } = this;
    const start = this.startOf(page);
    const head = page === 1 ? FILE_HEAD : 0;
    const type = bytes[start + head];
    const isLeaf = type === (isIndex ? INDEX_LEAF : TABLE_LEAF);
    if (!isLeaf && type !== (isIndex ? INDEX : TABLE)) return undefined;
    const count = uint16BE(bytes, start + head + 3);
    const table = head + (isLeaf ? NODE_HEAD : INNER_HEAD);
    let room = this.form.usable - table - 2 * count;
    const [cells, children]: [Cell[], number[]] = [[], []];
    for (let i = 0; i < count && room >= 0; i++) {
      const at = uint16BE(bytes, start + table + 2 * i);
      if (at + MIN_CELL > this.form.usable) return undefined;
      if (!isLeaf) children.push(this.follow(page, at));
      const cell = this.#cell({ page, at: isLeaf ? at : at + 4, isIndex, owner, isInner: !isLeaf });
      if (cell === undefined) return undefined;
      room -= Math.max(MIN_CELL, cell.end - at);
      if (cell.cell !== undefined) cells.push(cell.cell);
    }
    if (!isLeaf) children.push(this.follow(page, head + 8));
    return room < 0 ? undefined : { children, cells };
  }

  #cell(of: CellPlace): { readonly cell: Cell | undefined; readonly end: number } | undefined {
    const { bytes, form } = this;
    const start = this.startOf(of.page);
    const [last, at] = [start + form.usable, start + of.at];
    const first = varintAt(bytes, at, last);
    if (first === undefined) return undefined;
    if (of.isInner && !of.isIndex) return { cell: undefined, end: first.end - start };
    const key = of.isIndex ? { value: 0, end: first.end } : varintAt(bytes, first.end, last);
    const length = first.value;
    if (key === undefined || typeof length === "bigint" || length > bytes.length) return undefined;
    const local = localLength(length, of.isIndex, form.usable);
    const end = key.end + local;
    if (end + (local < length ? 4 : 0) > last) return undefined;
    const here = bytes.subarray(key.end, end);
    const chain = local < length ? this.#chain(of, end - start, length - local) : [];
    if (chain === undefined) return undefined;
    const payload = chain.length === 0 ? () => here : once(() => joined([here, ...chain]).subarray(0, length));
    const cell = { key: bytes.subarray(first.end, key.end), rowid: key.value, payload };
    return { cell, end: end - start + (local < length ? 4 : 0) };
  }

  /** What is kept in pages of its own. */
  #chain({ page, owner }: CellPlace, at: number, length: number): readonly Uint8Array[] | undefined {
    const each = this.form.usable - 4;
    const pieces: Uint8Array[] = [];
    for (let [parent, place] = [page, at]; pieces.length * each < length; place = 0) {
      const next = this.follow(parent, place);
      if (!this.claim(next, pieces.length === 0 ? ROLE.overflow : ROLE.further, { parent, owner })) return undefined;
      const start = this.startOf(next);
      pieces.push(this.bytes.subarray(start + 4, start + this.form.usable));
      parent = next;
    }
    return pieces;
  }
}

interface CellPlace {
  readonly page: number;
  readonly at: number;
  readonly isIndex: boolean;
  readonly isInner: boolean;
  readonly owner: number;
}
