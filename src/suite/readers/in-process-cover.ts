/** What a thread says it has executed, as a set. */
import type { Cover, Universe } from "../coverage.ts";
import { gather } from "./gathering.ts";
import type { CountedScripts } from "./in-process-scripts.ts";
import type { ThreadAnswer } from "./in-process-thread.ts";
import type { IstanbulFile } from "./istanbul.ts";
import { fileNames } from "./names.ts";
import { v8Entities } from "./v8-entities.ts";

type Ran = Extract<ThreadAnswer, { readonly kind: "ran" }>;

/** `thread` tells threads apart: each sends istanbul's maps once, of the texts it has loaded. */
export const threadCovers = (
  universe: Universe,
  origin: string,
  counted: CountedScripts | undefined,
): ((ran: Ran, thread: object) => Cover) => {
  const scripts = v8Entities(universe, origin);
  const { nameOf } = fileNames(origin, origin);
  const maps = new WeakMap<object, Map<string, Int32Array>>();
  const numbersOf = (thread: object, path: string, file: unknown): Int32Array => {
    const known = maps.get(thread) ?? new Map<string, Int32Array>();
    maps.set(thread, known);
    const numbers = file === undefined ? known.get(path) : numbered(file as IstanbulFile, nameOf(path), universe);
    if (numbers === undefined) throw new Error(`The thread has not told the maps of ${path}.`);
    known.set(path, numbers);
    return numbers;
  };
  return (ran, thread) => {
    if (counted !== undefined && ran.bytes !== undefined) return counted.cover(ran.bytes);
    const entities = gather(universe);
    for (const { path, ranges, functions, names } of ran.scripts) {
      scripts.ranges(path, ranges, entities);
      for (const [at, name] of names.entries())
        scripts.function(path, name, functions[at * 2] as number, functions[at * 2 + 1] as number, entities);
    }
    for (const { path, flags, file } of ran.counters) {
      const numbers = numbersOf(thread, path, file);
      for (let at = 0; at < flags.length; at++) if (flags[at] === 1) entities.number(numbers[at] as number);
    }
    return entities.cover();
  };
};

/** The entities in the order of the flags: statements, functions, arms of branches. */
const numbered = (file: IstanbulFile, name: string, universe: Universe): Int32Array =>
  Int32Array.from([
    ...Object.keys(file.s).map((id) =>
      universe.number("statement", `${name}:${file.statementMap[id]?.start.line ?? 0}`),
    ),
    ...Object.keys(file.f).map((id) => {
      const known = file.fnMap[id];
      return universe.number("function", `${name}:${known?.name}@${(known?.decl ?? known?.loc)?.start.line ?? 0}`);
    }),
    ...Object.entries(file.b).flatMap(([id, arms]) =>
      arms.map((_, arm) =>
        universe.number("branch", `${name}:${file.branchMap[id]?.loc?.start.line ?? 0}:${id}.${arm}`),
      ),
    ),
  ]);
