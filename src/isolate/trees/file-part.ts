/** A file that is there at both ends: its name, its mode and every line of its text can be taken over by themselves. */
import type { Range } from "../../core/configuration.ts";
import { digest } from "../../core/digest.ts";
import { Unrenderable } from "../../core/errors.ts";
import { apart, type Change } from "../change.ts";
import type { Entry } from "../mixture.ts";
import { isBinary, shownBytes } from "./binary.ts";
import type { MatchedHunk } from "./declarations/matched.ts";
import { lineChanges } from "./line-changes.ts";
import type { FilePair } from "./pairs.ts";
import { composed, piecesOf, type Pieces } from "./pieces.ts";
import type { RewrittenText } from "./rewriting/text.ts";
import type { ClassOfEdits } from "./rewriting/rewriting.ts";
import { sourceOf } from "./sources.ts";
import { fileOf, type FileEntry, sameBytes } from "./tree.ts";

/** How the lines of the two versions differ; nothing where they are no texts, or the same. */
export const textPieces = ({ good, bad }: FilePair): Pieces | undefined => {
  if (sameBytes(good.entry, bad.entry)) return undefined;
  const [goodBytes, badBytes] = [good.entry.bytes(), bad.entry.bytes()];
  return isBinary(goodBytes) || isBinary(badBytes) ? undefined : piecesOf(goodBytes, badBytes);
};

export interface FileText {
  readonly pair: FilePair;
  /** Missing where they are no texts, or the same. */
  readonly text?: RewrittenText;
}

export const filePart = async ({ pair, text }: FileText, withFunctions: boolean): Promise<FilePart> => {
  const { good, bad } = pair;
  const content = text === undefined ? unread(pair) : await contentOf(pair, text, withFunctions);
  const named = renaming(pair);
  const marked = marking(pair);
  const first = named.length + marked.length;
  const after = (groups: Int32Array): Int32Array =>
    Int32Array.from([...apart(first), ...groups.map((each) => first + each)]);
  const entryOf = entries(pair, content);
  return {
    path: good.path,
    changes: [...named, ...marked, ...content.changes],
    rewriting: { first, classes: content.rewriting },
    hunks: after(content.hunks),
    functions: () => after(content.functions()),
    ...(content.matched && { matched: { first: first + content.rewriting.length, hunks: content.matched } }),
    state: (picked) => {
      const has = (flag: number): boolean => picked.some(({ from, to }) => from <= flag && flag < to);
      const inContent = picked
        .map(({ from, to }) => ({ from: Math.max(0, from - first), to: to - first }))
        .filter(({ from, to }) => from < to);
      const { mode } = (marked.length > 0 && has(named.length) ? bad : good).entry;
      const state = new Map<string, Entry | undefined>([[good.path, undefined]]);
      if (named.length > 0) state.set(bad.path, undefined);
      return state.set(named.length > 0 && has(0) ? bad.path : good.path, entryOf(mode, inContent));
    },
  };
};

const renaming = ({ good, bad }: FilePair): readonly Change[] =>
  good.path === bad.path
    ? []
    : [{ id: `${good.path} -> ${bad.path}`, file: good.path, what: "renamed", old: good.path, new: bad.path }];

const shownMode = (mode: number): string => mode.toString(8).padStart(4, "0");

const marking = ({ good, bad }: FilePair): readonly Change[] => {
  if (good.entry.mode === bad.entry.mode) return [];
  const texts = { old: shownMode(good.entry.mode), new: shownMode(bad.entry.mode) };
  return [{ id: `${good.path}:mode`, file: good.path, what: "mode", ...texts }];
};

/** So many mixtures are remembered: their digests, not their bytes. */
const REMEMBERED = 16;

type MixedEntry = FileEntry | { readonly kind: "refused"; readonly reason: string };

/** What the file is with some changes of its content. */
const entries = (
  { good, bad }: FilePair,
  content: Content,
): ((mode: number, picked: readonly Range[]) => FileEntry) => {
  const known = new Map<string, MixedEntry>();
  const mixed = (mode: number, picked: readonly Range[]): MixedEntry => {
    const bytes = (): Uint8Array => content.bytes(picked);
    const reason = content.check?.(bytes());
    return reason === undefined ? fileOf(mode, bytes) : { kind: "refused", reason };
  };
  return (mode, picked) => {
    const count = picked.reduce((sum, { from, to }) => sum + to - from, 0);
    const end = count === 0 ? good.entry : count === content.changes.length ? bad.entry : undefined;
    if (end !== undefined) return end.mode === mode ? end : withMode(end, mode);
    const key = `${mode} ${digest(Int32Array.from(picked.flatMap(({ from, to }) => [from, to])))}`;
    const entry = known.get(key) ?? mixed(mode, picked);
    known.delete(key);
    known.set(key, entry);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
    if (entry.kind === "refused") throw new Unrenderable(`${good.path} ${entry.reason}`);
    return entry;
  };
};

const withMode = (entry: FileEntry, mode: number): FileEntry => ({
  kind: "file",
  mode,
  get digest() {
    return entry.digest;
  },
  bytes: () => entry.bytes(),
});

interface Content {
  readonly changes: readonly Change[];
  /** The classes of the first changes, which are rewriting. */
  readonly rewriting: readonly ClassOfEdits[];
  /** As those of a part. */
  readonly hunks: Int32Array;
  functions(): Int32Array;
  readonly matched?: readonly MatchedHunk[] | undefined;
  /** Some of the changes, not all and not none. */
  bytes(picked: readonly Range[]): Uint8Array;
  /** Why a mixture makes no sense, in words; nothing if it may. */
  readonly check?: (bytes: Uint8Array) => string | undefined;
}

const unread = ({ good, bad }: FilePair): Content => {
  if (sameBytes(good.entry, bad.entry)) return whole([], good.entry.bytes);
  const texts = { old: shownBytes(good.entry.bytes()), new: shownBytes(bad.entry.bytes()) };
  return whole([{ id: good.path, file: good.path, what: "binary", ...texts }], good.entry.bytes);
};

/** Rewriting comes first. */
const contentOf = async (pair: FilePair, text: RewrittenText, withFunctions: boolean): Promise<Content> => {
  const { pieces, edits } = text;
  const { matched } = text;
  const { functions, check } = await sourceOf(pair.good.path, pieces, withFunctions && matched === undefined);
  const units = matched && Int32Array.from(matched, ({ unit }) => unit);
  const after = (groups: Int32Array): Int32Array =>
    Int32Array.from([...apart(edits.length), ...groups.map((each) => edits.length + each)]);
  return {
    changes: [...edits.map(({ change }) => change), ...lineChanges(pieces, pair)],
    rewriting: edits.map(({ of }) => of),
    hunks: after(hunksOf(pieces.firsts)),
    functions: () => after(units ?? functions()),
    matched,
    bytes: (picked) => {
      const [early, late] = cutAt(picked, edits.length);
      return composed({ ...pieces, good: text.goodWith(early, late.length > 0) }, late);
    },
    ...(check === undefined ? {} : { check: (bytes) => check(bytes) }),
  };
};

/** Ranges below a place, and those from there on, counted from it. */
const cutAt = (ranges: readonly Range[], at: number): readonly [readonly Range[], readonly Range[]] => [
  ranges.filter(({ from }) => from < at).map(({ from, to }) => ({ from, to: Math.min(to, at) })),
  ranges.filter(({ to }) => to > at).map(({ from, to }) => ({ from: Math.max(0, from - at), to: to - at })),
];

const whole = (changes: readonly Change[], bytes: () => Uint8Array): Content => ({
  changes,
  rewriting: [],
  hunks: apart(changes.length),
  functions: () => apart(changes.length),
  bytes,
});

const hunksOf = (firsts: Int32Array): Int32Array => {
  const hunks = new Int32Array(firsts.at(-1) ?? 0);
  for (let hunk = 0; hunk + 1 < firsts.length; hunk++) hunks.fill(hunk, firsts[hunk], firsts[hunk + 1]);
  return hunks;
};

export interface FilePart {
  /** By which it is sorted among the others. */
  readonly path: string;
  readonly changes: readonly Change[];
  /** The classes of the changes that are rewriting: those from the first one on. */
  readonly rewriting: { readonly first: number; readonly classes: readonly ClassOfEdits[] };
  /** By change: which hunk of the part it belongs to, from 0, not decreasing. */
  readonly hunks: Int32Array;
  /** By hunk: which function of the part it belongs to, likewise. Costly the first time: the file is parsed. */
  functions(): Int32Array;
  /** Where statements are known: what the hunks do, by their numbers from the first one on. */
  readonly matched?: { readonly first: number; readonly hunks: readonly MatchedHunk[] };
  /**
   * What lies under the part's paths when the changes of these ranges (in order, neither empty nor touching) are made. Throws
   * `Unrenderable` for what cannot be.
   */
  state(picked: readonly Range[]): ReadonlyMap<string, Entry | undefined>;
}
