/** What tables of an ELF file hold: symbols, relocations, strings. */
import type { Deltas } from "../stage.ts";
import { isLittle, isRelocations, isSymbols, TYPE, type ElfFile, type Section } from "./file.ts";
import { aloneIn, entriesIn, planOf, symbolLength } from "./plan.ts";

/** Offset and info; of some, also an addend. */
const relocationLength = ({ type }: Section, wide: boolean): number =>
  (wide ? 8 : 4) * (type.value === TYPE.rela ? 3 : 2);

/** The sections of some kind, by the number of the one they name. */
const linkedTo = (elf: ElfFile, number: number): readonly Section[] =>
  elf.sections.filter(({ link }) => link.value === number);

/** The first of a table stands for none. Who refers to one that is gone refers to none. */
export const symbols = (elf: ElfFile): Deltas => {
  const { sections, wide } = elf;
  const plan = planOf(elf);
  const alone = aloneIn(elf);
  for (const [number, table] of sections.entries()) {
    if (!isSymbols(table) || !alone.has(table)) continue;
    const length = symbolLength(wide);
    const space = { units: [-1] };
    const users = linkedTo(elf, number);
    const parallel = users.filter((section) => alone.has(section) && section.type.value in PARALLEL);
    for (const at of entriesIn(elf, table.content, length).slice(1)) {
      const item = plan.item(plan.unit());
      for (const { content, type } of parallel) {
        const width = PARALLEL[type.value] as number;
        const place = content.start + width * space.units.length;
        if (place + width <= content.end) plan.part(place, place + width, item);
      }
      space.units.push(plan.slot(at, at + length, item));
    }
    plan.index(table.info, space);
    for (const user of users)
      if (user.type.value === TYPE.group) plan.index(user.info, space, 0);
      else if (isRelocations(user))
        for (const at of entriesIn(elf, user.content, relocationLength(user, wide)))
          plan.index(symbolIn(elf, at), space, 0);
  }
  return plan;
};

/** Tables with an entry for each symbol: extended numbers of sections, versions. By their widths. */
const PARALLEL: Readonly<Record<number, number>> = { [TYPE.indices]: 4, [TYPE.versions]: 2 };

/** The symbol in a relocation: the upper part of its second word. */
const symbolIn = ({ bytes, number, wide }: ElfFile, at: number): ReturnType<ElfFile["number"]> => {
  const little = isLittle(bytes);
  return wide ? number(at + (little ? 12 : 8), 4) : number(at + (little ? 5 : 4), 3);
};

export const relocations = (elf: ElfFile): Deltas => {
  const plan = planOf(elf);
  const alone = aloneIn(elf);
  for (const section of elf.sections) {
    if (!isRelocations(section)) continue;
    if (!alone.has(section)) plan.keep(section.content.start, section.content.end);
    const length = relocationLength(section, elf.wide);
    for (const at of entriesIn(elf, section.content, length)) plan.slot(at, at + length, plan.item(plan.unit()));
  }
  return plan;
};

/** Names of sections and symbols; who has one that is gone has the empty name, which is the first of each table. */
export const strings = (elf: ElfFile): Deltas => {
  const { bytes, sections, wide, fields } = elf;
  const plan = planOf(elf);
  const alone = aloneIn(elf);
  for (const [number, table] of sections.entries()) {
    const { start, end } = table.content;
    const users = linkedTo(elf, number);
    if (table.type.value !== TYPE.strings || !alone.has(table) || !users.every(isSymbols)) continue;
    for (let at = start + 1; at < end;) {
      const next = bytes.indexOf(0, at) + 1;
      if (next === 0 || next > end) break;
      plan.part(at, next, plan.item(plan.unit()));
      at = next;
    }
    const names = users.flatMap(({ content }) =>
      entriesIn(elf, content, symbolLength(wide)).map((at) => elf.number(at, 4)),
    );
    if (fields.namesIn.value === number) names.push(...sections.map(({ name }) => name));
    for (const name of names) plan.distance(name, [start, start + name.value], { lost: 0 });
  }
  return plan;
};
