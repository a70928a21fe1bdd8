/** The changes between two trees. */
import type { Configuration, Range } from "../../core/configuration.ts";
import { UserError } from "../../core/errors.ts";
import { apart, type Change, type Changes, type Level } from "../change.ts";
import { mixture, type Entry, type Mixture } from "../mixture.ts";
import { joinedLines } from "./line-changes.ts";
import { shownBytes } from "./binary.ts";
import { filePart, type FilePart } from "./file-part.ts";
import { orderOf, type FileOrder } from "./order.ts";
import { textsOf } from "./rewriting/texts.ts";
import type { PathSelection } from "./globs.ts";
import { pairsOf, union, type EmptyFolder, type Swap } from "./pairs.ts";
import { type EntryTree, sameEntry } from "./tree.ts";

export interface TreeChangesOptions extends PathSelection {
  readonly good: EntryTree;
  readonly bad: EntryTree;
  /** What mixtures are told against: the good end of the whole isolation, where `good` is only that of a range. */
  readonly base?: EntryTree;
  /** As the user says: with "commits" and "files" no file is parsed for its functions. */
  readonly level?: string;
}

/**
 * Levels files, functions, hunks, lines; the changes are lines (`counted` says how many hunks they are). Where most of them are the
 * same few edits, those come first, as levels rewriting and classes. What lies in the trees is
 * read when it is asked for; of texts that differ both are held. Throws a `UserError` when nothing differs.
 */
export const treeChanges = async (options: TreeChangesOptions): Promise<Changes> => {
  const { good, bad, base = good } = options;
  const { swaps, files, empty } = pairsOf(good, bad, options);
  const withFunctions = options.level !== "files" && options.level !== "commits";
  const parts: FilePart[] = swaps.map(swapPart);
  for (const text of await textsOf(files, withFunctions)) parts.push(await filePart(text, withFunctions));
  if (parts.length === 0) throw sameEnds(options);
  parts.sort((a, b) => byImportance(a.path, b.path));
  const order = orderOf(parts);
  const level = (name: string, groupsOf: (part: FilePart) => Int32Array): Level => ({
    name,
    groups: order.placed(grouped(parts, groupsOf)),
  });
  const hunks = level("hunks", ({ hunks: inPart }) => inPart);
  const inOrder = unique(parts.flatMap(({ changes }) => changes));
  const all = Array.from(order.numbers, (number) => inOrder[number] as Change);
  return {
    all,
    levels: [
      ...order.levels,
      level("files", ({ changes }) => new Int32Array(changes.length)),
      {
        name: "functions",
        groups: hunks.groups,
        groupsFor: (matters) => order.placed(grouped(parts, functionsIn(parts, order.chosen(matters)))),
      },
      hunks,
      level("lines", ({ changes }) => Int32Array.from(changes.keys())),
    ],
    rewriting: order.rewriting,
    added: { from: order.rewriting, to: order.rewriting + order.added },
    removed: { from: all.length - order.removed, to: all.length },
    finest: "hunks",
    counted: (hunks.groups.at(-1) ?? -1) + 1,
    shown: joinedLines,
    mix: mixer({ parts, order, empty, good, base }),
  };
};

/** Files of which nothing matters any more are not parsed. */
const functionsIn = (parts: readonly FilePart[], matters: readonly Range[]): ((part: FilePart) => Int32Array) => {
  const known = new Map<FilePart, Int32Array>();
  for (const part of pickedIn(firstsOf(parts), matters).keys()) {
    const { hunks, functions } = parts[part] as FilePart;
    const inPart = functions();
    known.set(
      parts[part] as FilePart,
      hunks.map((hunk) => inPart[hunk] as number),
    );
  }
  return (part) => known.get(part) ?? part.hunks;
};

/** By part: the number of its first change; at the end how many changes there are. */
const firstsOf = (parts: readonly FilePart[]): Int32Array => {
  const firsts = new Int32Array(parts.length + 1);
  parts.forEach(({ changes }, index) => (firsts[index + 1] = (firsts[index] as number) + changes.length));
  return firsts;
};

/** The groups of all parts, counted on from part to part. */
const grouped = (parts: readonly FilePart[], groupsOf: (part: FilePart) => Int32Array): Int32Array => {
  const groups = new Int32Array(parts.reduce((sum, { changes }) => sum + changes.length, 0));
  let [at, next] = [0, 0];
  for (const part of parts) {
    const inPart = groupsOf(part);
    for (const group of inPart) groups[at++] = next + group;
    next += inPart.reduce((most, group) => Math.max(most, group), -1) + 1;
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

const sameEnds = ({ only = [], skip = [] }: PathSelection): UserError =>
  only.length + skip.length === 0
    ? new UserError("SAME_ENDS", "The two ends do not differ.", {
        advice: "Name two versions that are different: the one that works first, the one that fails second.",
      })
    : new UserError("SAME_ENDS", "The two ends do not differ in the paths that --only and --skip select.", {
        advice: "Widen --only, or drop --skip. Patterns match paths below the ends, such as 'lib/**'.",
      });

interface MixerOptions {
  /** In the order of the changes. */
  readonly parts: readonly FilePart[];
  readonly order: FileOrder;
  readonly empty: readonly EmptyFolder[];
  readonly good: EntryTree;
  readonly base: EntryTree;
}

const mixer = ({ parts, order, empty, good, base }: MixerOptions): ((chosen: Configuration<Change>) => Mixture) => {
  const firsts = firstsOf(parts);
  const fromBase = base === good ? new Map<string, Entry | undefined>() : between(base, good);
  return (chosen) => {
    const entries = new Map(fromBase);
    const put = (path: string, entry: Entry | undefined): void => {
      if (sameEntry(entry, base.entry(path))) entries.delete(path);
      else entries.set(path, entry);
    };
    for (const [part, picked] of pickedIn(firsts, order.chosen(chosen)))
      for (const [path, entry] of (parts[part] as FilePart).state(picked)) put(path, entry);
    for (const { path, entry, inside } of empty) {
      const isThere = (each: string): boolean =>
        (entries.has(each) ? entries.get(each) : base.entry(each)) !== undefined;
      put(path, inside.some(isThere) ? undefined : entry);
    }
    return mixture(chosen.length, { entries });
  };
};

const between = (base: EntryTree, good: EntryTree): ReadonlyMap<string, Entry | undefined> => {
  const found = new Map<string, Entry | undefined>();
  for (const path of union(base.paths, good.paths))
    if (!sameEntry(base.entry(path), good.entry(path))) found.set(path, good.entry(path));
  return found;
};

/** The parts that have chosen changes, and which: counted within the part. */
const pickedIn = (firsts: Int32Array, chosen: readonly Range[]): ReadonlyMap<number, readonly Range[]> => {
  const picked = new Map<number, Range[]>();
  let part = 0;
  for (const { from, to } of chosen)
    for (let at = from; at < to;) {
      while ((firsts[part + 1] as number) <= at) part++;
      const first = firsts[part] as number;
      const end = Math.min(to, firsts[part + 1] as number);
      const range = { from: at - first, to: end - first };
      const known = picked.get(part);
      if (known === undefined) picked.set(part, [range]);
      else known.push(range);
      at = end;
    }
  return picked;
};

/** The first row that matches decides. */
const TABLE: readonly (readonly [rank: number, pattern: RegExp])[] = [
  // Made by programs.
  [4, /(?:^|\/)(?:dist|build|out|bundles?|umd|coverage|node_modules|vendor|third_party|__generated__)\//i],
  [4, /\.(?:map|min\.\w+|bundle\.\w+|lock|snap|log)$/i],
  [4, /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/i],
  // Tests.
  [3, /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|testdata|fixtures?|e2e|bench(?:marks?)?|examples?|demos?)\//i],
  [3, /[._-](?:test|tests|spec|bench)\.\w+$|(?:^|\/)test_[^/]*\.py$/i],
  // For people.
  [2, /(?:^|\/)(?:docs?|documentation|man)\//i],
  [
    2,
    /(?:^|\/)(?:readme|changes|changelog|changelist|history|news|licen[cs]e|copying|authors|contributing|security|notice)[^/]*$/i,
  ],
  [2, /\.(?:md|markdown|rst|adoc|txt|html?|svg|png|jpe?g|gif|pdf)$/i],
  // Settings of tools.
  [1, /(?:^|\/)\.[^/]*(?:\/|$)/],
  [1, /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|config|properties|xml|plist|editorconfig|env)$/i],
  [1, /(?:^|\/)[^/]*\.config\.\w+$/i],
];

const rankOf = (path: string): number => TABLE.find(([, pattern]) => pattern.test(path))?.[0] ?? 0;

/** Compares paths: by what they are, then by name. */
const byImportance = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : a > b ? 1 : 0);

const swapPart = (swaps: readonly Swap[]): FilePart => {
  const first = swaps[0] as Swap;
  const stateAt = (end: "good" | "bad"): ReadonlyMap<string, Entry | undefined> =>
    new Map(swaps.map((swap) => [swap.path, swap[end]]));
  const [good, bad] = [stateAt("good"), stateAt("bad")];
  return {
    path: first.path,
    changes: [described(first, whatOf(swaps))],
    rewriting: { first: 0, classes: [] },
    hunks: apart(1),
    functions: () => apart(1),
    state: (picked) => (picked.length === 0 ? good : bad),
  };
};

const whatOf = (swaps: readonly Swap[]): string => {
  const { good, bad } = swaps[0] as Swap;
  if (swaps.length > 1) return "type";
  if (good === undefined) return "added";
  if (bad === undefined) return "deleted";
  return good.kind === bad.kind ? good.kind : "type";
};

/** The texts are read when they are asked for. */
const described = ({ path, good, bad }: Swap, what: string): Change => {
  const change: Change = { id: path, file: path, what };
  if (good !== undefined) Object.defineProperty(change, "old", { enumerable: true, get: () => shown(good) });
  if (bad !== undefined) Object.defineProperty(change, "new", { enumerable: true, get: () => shown(bad) });
  return change;
};

const shown = (entry: Entry): string => {
  switch (entry.kind) {
    case "file":
      return shownBytes(entry.bytes());
    case "link":
      return `link to ${entry.target}`;
    case "folder":
      return "empty folder";
    case "submodule":
      return `submodule at ${entry.commit}`;
  }
};
