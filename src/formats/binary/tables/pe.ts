/** PE (programs and libraries of Windows): sections, the table of symbols, the stub for DOS, and what is behind it all. */
import { Blueprint } from "../blueprint.ts";
import { isAt } from "../chunks/chunk.ts";
import type { Container, Content } from "../container.ts";
import { apart } from "../moves.ts";
import { fixed, type NumberPlace } from "../number-forms.ts";
import { stage, type Deltas } from "../stage.ts";

interface Section {
  readonly start: number;
  readonly address: number;
  readonly span: number;
  readonly size: NumberPlace;
  readonly offset: NumberPlace;
  readonly further: readonly NumberPlace[];
}

interface PeFile {
  readonly bytes: Uint8Array;
  readonly number: (at: number, width: number) => NumberPlace;
  /** The offset of the header after the stub for DOS. */
  readonly head: number;
  readonly table: number;
  readonly sections: readonly Section[];
  /** Where data directories begin, as many as there are. */
  readonly directories: readonly number[];
}

const SECTION = 40;
const SYMBOL = 18;
/** The directory that is told by its place in the file. */
const CERTIFICATES = 4;

const headOf = (bytes: Uint8Array): number => fixed(bytes, 0x3c, 4, true).value;

const isPe = (bytes: Uint8Array): boolean =>
  isAt(bytes, 0, "MZ") && isAt(bytes, headOf(bytes), "PE\0\0") && bytes.length >= headOf(bytes) + 24;

const peOf = (bytes: Uint8Array): PeFile => {
  const number = (at: number, width: number): NumberPlace => fixed(bytes, at, width, true);
  const head = headOf(bytes);
  const optional = head + 24;
  const table = optional + number(head + 20, 2).value;
  const fitting = Math.max(0, Math.floor((bytes.length - table) / SECTION));
  const sections = Array.from({ length: Math.min(number(head + 6, 2).value, fitting) }, (_, i): Section => {
    const start = table + SECTION * i;
    const [size, offset] = [number(start + 16, 4), number(start + 20, 4)];
    const span = Math.max(number(start + 8, 4).value, size.value);
    const further = [number(start + 24, 4), number(start + 28, 4)];
    return { start, address: number(start + 12, 4).value, span, size, offset, further };
  });
  const first = optional + (number(optional, 2).value === 0x20b ? 112 : 96);
  const count = Math.min(number(first - 4, 4).value || 0, Math.max(0, Math.floor((table - first) / 8)));
  const directories = Array.from({ length: Math.min(count, 16) }, (_, i) => first + 8 * i);
  return { bytes, number, head, table, sections, directories };
};

const tableEnd = ({ table, sections }: PeFile): number => table + SECTION * sections.length;

const planOf = (pe: PeFile, itemsOf: (plan: Blueprint) => readonly number[] = () => []): Blueprint => {
  const { bytes, number, head, table, sections, directories } = pe;
  const plan = new Blueprint(bytes);
  const items = itemsOf(plan);
  const slots = sections.map(({ start }, i) =>
    plan.slot(start, start + SECTION, items[i] ?? plan.item(), { holds: true }),
  );
  plan.keep(0, 0x40);
  plan.keep(head, table);
  plan.fill(tableEnd(pe), [0, tableEnd(pe)]);
  plan.count(number(head + 6, 2), slots);
  const toFile = (place: NumberPlace): void => {
    if (place.value > 0) plan.distance(place, [0, place.value]);
  };
  toFile(number(0x3c, 4));
  toFile(number(head + 84, 4));
  toFile(number(head + 12, 4));
  for (const { offset, size, further } of sections) {
    for (const place of [offset, ...further]) toFile(place);
    if (offset.value > 0) plan.distance(size, [offset.value, offset.value + size.value]);
  }
  for (const [i, at] of directories.entries()) {
    const place = number(at, 4);
    if (i === CERTIFICATES) toFile(place);
    else
      for (const [k, { address, span }] of sections.entries())
        if (place.value >= address && place.value < address + span && items[k] !== undefined) {
          plan.constant(place, items[k], 0);
          plan.constant(number(at + 4, 4), items[k], 0);
        }
  }
  const space = { units: [-1, ...slots] };
  for (const at of symbolsIn(pe)) {
    const home = number(at + 12, 2);
    if (home.value > 0 && home.value < space.units.length) plan.index(home, space, 0);
  }
  return plan;
};

/** The symbols of objects and of programs by GNU's linker; some symbols have further entries, with details. */
const symbolsIn = ({ bytes, number, head }: PeFile): readonly number[] => {
  const start = number(head + 12, 4).value;
  const count = start > 0 ? Math.min(number(head + 16, 4).value, Math.floor((bytes.length - start) / SYMBOL)) : 0;
  const places: number[] = [];
  for (let i = 0; i < count; i += 1 + (bytes[start + SYMBOL * i + 17] as number)) places.push(start + SYMBOL * i);
  return places;
};

const sections = (pe: PeFile): Deltas =>
  planOf(pe, (plan) =>
    pe.sections.map(({ offset, size }) => {
      const item = plan.item(plan.unit());
      if (offset.value >= tableEnd(pe)) plan.part(offset.value, offset.value + size.value, item, { holds: true });
      return item;
    }),
  );

/** The table of symbols with its strings, the stub, and what no header tells of. */
const rest = (pe: PeFile): Deltas => {
  const { bytes, number, head } = pe;
  const plan = planOf(pe);
  const [start, count] = [number(head + 12, 4), number(head + 16, 4)];
  const strings = start.value + SYMBOL * count.value;
  const end = strings + (number(strings, 4).value || 0);
  if (start.value > 0 && end <= bytes.length) {
    const item = plan.item(plan.unit());
    plan.part(start.value, end, item);
    plan.constant(start, item, 0);
    plan.constant(count, item, 0);
  }
  if (head > 0x40) plan.part(0x40, head, plan.item(plan.unit()));
  const told = pe.sections.map(({ offset, size }) => offset.value + size.value);
  const last = Math.max(tableEnd(pe), start.value > 0 ? end : 0, ...told.filter((each) => each <= bytes.length));
  if (last < bytes.length) plan.part(last, bytes.length, plan.item(plan.unit()));
  return plan;
};

const contents = (pe: PeFile): readonly Content[] =>
  apart(pe.sections.map(({ offset, size }) => ({ start: offset.value, end: offset.value + size.value })))
    .filter(({ start, end }) => start >= tableEnd(pe) && end <= pe.bytes.length)
    .map(({ start, end }) => ({
      bytes: () => pe.bytes.subarray(start, end),
      embed: (by) => planOf(pe).embed({ start, end, by }),
    }));

const NONE: Deltas = { length: 0, print: () => [] };

export const pe: Container = {
  name: "pe",
  isRigid: true,
  recognises: isPe,
  stages: [
    stage("pe sections", (bytes) => (isPe(bytes) ? sections(peOf(bytes)) : NONE)),
    stage("pe rest", (bytes) => (isPe(bytes) ? rest(peOf(bytes)) : NONE)),
  ],
  contents: (bytes) => (isPe(bytes) ? contents(peOf(bytes)) : []),
};
