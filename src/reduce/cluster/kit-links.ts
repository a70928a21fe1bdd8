/** Links that lead out of a directory that is reduced: what they lead to goes to other machines as trees. */
import { existsSync } from "node:fs";
import type { Blobs } from "../../cluster/blobs.ts";
import { packTree } from "../../cluster/trees.ts";
import { entriesCase, type TestCase } from "../../core/test-case.ts";
import { leadsTo } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";

/** Every machine has these of its own. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|etc|opt|proc|sys|dev|run|var|nix|snap|System|Library|Applications)(?:\/|$)/;
const MODULES = "/node_modules/";

/** What is written in a link in the place of the path of a tree. */
const MARK = /^<tree (\d+)>/;
const markOf = (index: number): string => `<tree ${index}>`;

export interface OutwardLinks {
  /** Blobs, in the order of their marks. */
  readonly trees: readonly string[];
  /** The candidate with every link that its tests find, as other machines can read them. */
  portable(candidate: TestCase): TestCase;
}

/** Candidates have no links but those of the original, and those to packages that the original asks for. */
export const packLinks = async (source: TestCase, subject: Subject, blobs: Blobs): Promise<OutwardLinks> => {
  if (subject.kind !== "directory") return { trees: [], portable: (candidate) => candidate };
  const paths = outermost(linksOf(source, subject).flatMap(({ target }) => shippedFor(target)));
  const trees: string[] = [];
  for (const path of paths) trees.push(await blobs.put(packTree(path)));
  const marked = (target: string): string => {
    const index = paths.findIndex((path) => target === path || target.startsWith(`${path}/`));
    return index < 0 ? target : `${markOf(index)}${target.slice((paths[index] as string).length)}`;
  };
  return {
    trees,
    portable: (candidate) =>
      entriesCase({
        ...candidate,
        links: linksOf(candidate, subject).map(({ path, target }) => ({ path, target: marked(target) })),
      }),
  };
};

const linksOf = (
  candidate: TestCase,
  subject: Subject,
): readonly { readonly path: string; readonly target: string }[] =>
  [...(candidate.links ?? []), ...(subject.provided?.(candidate) ?? [])].map((link) => ({
    path: link.path,
    target: leadsTo(link, subject),
  }));

/** Packages ask for each other: all that are installed go together. */
const shippedFor = (target: string): readonly string[] => {
  if (!target.startsWith("/") || SYSTEM.test(target) || !existsSync(target)) return [];
  const store = target.indexOf(MODULES);
  return [store < 0 ? target : target.slice(0, store + MODULES.length - 1)];
};

const outermost = (paths: readonly string[]): readonly string[] => {
  const kept: string[] = [];
  for (const path of [...new Set(paths)].toSorted())
    if (!kept.some((other) => path.startsWith(`${other}/`))) kept.push(path);
  return kept;
};

/** The other way round, where the trees lie. */
export const withTrees = (candidate: TestCase, trees: readonly string[]): TestCase => {
  const { links = [] } = candidate;
  if (links.length === 0) return candidate;
  const led = (target: string): string => target.replace(MARK, (mark, index: string) => trees[Number(index)] ?? mark);
  return entriesCase({ ...candidate, links: links.map(({ path, target }) => ({ path, target: led(target) })) });
};
