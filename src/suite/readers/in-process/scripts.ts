/** Scripts with counters for all threads of `inProcess`: each is made once, and has the same bytes in every thread. */
import { loadLanguage } from "../../../languages/index.ts";
import type { Cover, Universe } from "../../coverage.ts";
import { gather } from "../gathering.ts";
import { probe } from "./probes.ts";
import { fileNames } from "../names.ts";

interface CountedScript {
  /** With counters. */
  readonly text: string;
  /** How many bytes all scripts have by now. */
  readonly used: number;
}

export interface CountedScripts {
  /** Throws if it is not understood. */
  script(path: string, source: string): Promise<CountedScript>;
  /** What has been executed, by the bytes that are set. */
  cover(bytes: Uint8Array): Cover;
}

/** Bytes of a thread; more than any program has statements. */
export const ROOM: number = 1 << 22;

export const countedScripts = (universe: Universe, origin: string): CountedScripts => {
  const { nameOf } = fileNames(origin, origin);
  const made = new Map<string, { readonly source: string; readonly text: Promise<string> }>();
  /** By byte: the entity. */
  const numbers: number[] = [];
  const make = async (path: string, source: string): Promise<string> => {
    const language = await loadLanguage(/\.[cm]?tsx?$/.test(path) ? "typescript" : "javascript");
    const tree = language.parse(source);
    if (tree.errors > 0) throw new Error(`the syntax of ${nameOf(path)} is not understood (--cover v8 does without)`);
    // From here on nothing waits, so the bytes of a script are next to each other.
    const { text, probes } = probe(tree, language, numbers.length);
    if (numbers.length + probes.length > ROOM) throw new Error(`${nameOf(path)} has more code than pare can count`);
    for (const { kind, name } of probes) numbers.push(universe.number(kind, `${nameOf(path)}:${name}`));
    return text;
  };
  return {
    script: async (path, source) => {
      const known = made.get(path);
      const one = known?.source === source ? known : { source, text: make(path, source) };
      made.set(path, one);
      return { text: await one.text, used: numbers.length };
    },
    cover: (bytes) => {
      const entities = gather(universe);
      for (let at = 0; at < bytes.length; at++) if (bytes[at] === 1) entities.number(numbers[at] as number);
      return entities.cover();
    },
  };
};
