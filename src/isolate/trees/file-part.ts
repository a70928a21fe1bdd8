/** A file that is there at both ends: its name, its mode and every line of its text can be taken over by themselves. */
import type { Range } from "../../core/configuration.ts";
import { digest } from "../../core/digest.ts";
import { Unrenderable } from "../../core/errors.ts";
import { apart, type Change } from "../change.ts";
import type { Entry } from "../mixture.ts";
import { isBinary, shownBytes } from "./binary.ts";
import { lineChanges } from "./line-changes.ts";
import type { FilePair } from "./pairs.ts";
import { composed, piecesOf } from "./pieces.ts";
import { sourceOf } from "./sources.ts";
import { fileOf, type FileEntry, sameBytes } from "./tree.ts";

export const filePart = async (pair: FilePair, withFunctions: boolean): Promise<FilePart> => {
  const { good, bad } = pair;
  const content = await contentOf(pair, withFunctions);
  const named = renaming(pair);
  const marked = marking(pair);
  const first = named.length + marked.length;
  const after = (groups: Int32Array): Int32Array =>
    Int32Array.from([...apart(first), ...groups.map((each) => first + each)]);
  const entryOf = entries(pair, content);
  return {
    path: good.path,
    changes: [...named, ...marked, ...content.changes],
    hunks: after(content.hunks),
    functions: () => after(content.functions()),
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
  /** As those of a part. */
  readonly hunks: Int32Array;
  functions(): Int32Array;
  /** Some of the changes, not all and not none. */
  bytes(picked: readonly Range[]): Uint8Array;
  /** Why a mixture makes no sense, in words; nothing if it may. */
  readonly check?: (bytes: Uint8Array) => string | undefined;
}

const contentOf = async (pair: FilePair, withFunctions: boolean): Promise<Content> => {
  const { good, bad } = pair;
  if (sameBytes(good.entry, bad.entry)) return whole([], good.entry.bytes);
  const [goodBytes, badBytes] = [good.entry.bytes(), bad.entry.bytes()];
  if (isBinary(goodBytes) || isBinary(badBytes)) {
    const texts = { old: shownBytes(goodBytes), new: shownBytes(badBytes) };
    return whole([{ id: good.path, file: good.path, what: "binary", ...texts }], good.entry.bytes);
  }
  const pieces = piecesOf(goodBytes, badBytes);
  const { functions, check } = await sourceOf(good.path, pieces, withFunctions);
  return {
    changes: lineChanges(pieces, pair),
    hunks: hunksOf(pieces.firsts),
    functions,
    bytes: (picked) => composed(pieces, picked),
    ...(check === undefined ? {} : { check: (bytes) => check(bytes) }),
  };
};

const whole = (changes: readonly Change[], bytes: () => Uint8Array): Content => ({
  changes,
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
  /** By change: which hunk of the part it belongs to, from 0, not decreasing. */
  readonly hunks: Int32Array;
  /** By hunk: which function of the part it belongs to, likewise. Costly the first time: the file is parsed. */
  functions(): Int32Array;
  /**
   * What lies under the part's paths when the changes of these ranges (in order, neither empty nor touching) are made. Throws
   * `Unrenderable` for what cannot be.
   */
  state(picked: readonly Range[]): ReadonlyMap<string, Entry | undefined>;
}
