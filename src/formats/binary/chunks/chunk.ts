/** Files of nested parts that tell their own lengths: what a format has to say of them, and the container that this makes. */
import { joined } from "../../pieces.ts";
import { Blueprint } from "../blueprint.ts";
import type { Container, Content } from "../container.ts";
import { written, type NumberPlace } from "../number-forms.ts";
import { stage, type Deltas } from "../stage.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part: a tag, a length, a payload, padding; the order does not matter. */
export interface Chunk extends Span {
  readonly tag: string;
  readonly payload: Span;
  /** Numbers that tell the length of what is between two places. */
  readonly sizes: readonly { readonly place: NumberPlace; readonly of: Span }[];
  /** Where there are chunks inside. */
  readonly inner?: Span;
  /** Where the padding behind the payload ends, and how much of it a payload of some length needs; none unless given. */
  readonly padding?: { readonly end: number; readonly of: (length: number) => number };
}

export interface FoundChunk extends Chunk {
  /** 1 for those that are in none. */
  readonly depth: number;
  readonly parent: FoundChunk | undefined;
}

/** What a format of chunks is. */
export interface ChunkFormat {
  readonly name: string;
  /** What its chunks are called. */
  readonly unit: string;
  readonly recognises: (bytes: Uint8Array) => boolean;
  /** Where the first chunk is; 0 unless given. */
  readonly first?: number;
  /** The one that begins at a place; `undefined` for what is none: the rest up to `end` is raw. */
  readonly chunkAt: (bytes: Uint8Array, within: Span, parent: FoundChunk | undefined) => Chunk | undefined;
  /** Whether a file without it would be none. */
  readonly isNeeded?: (chunk: FoundChunk) => boolean;
  /** By chunk: another without which it means nothing. */
  readonly needs?: (chunks: readonly FoundChunk[], bytes: Uint8Array) => ReadonlyMap<FoundChunk, FoundChunk>;
  /** Numbers besides lengths. */
  readonly more?: (plan: Blueprint, bytes: Uint8Array, found: ChunkLevels) => void;
  /** So deep chunks are units. */
  readonly levels: number;
}

export interface ChunkLevels {
  readonly chunks: readonly FoundChunk[];
  /** By chunk: what goes when it goes; only in the stage of its level. */
  readonly items: ReadonlyMap<FoundChunk, number>;
}

/** In the order of the file, those inside behind the one they are in. */
const chunksOf = (format: ChunkFormat, bytes: Uint8Array): readonly FoundChunk[] => {
  const found: FoundChunk[] = [];
  const open: { within: Span; parent: FoundChunk | undefined }[] = [
    { within: { start: format.first ?? 0, end: bytes.length }, parent: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { within, parent } = next;
    const chunk = within.start < within.end ? format.chunkAt(bytes, within, parent) : undefined;
    if (chunk === undefined || chunk.end <= within.start || chunk.end > within.end) continue;
    const known: FoundChunk = { ...chunk, depth: (parent?.depth ?? 0) + 1, parent };
    found.push(known);
    open.push({ within: { start: chunk.end, end: within.end }, parent });
    if (chunk.inner !== undefined) open.push({ within: chunk.inner, parent: known });
  }
  return found;
};

/** A chunk, what it needs, what that needs, and so on. */
const allNeeded = (chunk: FoundChunk, needs: ReadonlyMap<FoundChunk, FoundChunk>): readonly FoundChunk[] => {
  const all = [chunk];
  for (let next = needs.get(chunk); next !== undefined && !all.includes(next); next = needs.get(next)) all.push(next);
  return all;
};

const planOf = (format: ChunkFormat, bytes: Uint8Array, level: number): Blueprint => {
  const plan = new Blueprint(bytes);
  const chunks = chunksOf(format, bytes);
  const items = new Map<FoundChunk, number>();
  const units = new Map<FoundChunk, number>();
  for (const chunk of chunks)
    if (chunk.depth === level && format.isNeeded?.(chunk) !== true) units.set(chunk, plan.unit());
  const needs = format.needs?.(chunks, bytes) ?? new Map<FoundChunk, FoundChunk>();
  for (const chunk of chunks) {
    if (chunk.depth === level) {
      const item = plan.item(...allNeeded(chunk, needs).flatMap((each) => units.get(each) ?? []));
      plan.part(chunk.start, chunk.end, item);
      items.set(chunk, item);
    }
    for (const { place, of } of chunk.sizes) plan.distance(place, [of.start, of.end]);
  }
  if (level === 1) {
    const rest = chunks.findLast(({ depth }) => depth === 1)?.end ?? format.first ?? 0;
    if (rest < bytes.length) plan.part(rest, bytes.length, plan.item(plan.unit()));
  }
  format.more?.(plan, bytes, { chunks, items });
  return plan;
};

const contents = (format: ChunkFormat, bytes: Uint8Array): readonly Content[] =>
  chunksOf(format, bytes)
    .filter(({ inner, payload }) => payload.start < payload.end && !(inner && inner.start < payload.end))
    .map(({ payload: { start, end }, sizes, padding }) => ({
      bytes: () => bytes.subarray(start, end),
      embed: (content) => {
        const by = joined([content, new Uint8Array(padding?.of(content.length) ?? 0)]);
        // Where there is padding, the length ends before it does.
        const own = padding === undefined ? [] : sizes.filter(({ of }) => of.start === start && of.end === end);
        const more = content.length - (end - start);
        const numbers = own.map(({ place }) => written(place, Math.max(0, place.value + more)));
        return planOf(format, bytes, 0).embed({ start, end: padding?.end ?? end, by }, ...numbers);
      },
    }));

const levelName = ({ name, unit }: ChunkFormat, level: number): string =>
  level === 1 ? `${name} ${unit}` : `${name} ${unit} of level ${level}`;

const NONE: Deltas = { length: 0, print: () => [] };

export const chunked = (format: ChunkFormat): Container => ({
  name: format.name,
  recognises: format.recognises,
  stages: Array.from({ length: format.levels }, (_, i) =>
    stage(levelName(format, i + 1), (bytes) => (format.recognises(bytes) ? planOf(format, bytes, i + 1) : NONE)),
  ),
  contents: (bytes) => (format.recognises(bytes) ? contents(format, bytes) : []),
});

export const isAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text, (c, i) => bytes[at + i] === c.charCodeAt(0)).every(Boolean);

export const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
