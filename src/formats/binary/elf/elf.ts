/** ELF: sections and segments, what is in sections, symbols, relocations, strings, and what nothing refers to. */
import type { Container, Content } from "../container.ts";
import { stage, type Deltas } from "../stage.ts";
import {
  elfOf,
  isElf,
  isRelocations,
  isSymbols,
  TYPE,
  type ElfFile,
  type Section,
  type Segment,
  type Span,
} from "./file.ts";
import { relocations, strings, symbols } from "./entries.ts";
import { aloneIn, claimed, overlaps, planOf, tablesOf } from "./plan.ts";

/**
 * Headers and what they tell of. With a section goes what is about it: relocations with what they are for, symbols with their names.
 * With a segment that is loaded goes what lies in it.
 */
const sectionsAndSegments = (elf: ElfFile): Deltas => {
  const { sections, segments } = elf;
  const units: number[] = [];
  return planOf(elf, {
    grid: 16,
    sections: (plan) => {
      for (const i of sections.keys()) units.push(i === 0 ? -1 : plan.unit());
      return withNeeded(sections, units);
    },
    segments: (plan) => {
      const own = segments.map(() => plan.unit());
      const dynamic = units.filter((_, i) => sections[i]?.type.value === TYPE.dynamic);
      return segments.map((segment, i) => {
        const around = own.filter((_, k) => k !== i && isLoaded(segments[k] as Segment, segment));
        return [own[i] as number, ...around, ...(segment.type.value === SEGMENT.dynamic ? dynamic : [])];
      });
    },
  });
};

const SEGMENT = { load: 1, dynamic: 2 };

const isLoaded = (load: Segment, { type, content }: Segment): boolean =>
  load.type.value === SEGMENT.load &&
  type.value !== SEGMENT.load &&
  content.start < content.end &&
  load.content.start <= content.start &&
  content.end <= load.content.end;

/** The units of each section, and those of the sections without which it makes no sense. */
const withNeeded = (sections: readonly Section[], units: readonly number[]): readonly (readonly number[])[] =>
  sections.map((_, first) => {
    const seen = new Set([first]);
    for (const i of seen) {
      const { link, info, isInfoLink } = sections[i] as Section;
      for (const next of [link.value, ...(isInfoLink ? [info.value] : [])])
        if (next > 0 && next < sections.length && i > 0) seen.add(next);
    }
    return [...seen].map((i) => units[i] as number).filter((unit) => unit >= 0);
  });

/** The header stays; where other things have the same bytes, they become zero. */
const emptied = (elf: ElfFile): Deltas => {
  const plan = planOf(elf);
  const alone = aloneIn(elf);
  for (const section of elf.sections) {
    const { start, end } = section.content;
    if (start >= end || end > elf.bytes.length || isTable(section) || isInHeaders(elf, section.content)) continue;
    if (section.type.value === TYPE.note) continue;
    if (!alone.has(section)) plan.keep(start, end);
    plan.slot(start, end, plan.item(plan.unit()));
  }
  return plan;
};

/** Whose entries have stages of their own. */
const isTable = (section: Section): boolean =>
  isSymbols(section) || isRelocations(section) || [TYPE.strings, TYPE.group].includes(section.type.value);

const isInHeaders = (elf: ElfFile, span: Span): boolean =>
  [{ start: 0, end: elf.head }, ...tablesOf(elf)].some((table) => overlaps(table, span));

/** What no header tells of; and a table of sections with nothing in it. */
const gaps = (elf: ElfFile): Deltas => {
  const plan = planOf(elf, {
    sections: (p) => elf.sections.map(() => (elf.sections.length === 1 ? [p.unit()] : [])),
  });
  let at = 0;
  for (const { start, end } of [...claimed(elf), { start: elf.bytes.length, end: elf.bytes.length }]) {
    if (start > at) plan.part(at, start, plan.item(plan.unit()));
    at = Math.max(at, end);
  }
  return plan;
};

const contents = (elf: ElfFile): readonly Content[] => {
  const alone = aloneIn(elf);
  return elf.sections
    .filter((section) => alone.has(section) && !isTable(section))
    .map(({ content: { start, end } }) => ({
      bytes: () => elf.bytes.subarray(start, end),
      embed: (by) => planOf(elf).embed({ start, end, by }),
    }));
};

const elfStage = (unit: string, deltasOf: (elf: ElfFile) => Deltas): Container["stages"][number] =>
  stage(unit, (bytes) => (isElf(bytes) ? deltasOf(elfOf(bytes)) : { length: 0, print: () => [bytes] }));

export const elf: Container = {
  name: "elf",
  isRigid: true,
  recognises: isElf,
  stages: [
    elfStage("elf sections", sectionsAndSegments),
    elfStage("elf contents", emptied),
    elfStage("elf symbols", symbols),
    elfStage("elf relocations", relocations),
    elfStage("elf strings", strings),
    elfStage("elf gaps", gaps),
  ],
  contents: (bytes) => (isElf(bytes) ? contents(elfOf(bytes)) : []),
};
