/** The changes that lead from the good end to the bad one. */
import type { Configuration, Range } from "../core/configuration.ts";
import { Unrenderable } from "../core/errors.ts";
import type { Mixture } from "./mixture.ts";

/** The smallest thing that can be taken over by itself. */
export interface Change {
  /** Short, steady from run to run, unique: what `--except` takes. "lib/a.js:35" for a hunk, "-fgcse" for a flag. */
  readonly id: string;
  /** A path of the good end, or of the bad one for what is new there. */
  readonly file?: string;
  /** From 1: in the good text, the line at which it begins. */
  readonly line?: number;
  /** What it takes away and what it puts there, as text; what is no text is described in a few words ("binary, 120 bytes"). */
  readonly old?: string;
  readonly new?: string;
  /** Lines of the bad text, from 0, half-open: where it ends up when all changes are made. */
  readonly span?: { readonly file: string; readonly from: number; readonly to: number };
  /** What it is when it is no piece of text: "added", "deleted", "binary", "mode", "link", "submodule", "renamed", … */
  readonly what?: string;
}

/** Some of the changes. */
export type ChangeSet = Configuration<Change>;

/** A way to take changes together. */
export interface Level {
  /** "files", "functions", "hunks", "lines", "packages", "flags", "variables", "members", "tests", … */
  readonly name: string;
  /** The number of each change's group: from 0, not decreasing from one change to the next. */
  readonly groups: Int32Array;
  /** The same, found out only for changes that matter by now: where it is costly (files are parsed). The others are divided as `groups` says. */
  groupsFor?(matters: ChangeSet): Int32Array;
}

/** Any subset of the changes makes a candidate. */
export interface Changes {
  /** In the order in which they are halved: neighbours belong together, what is likely to matter comes first. */
  readonly all: readonly Change[];
  /** From coarse to fine; each level divides the groups of the one before. The last one has a group for each change. */
  readonly levels: readonly Level[];
  /** So many of the first changes are rewriting: the same few edits everywhere. None unless given. */
  readonly rewriting?: number;
  /** Places of changes that only add names, or only take names away that nothing at the bad end has. */
  readonly added?: Range;
  readonly removed?: Range;
  /** The level at which the search ends by itself; the last one unless given. Finer ones are for `--level`. */
  readonly finest?: string;
  /** How many changes people count (a hunk of several lines is one); as many as there are unless given. */
  readonly counted?: number;
  /** Changes as people see them: the lines of one hunk are one change. Each by itself unless given. */
  shown?(chosen: readonly Change[]): readonly Change[];
  /** Only beginnings of the list mean something (the first N passes of a compiler). */
  readonly ordered?: boolean;
  /** The good end with these changes. Throws `Unrenderable`, with the reason, for what cannot be: it counts as unresolved, nothing is run. */
  mix(chosen: ChangeSet): Mixture;
  /** The same, made even if `mix` refuses it: for the last proof, where the user can force it too (`overrides` of versions). */
  forced?(chosen: ChangeSet): Mixture;
  /** Both ends of a range of a history, relative to the good end. (Elsewhere they are `mix` of nothing and of everything.) */
  readonly ends?: { readonly good: Mixture; readonly bad: Mixture };
}

/** The groups of a level at which each change is a group of its own. */
export const apart = (count: number): Int32Array => Int32Array.from({ length: count }, (_, index) => index);

/** What can be made of some changes, by force where users can force it, too. */
export const attempted = (changes: Changes, chosen: ChangeSet): Mixture | undefined => {
  try {
    return changes.forced?.(chosen) ?? changes.mix(chosen);
  } catch (error) {
    if (error instanceof Unrenderable) return undefined;
    throw error;
  }
};
