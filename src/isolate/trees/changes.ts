/** The changes between two trees. */
import type { Configuration } from "../../core/configuration.ts";
import { UserError } from "../../core/errors.ts";
import type { Change, Changes } from "../change.ts";
import { joinedLines } from "./as-hunks.ts";
import { filePart } from "./file-part.ts";
import type { Selection } from "./globs.ts";
import { mixer } from "./mixer.ts";
import { byImportance } from "./order.ts";
import { pairsOf } from "./pairs.ts";
import type { Part } from "./part.ts";
import { swapPart } from "./swap-part.ts";
import type { EntryTree } from "./tree.ts";

export interface TreeChangesOptions extends Selection {
  readonly good: EntryTree;
  readonly bad: EntryTree;
  /** What mixtures are told against: the good end of the whole isolation, where `good` is only that of a range. */
  readonly base?: EntryTree;
  /** As the user says: with "commits" and "files" no file is parsed for its functions. */
  readonly level?: string;
}

/**
 * Levels files, functions, hunks, lines; the changes are lines (`counted` says how many hunks they are). What lies in the trees is
 * read when it is asked for; of texts that differ both are held. Throws a `UserError` when nothing differs.
 */
export const treeChanges = async (options: TreeChangesOptions): Promise<Changes> => {
  const { good, bad, base = good, level = "auto" } = options;
  const { swaps, files, empty } = pairsOf(good, bad, options);
  const withFunctions = level !== "files" && level !== "commits";
  const parts: Part[] = swaps.map(swapPart);
  for (const pair of files) parts.push(await filePart(pair, withFunctions));
  if (parts.length === 0) throw sameEnds(options);
  parts.sort((a, b) => byImportance(a.path, b.path));
  const hunks = grouped(parts, ({ hunks: inPart }) => inPart);
  return {
    all: unique(parts.flatMap(({ changes }) => changes)),
    levels: [
      { name: "files", groups: grouped(parts, ({ changes }) => new Int32Array(changes.length)) },
      { name: "functions", groups: hunks, groupsFor: (matters) => grouped(parts, functionsIn(parts, matters)) },
      { name: "hunks", groups: hunks },
      { name: "lines", groups: grouped(parts, ({ changes }) => Int32Array.from(changes.keys())) },
    ],
    finest: "hunks",
    counted: (hunks.at(-1) ?? -1) + 1,
    shown: joinedLines,
    mix: mixer({ parts, empty, good, base }),
  };
};

/** Files of which nothing matters any more are not parsed. */
const functionsIn = (parts: readonly Part[], matters: Configuration<Change>): ((part: Part) => Int32Array) => {
  const known = new Map<Part, Int32Array>();
  let first = 0;
  for (const part of parts) {
    const { changes, hunks } = part;
    if (touches(matters, first, first + changes.length)) {
      const functions = part.functions();
      known.set(
        part,
        hunks.map((hunk) => functions[hunk] as number),
      );
    }
    first += changes.length;
  }
  return (part) => known.get(part) ?? part.hunks;
};

/** Is any of these places kept? */
const touches = ({ bounds }: Configuration<Change>, from: number, to: number): boolean => {
  let low = 0;
  let high = bounds.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[2 * middle + 1] as number) <= from) low = middle + 1;
    else high = middle;
  }
  return 2 * low < bounds.length && (bounds[2 * low] as number) < to;
};

/** The groups of all parts, counted on from part to part. */
const grouped = (parts: readonly Part[], groupsOf: (part: Part) => Int32Array): Int32Array => {
  const groups = new Int32Array(parts.reduce((sum, { changes }) => sum + changes.length, 0));
  let [at, next] = [0, 0];
  for (const part of parts) {
    const inPart = groupsOf(part);
    for (const group of inPart) groups[at++] = next + group;
    next += (inPart.at(-1) ?? -1) + 1;
  }
  return groups;
};

/** Names that two changes would share (a file may be called "a:mode") get a number. */
const unique = (changes: readonly Change[]): readonly Change[] => {
  const taken = new Set<string>();
  for (const change of changes) {
    const { id } = change;
    let name = id;
    for (let number = 2; taken.has(name); number++) name = `${id}#${number}`;
    if (name !== id) Object.defineProperty(change, "id", { value: name, enumerable: true });
    taken.add(name);
  }
  return changes;
};

const sameEnds = ({ only = [], skip = [] }: Selection): UserError =>
  only.length + skip.length === 0
    ? new UserError("SAME_ENDS", "The two ends do not differ.", {
        advice: "Name two versions that are different: the one that works first, the one that fails second.",
      })
    : new UserError("SAME_ENDS", "The two ends do not differ in what --only and --skip leave.", {
        advice: "Widen --only, or drop --skip: patterns are about paths below the ends, such as 'lib/**'.",
      });
