/** The numbers in an ELF file that change when something in it goes. */
import { Blueprint } from "../blueprint.ts";
import { apart } from "../moves.ts";
import { isSymbols, TYPE, type ElfFile, type Section, type Span } from "./file.ts";

/** With which units sections and segments go: a list for each of them. */
interface Goers {
  readonly sections?: (plan: Blueprint) => readonly (readonly number[])[];
  readonly segments?: (plan: Blueprint) => readonly (readonly number[])[];
  /** Bytes go by multiples of this, so that what is behind them stays aligned. */
  readonly grid?: number;
}

export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** A plan in which sections and segments may go, or only what is inside of them. */
export const planOf = (elf: ElfFile, goers: Goers = {}): Blueprint => {
  const { bytes, head, fields, sections, segments } = elf;
  const { grid = 1 } = goers;
  const tables = tablesOf(elf);
  const plan: Blueprint = new Blueprint(bytes, (start, end) => {
    const isTable = tables.some((table) => overlaps(table, { start, end }));
    return new Uint8Array(isTable ? 0 : (end - start) % grid);
  });
  plan.keep(0, head);
  const sectionItems = itemsOf(plan, sections.length, goers.sections?.(plan));
  const segmentItems = itemsOf(plan, segments.length, goers.segments?.(plan));
  if (goers.sections !== undefined) hold(plan, sections, sectionItems, tables);
  if (goers.sections !== undefined) hold(plan, segments, segmentItems, tables);
  const sectionSlots = slotsOf(plan, sections, sectionItems);
  const segmentSlots = slotsOf(plan, segments, segmentItems);
  plan.count(fields.sectionCount, sectionSlots);
  plan.count(fields.segmentCount, segmentSlots);
  plan.distance(fields.sectionsAt, [0, fields.sectionsAt.value], { lost: 0, table: sectionSlots });
  plan.distance(fields.segmentsAt, [0, fields.segmentsAt.value], { lost: 0, table: segmentSlots });
  for (const { offset, size, content } of [...sections, ...segments]) {
    plan.distance(offset, [0, offset.value]);
    if (content.end > content.start) plan.distance(size, [content.start, content.end]);
  }
  if (goers.sections !== undefined) indices(elf, plan, { units: [...sectionSlots] }, sectionItems);
  return plan;
};

const itemsOf = (plan: Blueprint, length: number, units?: readonly (readonly number[])[]): readonly number[] =>
  Array.from({ length }, (_, i) => plan.item(...(units?.[i] ?? [])));

const slotsOf = (plan: Blueprint, entries: readonly Span[], items: readonly number[]): readonly number[] =>
  entries.map(({ start, end }, i) => plan.slot(start, end, items[i] as number, { holds: true }));

/** What is told of stays while a header tells of it; a table of headers stays whole, or goes entry by entry. */
const hold = (
  plan: Blueprint,
  entries: readonly { readonly content: Span }[],
  items: readonly number[],
  tables: readonly Span[],
): void => {
  for (const [i, { content }] of entries.entries()) {
    const item = items[i] as number;
    plan.part(content.start, content.end, item, { holds: true });
    for (const table of tables) if (overlaps(table, content)) plan.part(table.start, table.end, item, { holds: true });
  }
};

export const tablesOf = ({ sections, segments }: ElfFile): readonly Span[] =>
  [sections, segments].map((entries) => ({ start: entries[0]?.start ?? 0, end: entries.at(-1)?.end ?? 0 }));

/** Numbers of sections from here on mean something else. */
const RESERVED = 0xff00;

export const symbolLength = (wide: boolean): number => (wide ? 24 : 16);

/** Wherever a section is told by its number. */
const indices = (elf: ElfFile, plan: Blueprint, space: { units: number[] }, items: readonly number[]): void => {
  const { fields, sections, number, wide } = elf;
  plan.index(fields.namesIn, space, 0);
  for (const section of sections) {
    const { link, info, isInfoLink, type, content } = section;
    plan.index(link, space, 0);
    if (isInfoLink) plan.index(info, space, 0);
    if (isSymbols(section))
      for (const at of entriesIn(elf, content, symbolLength(wide))) {
        const home = number(at + (wide ? 6 : 14), 2);
        if (home.value > 0 && home.value < RESERVED) plan.index(home, space, 0);
      }
    if (type.value === TYPE.group)
      for (const at of entriesIn(elf, content, 4).slice(1)) {
        const member = number(at, 4);
        plan.part(at, at + 4, items[member.value] ?? plan.item());
        plan.index(member, space, 0);
      }
  }
};

/** Where the entries of a table begin, as many as there are in the file. */
export const entriesIn = ({ bytes }: ElfFile, { start, end }: Span, length: number): readonly number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((Math.min(end, bytes.length) - start) / length)) },
    (_, i) => start + i * length,
  );

interface Claim extends Span {
  readonly of?: Section;
}

/** Everything that a header tells of, in order, and the section it is of. */
export const claimed = ({ head, sections, segments }: ElfFile): readonly Claim[] => {
  const claims: readonly Claim[] = [
    { start: 0, end: head },
    ...[...sections, ...segments].map(({ start, end }) => ({ start, end })),
    ...sections.map((section) => ({ ...section.content, of: section })),
    ...segments.map(({ content }) => content),
  ];
  return claims.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start);
};

/** The sections that share no byte with anything. */
export const aloneIn = (elf: ElfFile): ReadonlySet<Section> =>
  new Set(apart(claimed(elf)).flatMap(({ end, of }) => (of !== undefined && end <= elf.bytes.length ? [of] : [])));
