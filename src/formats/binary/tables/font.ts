/** Fonts (TrueType and OpenType): tables behind a directory, and the outlines of glyphs. */
import { Blueprint } from "../blueprint.ts";
import type { Container, Content } from "../container.ts";
import { apart } from "../moves.ts";
import { fixed, type NumberPlace } from "../number-forms.ts";
import { stage, type Deltas } from "../stage.ts";
import { textAt } from "../chunks/chunk.ts";

interface Table {
  readonly tag: string;
  /** The offset of its entry in the directory. */
  readonly start: number;
  readonly checksum: NumberPlace;
  readonly offset: NumberPlace;
  readonly length: NumberPlace;
}

const HEAD = 12;
const ENTRY = 16;
const VERSIONS = ["\0\u0001\0\0", "OTTO", "true", "typ1"];

const isFont = (bytes: Uint8Array): boolean =>
  bytes.length >= HEAD + ENTRY && VERSIONS.includes(textAt(bytes, 0, 4)) && tablesOf(bytes).length > 0;

/** What tables of a font cannot be read without. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  glyf: ["loca", "head", "maxp"],
  loca: ["glyf", "head", "maxp"],
  hmtx: ["hhea", "maxp"],
  vmtx: ["vhea", "maxp"],
  post: ["maxp"],
  gvar: ["glyf", "fvar"],
  cvar: ["cvt ", "fvar"],
  avar: ["fvar"],
  HVAR: ["fvar"],
  MVAR: ["fvar"],
  EBDT: ["EBLC"],
  EBLC: ["EBDT"],
  CBDT: ["CBLC"],
  CBLC: ["CBDT"],
};

/** Those that lie in the file. */
const tablesOf = (bytes: Uint8Array): readonly Table[] => {
  const number = (at: number): NumberPlace => fixed(bytes, at, 4, false);
  const count = Math.min(fixed(bytes, 4, 2, false).value, Math.floor((bytes.length - HEAD) / ENTRY));
  return Array.from({ length: count }, (_, i): Table => {
    const start = HEAD + ENTRY * i;
    const [checksum, offset, length] = [number(start + 4), number(start + 8), number(start + 12)];
    return { tag: textAt(bytes, start, 4), start, checksum, offset, length };
  }).filter(({ offset, length }) => offset.value >= HEAD && offset.value + length.value <= bytes.length);
};

/** The sum of its words of four bytes. */
const sumOf = (table: Uint8Array): number => {
  let sum = 0;
  for (let at = 0; at < table.length; at++) sum = (sum + (table[at] as number) * 2 ** (24 - 8 * (at % 4))) % 2 ** 32;
  return sum;
};

/** The numbers behind the count of tables, which help to search for one: they follow from it. */
const SEARCH: readonly ((count: number, power: number) => number)[] = [
  (_, power) => ENTRY * 2 ** power,
  (_, power) => power,
  (count, power) => ENTRY * (count - 2 ** power),
];

const planOf = (
  bytes: Uint8Array,
  itemsOf: (plan: Blueprint, tables: readonly Table[]) => readonly number[],
): Blueprint => {
  const plan = new Blueprint(bytes);
  const tables = tablesOf(bytes);
  const items = itemsOf(plan, tables);
  const slots = tables.map(({ start }, i) => plan.slot(start, start + ENTRY, items[i] ?? plan.item(), { holds: true }));
  plan.count(fixed(bytes, 4, 2, false), slots);
  for (const [i, derived] of SEARCH.entries())
    plan.checksum(fixed(bytes, 6 + 2 * i, 2, false), [4, 6], ([high = 0, low = 0]) => {
      const count = high * 256 + low;
      return count === 0 ? 0 : derived(count, Math.floor(Math.log2(count)));
    });
  plan.keep(0, HEAD);
  for (const { tag, checksum, offset, length } of tables) {
    const end = offset.value + length.value;
    plan.distance(offset, [0, offset.value]);
    plan.distance(length, [offset.value, end]);
    if (tag !== "head") plan.checksum(checksum, [offset.value, end], sumOf);
  }
  return plan;
};

const aligned = (length: number): number => Math.ceil(length / 4) * 4;

/** With a table goes what cannot be read without it. */
const tables = (bytes: Uint8Array): Deltas =>
  planOf(bytes, (plan, all) => {
    const units = new Map(all.map(({ tag }) => [tag, plan.unit()]));
    return all.map(({ tag, offset, length }) => {
      const item = plan.item(...[tag, ...(NEEDS[tag] ?? [])].flatMap((each) => units.get(each) ?? []));
      plan.part(offset.value, offset.value + aligned(length.value), item, { holds: true });
      return item;
    });
  });

/** Glyphs without outlines: blanks. */
const glyphs = (bytes: Uint8Array): Deltas =>
  planOf(bytes, (plan, all) => {
    const [glyf, loca, head] = ["glyf", "loca", "head"].map((tag) => all.find((table) => table.tag === tag));
    if (glyf === undefined || loca === undefined || head === undefined) return [];
    const isShort = fixed(bytes, head.offset.value + 50, 2, false).value === 0;
    const width = isShort ? 2 : 4;
    const step = isShort ? 2 : 1;
    const base = glyf.offset.value;
    let last = base;
    for (let at = loca.offset.value; at + width <= loca.offset.value + loca.length.value; at += width) {
      const place = fixed(bytes, at, width, false);
      const start = base + step * place.value;
      if (start > last && start <= base + glyf.length.value) plan.part(last, start, plan.item(plan.unit()));
      last = Math.max(last, start);
      plan.distance(place, [base, start], { step });
    }
    return [];
  });

/** Tables that others follow from are no contents. */
const contents = (bytes: Uint8Array): readonly Content[] => {
  const spans = tablesOf(bytes).map(({ tag, offset, length }) => {
    return { tag, start: offset.value, end: offset.value + length.value };
  });
  const directory = { tag: "head", start: 0, end: HEAD + ENTRY * fixed(bytes, 4, 2, false).value };
  return apart([directory, ...spans])
    .filter(({ tag }) => !["glyf", "loca", "head"].includes(tag))
    .map(({ start, end }) => ({
      bytes: () => bytes.subarray(start, end),
      embed: (by) => planOf(bytes, () => []).embed({ start, end, by }),
    }));
};

const NONE: Deltas = { length: 0, print: () => [] };

export const font: Container = {
  name: "font",
  isRigid: true,
  recognises: isFont,
  stages: [
    stage("font tables", (bytes) => (isFont(bytes) ? tables(bytes) : NONE)),
    stage("font glyphs", (bytes) => (isFont(bytes) ? glyphs(bytes) : NONE)),
  ],
  contents: (bytes) => (isFont(bytes) ? contents(bytes) : []),
};
