/** Which files need which, by the paths and the names in them. A wrong guess costs tests, never a wrong result. */
import { Unparsable } from "../core/errors.ts";
import { sizeOf, type CaseFile } from "../core/test-case.ts";
import { isBinary } from "../formats/encoding.ts";
import { alone } from "../formats/entries.ts";
import { sourceText } from "../formats/source-text.ts";
import type { Language } from "../languages/syntax.ts";
import { namesIn, type FileNames } from "./file-names.ts";
import { componentsOf, graphOf, type Graph } from "./graph.ts";
import { mentionsIn } from "./mentions.ts";

/** Larger files are data: nobody looks for references there. */
export const MAX_REFERRING_BYTES = 1_000_000;
/** Names are looked up in so much text, small files first; beyond that, only paths count. */
const MAX_NAMED_BYTES = 8_000_000;
/** A name that more files define means none of them. */
const MAX_DEFINERS = 3;
/** In larger circles only paths are believed: a name that means something else closes a circle quickly. */
const MAX_CIRCLE = 8;

export interface Sources {
  readonly files: readonly CaseFile[];
  /** By path, of the files that are text. */
  readonly languages: ReadonlyMap<string, Language>;
}

/** Pairs of files, user and needed one behind the other, by their places in the list. */
type Pairs = readonly number[];

/** Parts are files, by their places in the list. */
export const fileGraph = ({ files, languages }: Sources): Graph => {
  const seen = contentsOf({ files, languages });
  const byPath = mentioned(files, seen);
  const byName = named(files, seen);
  const graph = graphOf(files.length, [...byPath, ...byName]);
  const circle = new Int32Array(files.length).fill(-1);
  for (const [index, members] of componentsOf(graph).entries())
    if (members.length > MAX_CIRCLE) for (const file of members) circle[file] = index;
  const believed: number[] = [];
  for (let at = 0; at < byName.length; at += 2) {
    const [user, needed] = [byName[at] as number, byName[at + 1] as number];
    if (circle[user] === -1 || circle[user] !== circle[needed]) believed.push(user, needed);
  }
  return graphOf(files.length, [...byPath, ...believed]);
};

interface Content {
  readonly text: string;
  /** `undefined` where only paths count. */
  readonly names: FileNames | undefined;
}

/** By place; nothing for what is no text, or too long. */
const contentsOf = ({ files, languages }: Sources): readonly (Content | undefined)[] => {
  const contents: (Content | undefined)[] = files.map(() => undefined);
  let left = MAX_NAMED_BYTES;
  for (const [place, file] of [...files.entries()].toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b))) {
    const language = languages.get(file.path);
    if (language === undefined || sizeOf(file) > MAX_REFERRING_BYTES || isBinary(file.bytes())) continue;
    left -= sizeOf(file);
    const { text } = sourceText(alone(file));
    contents[place] = { text, names: left < 0 ? undefined : namesOf(file, text, language) };
  }
  return contents;
};

/** Most files stay as they are from list to list. */
const known = new WeakMap<CaseFile, FileNames>();

const namesOf = (file: CaseFile, text: string, language: Language): FileNames => {
  const before = known.get(file);
  if (before !== undefined) return before;
  const names = readNames(text, language);
  known.set(file, names);
  return names;
};

const NONE: FileNames = { defined: new Set(), used: new Set() };

const readNames = (text: string, language: Language): FileNames => {
  try {
    return namesIn(text, language);
  } catch (error) {
    if (error instanceof Unparsable) return NONE;
    throw error;
  }
};

const mentioned = (files: readonly CaseFile[], contents: readonly (Content | undefined)[]): Pairs => {
  const places = new Map(files.map(({ path }, place) => [path, place]));
  const paths = new Set(places.keys());
  const pairs: number[] = [];
  for (const [user, { path }] of files.entries()) {
    const text = contents[user]?.text ?? "";
    const targets = new Set(mentionsIn(path, text, paths).map(({ target }) => target));
    for (const target of targets) pairs.push(user, places.get(target) as number);
  }
  return pairs;
};

/** A file defines what it defines for others, and its own name without the ending. */
const named = (files: readonly CaseFile[], contents: readonly (Content | undefined)[]): Pairs => {
  const definers = new Map<string, number[]>();
  const stems = new Map<string, number[]>();
  for (const [place, { path }] of files.entries()) {
    for (const name of contents[place]?.names?.defined ?? []) add(definers, name, place);
    add(stems, stemOf(path), place);
  }
  const pairs: number[] = [];
  for (const [user, { path }] of files.entries()) {
    const content = contents[user];
    const found = new Set<number>();
    for (const name of content?.names?.used ?? []) for (const definer of few(definers, name)) found.add(definer);
    for (const [word] of content?.text.matchAll(/[\p{L}\p{N}_$]+/gu) ?? [])
      for (const file of few(stems, word)) if (isKin(path, (files[file] as CaseFile).path)) found.add(file);
    for (const needed of found) if (needed !== user) pairs.push(user, needed);
  }
  return pairs;
};

const add = (lists: Map<string, number[]>, name: string, place: number): void => {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [place]);
  else list.push(place);
};

const few = (lists: ReadonlyMap<string, readonly number[]>, name: string): readonly number[] => {
  const list = lists.get(name) ?? [];
  return list.length > MAX_DEFINERS ? [] : list;
};

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const stemOf = (path: string): string => baseOf(path).replace(/(?<=.)\..*$/, "");

/** Files of one kind name each other by their stems, and so do files without an ending: `mod b;`, `class B extends A`, a makefile. */
const isKin = (user: string, needed: string): boolean => {
  const [ending, other] = [user, needed].map((path) => /(?<=.)\.[^.]*$/.exec(baseOf(path))?.[0] ?? "");
  return ending === "" || ending === other;
};
