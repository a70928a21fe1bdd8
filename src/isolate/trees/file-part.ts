/** A file that is there at both ends: its name, its mode and every line of its text can be taken over by themselves. */
import type { Range } from "../../core/configuration.ts";
import { digest } from "../../core/digest.ts";
import { Unrenderable } from "../../core/errors.ts";
import type { Change } from "../change.ts";
import type { Entry } from "../mixture.ts";
import { contentOf, type Content } from "./content.ts";
import type { FilePair } from "./pairs.ts";
import { apart, type Part } from "./part.ts";
import { fileOf, type FileEntry } from "./tree.ts";

export const filePart = async (pair: FilePair, withFunctions: boolean): Promise<Part> => {
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

type Mixed = FileEntry | { readonly kind: "refused"; readonly reason: string };

/** What the file is with some changes of its content. */
const entries = (
  { good, bad }: FilePair,
  content: Content,
): ((mode: number, picked: readonly Range[]) => FileEntry) => {
  const known = new Map<string, Mixed>();
  const mixed = (mode: number, picked: readonly Range[]): Mixed => {
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
