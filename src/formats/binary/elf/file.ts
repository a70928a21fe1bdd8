/** An ELF file (System V ABI, chapter 4) taken apart: sections, segments, and the numbers that tell where they are. */
import { fixed, type NumberPlace } from "../number-forms.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

type SectionField = "name" | "type" | "flags" | "offset" | "size" | "link" | "info";

export interface Section extends Span, Readonly<Record<SectionField, NumberPlace>> {
  /** What is in the file of it. */
  readonly content: Span;
  /** Its info field is the number of a section. */
  readonly isInfoLink: boolean;
}

type SegmentField = "type" | "offset" | "size";

export interface Segment extends Span, Readonly<Record<SegmentField, NumberPlace>> {
  readonly content: Span;
}

export interface ElfFile {
  readonly bytes: Uint8Array;
  readonly head: number;
  readonly wide: boolean;
  readonly number: (at: number, width: number) => NumberPlace;
  readonly fields: Readonly<Record<HeaderField, NumberPlace>>;
  readonly sections: readonly Section[];
  readonly segments: readonly Segment[];
}

type HeaderField = "segmentsAt" | "sectionsAt" | "segmentCount" | "sectionCount" | "namesIn";
type Layout<Name extends string> = Readonly<Record<Name, readonly [at: number, width: number]>>;

/** Where fields are: in files of 32 bits, and of 64. */
interface Shape {
  readonly head: number;
  readonly header: Layout<HeaderField | "segmentLength" | "sectionLength">;
  readonly section: Layout<SectionField> & { readonly length: number };
  readonly segment: Layout<SegmentField> & { readonly length: number };
}

const counts = (at: number): Omit<Shape["header"], "segmentsAt" | "sectionsAt"> => ({
  segmentLength: [at, 2],
  segmentCount: [at + 2, 2],
  sectionLength: [at + 4, 2],
  sectionCount: [at + 6, 2],
  namesIn: [at + 8, 2],
});

const NARROW: Shape = {
  head: 52,
  header: { segmentsAt: [28, 4], sectionsAt: [32, 4], ...counts(42) },
  section: {
    length: 40,
    name: [0, 4],
    type: [4, 4],
    flags: [8, 4],
    offset: [16, 4],
    size: [20, 4],
    link: [24, 4],
    info: [28, 4],
  },
  segment: { length: 32, type: [0, 4], offset: [4, 4], size: [16, 4] },
};

const WIDE: Shape = {
  head: 64,
  header: { segmentsAt: [32, 8], sectionsAt: [40, 8], ...counts(54) },
  section: {
    length: 64,
    name: [0, 4],
    type: [4, 4],
    flags: [8, 8],
    offset: [24, 8],
    size: [32, 8],
    link: [40, 4],
    info: [44, 4],
  },
  segment: { length: 56, type: [0, 4], offset: [8, 8], size: [32, 8] },
};

export const TYPE = {
  symbols: 2,
  strings: 3,
  rela: 4,
  dynamic: 6,
  note: 7,
  nobits: 8,
  rel: 9,
  dynamicSymbols: 11,
  group: 17,
  indices: 18,
  versions: 0x6fffffff,
};
const INFO_LINK = 0x40;
const RELOCATABLE = 1;

/** Whatever the bytes say that tell of width and order: readers differ in what they make of odd ones. */
export const isElf = (bytes: Uint8Array): boolean =>
  [0x7f, 0x45, 0x4c, 0x46].every((byte, i) => bytes[i] === byte) &&
  bytes.length >= (isWide(bytes) ? WIDE : NARROW).head;

const isWide = (bytes: Uint8Array): boolean => bytes[4] === 2;
export const isLittle = (bytes: Uint8Array): boolean => bytes[5] !== 2;

export const isRelocations = ({ type }: Section): boolean => type.value === TYPE.rela || type.value === TYPE.rel;
export const isSymbols = ({ type }: Section): boolean =>
  type.value === TYPE.symbols || type.value === TYPE.dynamicSymbols;

/** Reads bytes that `isElf` accepts. */
export const elfOf = (bytes: Uint8Array): ElfFile => {
  const wide = isWide(bytes);
  const shape = wide ? WIDE : NARROW;
  const number = (at: number, width: number): NumberPlace => fixed(bytes, at, width, isLittle(bytes));
  const read = <Name extends string>(base: number, layout: Layout<Name>, name: Name): NumberPlace =>
    number(base + layout[name][0], layout[name][1]);
  const field = (name: keyof Shape["header"]): NumberPlace => read(0, shape.header, name);
  /** Where the entries of a table begin; those that are cut off are none. */
  const table = (at: number, count: number, length: number, said: number): readonly number[] => {
    const fitting = said === length ? Math.floor((bytes.length - at) / length) : 0;
    return Array.from({ length: Math.max(0, Math.min(count, fitting)) || 0 }, (_, i) => at + i * length);
  };
  const isRelocatable = number(16, 2).value === RELOCATABLE;
  const sectionAt = (start: number): Section => {
    const get = (name: SectionField): NumberPlace => read(start, shape.section, name);
    const [type, offset, size] = [get("type"), get("offset"), get("size")];
    const end = type.value === TYPE.nobits || type.value === 0 ? offset.value : offset.value + size.value;
    const isRelocation = type.value === TYPE.rela || type.value === TYPE.rel;
    return {
      start,
      end: start + shape.section.length,
      name: get("name"),
      type,
      flags: get("flags"),
      offset,
      size,
      link: get("link"),
      info: get("info"),
      content: { start: offset.value, end },
      isInfoLink: (get("flags").value & INFO_LINK) !== 0 || (isRelocation && isRelocatable),
    };
  };
  const segmentAt = (start: number): Segment => {
    const get = (name: SegmentField): NumberPlace => read(start, shape.segment, name);
    const [offset, size] = [get("offset"), get("size")];
    const content = { start: offset.value, end: offset.value + size.value };
    return { start, end: start + shape.segment.length, type: get("type"), offset, size, content };
  };
  const [segmentsAt, sectionsAt] = [field("segmentsAt"), field("sectionsAt")];
  const [segmentCount, sectionCount] = [field("segmentCount"), field("sectionCount")];
  return {
    bytes,
    head: shape.head,
    wide,
    number,
    fields: { segmentsAt, sectionsAt, segmentCount, sectionCount, namesIn: field("namesIn") },
    sections: table(sectionsAt.value, sectionCount.value, shape.section.length, field("sectionLength").value).map(
      sectionAt,
    ),
    segments: table(segmentsAt.value, segmentCount.value, shape.segment.length, field("segmentLength").value).map(
      segmentAt,
    ),
  };
};
