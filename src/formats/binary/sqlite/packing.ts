/** Trees of SQLite written anew: cells one behind the other, in as few pages as hold them. */
import { joined } from "../../pieces.ts";
import { FILE_HEAD, INNER_HEAD, localLength, MIN_CELL, NODE_HEAD, ROLE, type Cell, type PageForm } from "./pages.ts";
import { varint } from "./varint.ts";

/** A page before pages are numbered. */
export interface Draft {
  readonly bytes: Uint8Array;
  /** Where it tells which pages; a number is that of a page of the original. */
  readonly links: { readonly at: number; readonly to: Draft | number }[];
  role: number;
  parent: Draft | number;
}

interface Item {
  readonly bytes: Uint8Array;
  /** The first page of what does not fit here, which is told in the last four bytes. */
  readonly overflow: Draft | undefined;
}

/** Items of one page, and pages between and around them. */
interface Group {
  readonly items: readonly Item[];
  readonly children: readonly Draft[];
}

export const draft = (bytes: Uint8Array, role: number): Draft => ({ bytes, links: [], role, parent: 0 });

/** The pages of one tree, its root first; `isFirst`: the root is the first page of the file. */
export const packed = (
  { cells, isIndex, isFirst }: { cells: readonly Cell[]; isIndex: boolean; isFirst: boolean },
  form: PageForm,
): readonly Draft[] => {
  const drafts: Draft[] = [];
  const items = cells.map((cell) => itemOf(cell, isIndex, form, drafts));
  const write = (group: Group, head = 0): Draft => {
    const page = pageOf(group, isIndex, form, head);
    drafts.push(page);
    return page;
  };
  const dividers = (number: number): Item => ({ bytes: (cells[number] as Cell).key, overflow: undefined });
  const roomAt = (head: number): number => form.usable - head;
  let level = isIndex ? between(items, roomAt(NODE_HEAD), 0) : runs(items, roomAt(NODE_HEAD), dividers);
  let children: readonly Draft[] = [];
  for (; level.groups.length > 1; level = between(level.dividers, roomAt(INNER_HEAD), 4)) {
    let next = 0;
    const below = children;
    const take = (count: number): readonly Draft[] => below.slice(next, (next += count));
    children = level.groups.map((group) =>
      write({ items: group, children: below.length === 0 ? [] : take(group.length + 1) }),
    );
  }
  const top = { items: level.groups[0] ?? [], children };
  const size = sizeOf(top.items, children.length > 0);
  const fits = !isFirst || size <= form.usable - FILE_HEAD;
  const root = fits ? write(top, isFirst ? FILE_HEAD : 0) : write({ items: [], children: [write(top)] }, FILE_HEAD);
  root.role = ROLE.root;
  return [root, ...drafts.filter((page) => page !== root)];
};

const room = ({ bytes }: Item, more: number): number => Math.max(MIN_CELL, bytes.length + more) + 2;

const sizeOf = (items: readonly Item[], isInner: boolean): number =>
  items.reduce((sum, item) => sum + room(item, isInner ? 4 : 0), isInner ? INNER_HEAD : NODE_HEAD);

interface Level {
  readonly groups: readonly (readonly Item[])[];
  readonly dividers: readonly Item[];
}

/** Leaves of tables: between two of them is the key of the last item before. */
const runs = (items: readonly Item[], space: number, divider: (number: number) => Item): Level => {
  const groups: Item[][] = [[]];
  const dividers: Item[] = [];
  let left = space;
  for (const [i, item] of items.entries()) {
    if (room(item, 0) > left) {
      groups.push([]);
      dividers.push(divider(i - 1));
      left = space;
    }
    (groups.at(-1) as Item[]).push(item);
    left -= room(item, 0);
  }
  return { groups, dividers };
};

/** All others: between two pages is an item that neither has. */
const between = (items: readonly Item[], space: number, more: number): Level => {
  const groups: Item[][] = [[]];
  const dividers: Item[] = [];
  let left = space;
  for (const [i, item] of items.entries()) {
    const group = groups.at(-1) as Item[];
    if (room(item, more) <= left) {
      group.push(item);
      left -= room(item, more);
      continue;
    }
    const isLast = i === items.length - 1;
    dividers.push(isLast ? (group.pop() as Item) : item);
    groups.push(isLast ? [item] : []);
    left = space;
  }
  return { groups, dividers };
};

const itemOf = ({ key, payload }: Cell, isIndex: boolean, form: PageForm, drafts: Draft[]): Item => {
  const all = payload();
  const local = localLength(all.length, isIndex, form.usable);
  const overflow = local < all.length ? chain(all.subarray(local), form, drafts) : undefined;
  const link = overflow === undefined ? [] : [new Uint8Array(4)];
  return { bytes: joined([varint(all.length), key, all.subarray(0, local), ...link]), overflow };
};

const chain = (rest: Uint8Array, { size, usable }: PageForm, drafts: Draft[]): Draft => {
  const each = usable - 4;
  const pages = Array.from({ length: Math.ceil(rest.length / each) }, (_, i) => {
    const bytes = new Uint8Array(size);
    bytes.set(rest.subarray(i * each, (i + 1) * each), 4);
    return draft(bytes, i === 0 ? ROLE.overflow : ROLE.further);
  });
  for (const [i, page] of pages.entries()) {
    const next = pages[i + 1];
    if (next === undefined) continue;
    page.links.push({ at: 0, to: next });
    next.parent = page;
  }
  drafts.push(...pages);
  return pages[0] as Draft;
};

const pageOf = ({ items, children }: Group, isIndex: boolean, { size, usable }: PageForm, head: number): Draft => {
  const isInner = children.length > 0;
  const page = draft(new Uint8Array(size), ROLE.node);
  const view = new DataView(page.bytes.buffer);
  const link = (at: number, to: Draft): void => {
    page.links.push({ at, to });
    to.parent = page;
  };
  let place = usable;
  for (const [i, item] of items.entries()) {
    place -= room(item, isInner ? 4 : 0) - 2;
    view.setUint16(head + (isInner ? INNER_HEAD : NODE_HEAD) + 2 * i, place);
    const start = isInner ? place + 4 : place;
    page.bytes.set(item.bytes, start);
    if (isInner) link(place, children[i] as Draft);
    if (item.overflow !== undefined) link(start + item.bytes.length - 4, item.overflow);
  }
  const last = children[items.length];
  if (last !== undefined) link(head + 8, last);
  page.bytes[head] = (isInner ? 0 : 8) + (isIndex ? 2 : 5);
  view.setUint16(head + 3, items.length);
  view.setUint16(head + 5, place % 65_536);
  return page;
};
