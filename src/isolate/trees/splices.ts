/** Changes inside of one text: any subset of replaced places makes a text. */
import { forEachIndex } from "../../core/configuration.ts";
import type { Change, Changes } from "../change.ts";
import { fileMixture, madeFile } from "./one-file.ts";
import type { FileEntry } from "./tree.ts";

/** Characters `from` to `to` (exclusive) of the good text become something else. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
  /** Which coarser pieces it belongs to, from coarse to fine: numbers from 0 that do not decrease. */
  readonly groups: readonly number[];
  readonly line: number;
}

export interface SplicedText {
  readonly name: string;
  readonly good: FileEntry;
  readonly bad: FileEntry;
  readonly text: string;
  /** In order; they do not overlap. */
  readonly splices: readonly Splice[];
  /** Of the groups, and of the splices themselves. */
  readonly levels: readonly string[];
  encode(text: string): Uint8Array;
  show(text: string): string;
}

export const spliceChanges = (order: SplicedText): Changes => {
  const { good, bad, text, splices, encode } = order;
  const all = named(order);
  const numbers = new Map(all.map((change, index) => [change, index]));
  return {
    all,
    levels: order.levels.map((level, depth) => ({
      name: level,
      groups: Int32Array.from(splices, ({ groups }, index) => groups[depth] ?? index),
    })),
    counted: (splices.at(-1)?.groups[0] ?? -1) + 1,
    shown: (chosen) =>
      joined(
        order,
        all,
        chosen.map((change) => numbers.get(change) as number),
      ),
    mix: (chosen) => {
      if (chosen.length === 0) return fileMixture(order, 0, good);
      if (chosen.length === all.length) return fileMixture(order, all.length, bad);
      const picked: Splice[] = [];
      forEachIndex(chosen, (index) => picked.push(splices[index] as Splice));
      const made = madeFile(order, () => encode(spliced(text, picked, { from: 0, to: text.length })));
      return fileMixture(order, chosen.length, made);
    },
  };
};

const spliced = (text: string, picked: readonly Splice[], { from, to }: Pick<Splice, "from" | "to">): string => {
  const pieces: string[] = [];
  let at = from;
  for (const splice of picked) {
    pieces.push(text.slice(at, splice.from), splice.put);
    at = splice.to;
  }
  return [...pieces, text.slice(at, to)].join("");
};

/** "name:35" for what is a hunk by itself, "name:35/1" and so on for the pieces of one. */
const named = (order: SplicedText): readonly Change[] => {
  const { splices } = order;
  let first = 0;
  return splices.map((_, index) => {
    if (hunkAt(splices, index) !== hunkAt(splices, first)) first = index;
    return described(order, { first, from: index, to: index + 1 });
  });
};

const hunkAt = (splices: readonly Splice[], index: number): number | undefined => splices[index]?.groups[0];

interface Told {
  /** The first of the hunk. */
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

const described = (order: SplicedText, { first, from, to }: Told): Change => {
  const { name, splices, text, show } = order;
  const picked = splices.slice(from, to);
  const range = { from: picked[0]?.from ?? 0, to: picked.at(-1)?.to ?? 0 };
  const put = spliced(text, picked, range);
  const isWhole = from === first && hunkAt(splices, to) !== hunkAt(splices, first);
  const id = `${name}:${splices[first]?.line ?? 1}`;
  const numbers = to - from === 1 ? `${to - first}` : `${from - first + 1}-${to - first}`;
  return {
    id: isWhole ? id : `${id}/${numbers}`,
    file: name,
    line: picked[0]?.line ?? 1,
    ...(range.from < range.to ? { old: show(text.slice(range.from, range.to)) } : {}),
    ...(put === "" ? {} : { new: show(put) }),
  };
};

/** Neighbours in one hunk are shown as one change, with what stands between them. */
const joined = (order: SplicedText, all: readonly Change[], chosen: readonly number[]): readonly Change[] => {
  const { splices } = order;
  const shown: Change[] = [];
  for (let i = 0; i < chosen.length;) {
    const from = chosen[i] as number;
    let to = from + 1;
    while (chosen[i + to - from] === to && hunkAt(splices, to) === hunkAt(splices, from)) to++;
    let first = from;
    while (first > 0 && hunkAt(splices, first - 1) === hunkAt(splices, from)) first--;
    shown.push(to === from + 1 ? (all[from] as Change) : described(order, { first, from, to }));
    i += to - from;
  }
  return shown;
};
