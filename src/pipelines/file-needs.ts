/** Files and folders as lists in which users come behind what they use. */
import type { TestCase } from "../core/test-case.ts";
import { fileGraph } from "../dependences/files.ts";
import { componentsOf, graphOf } from "../dependences/graph.ts";
import type { Language } from "../languages/syntax.ts";
import type { Things } from "./passes/needs.ts";

/** Each of `parts` is the paths that it stands for: a file, or all that is in a folder. Where needs leave it open, their order stays. */
export const needsAmong = (
  { files }: TestCase,
  languages: ReadonlyMap<string, Language>,
  parts: readonly (readonly string[])[],
): Things => {
  const partOf = new Map(parts.flatMap((paths, part) => paths.map((path) => [path, part] as const)));
  const among = files.filter(({ path }) => partOf.has(path));
  const { from, needs, length } = fileGraph({ files: among, languages });
  const places = among.map(({ path }) => partOf.get(path) as number);
  const pairs: number[] = [];
  for (let file = 0; file < length; file++)
    for (let at = from[file] as number; at < (from[file + 1] as number); at++) {
      const [user, needed] = [places[file] as number, places[needs[at] as number] as number];
      if (user !== needed) pairs.push(user, needed);
    }
  const graph = graphOf(parts.length, pairs);
  return { graph, groups: componentsOf(graph), after: Int32Array.from(parts, (_, part) => part + 1) };
};
