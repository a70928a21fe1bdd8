/** A kind of change: how two ends become changes, and how a mixture of them is laid out. */
import type { Change, Changes } from "./change.ts";
import type { Entry, Mixture } from "./mixture.ts";
import type { Place } from "./place.ts";

/** The good end and the bad one. */
export type Pair = readonly [good: string, bad: string];

/** Two directories, archives or files, as typed. */
export interface PathEnds {
  readonly paths?: Pair;
}

/** `Ends`: what a kind takes of what was typed. */
export interface KindOptions<Ends extends object = object> {
  readonly ends: Ends;
  /** The directory pare was started in. */
  readonly origin: string;
  /** A directory of the run's own, for what has to be kept (installed packages, unpacked archives); it exists. */
  readonly storage: string;
  /** The command behind --, if one was given: presets look at it. */
  readonly command?: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** "commits", "files", "functions", "hunks", "lines", or "auto". */
  readonly level: string;
  /** What takes long, in words. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Steps from the good to the bad end, each a whole state: the commits of a repository. */
export interface History {
  /** The steps after the good end, in order; the last one is the bad end. */
  readonly steps: readonly { readonly id: string; readonly title: string }[];
  /** The state after so many steps: 0 is the good end. */
  at(steps: number): Mixture | Promise<Mixture>;
}

/** A change with what its kind knows beyond it. */
export interface Explained extends Change {
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly message?: string;
}

export interface OpenKind {
  readonly name: string;
  /** Everything that decides what the changes are, as plain data: part of the run's identity. */
  readonly identity: unknown;
  /** How people call the ends: "v1.4 (0a1b2c3)", "old/". */
  readonly titles: { readonly good: string; readonly bad: string };
  /** Where the ends are commits; without a bad one, that is the working tree. */
  readonly commits?: { readonly good: string; readonly bad?: string };
  readonly history?: History;
  /** From the good end to the bad one, or between two states of the history. Throws a `UserError` (SAME_ENDS) when there is none. */
  changes(range?: { readonly from: number; readonly to: number }): Promise<Changes>;
  /** What lies under a path at the good end, where candidates are made of files: patches are printed from it. */
  base?(path: string): Entry | undefined;
  /** Whether what lies under a path is put back after a test that has changed it; what `base` knows unless given. */
  isOwn?(path: string): boolean;
  /** Reads the outcome from what a run has printed, where the exit code of the whole run says too little. */
  verdict?(trial: JudgedTrial): "pass" | "fail" | undefined;
  /** Lines of the output that come from the changes themselves (a compiler that lists its passes): they say nothing about the failure. */
  readonly chatter?: RegExp;
  /** Tests at once unless the user says otherwise; all cores unless given. */
  readonly jobs?: number;
  /** Makes the directory of a worker, at the good end. `directory` does not exist yet. */
  openPlace(directory: string): Promise<Place>;
  /** Where places have a layout of their own: what another machine makes them from, see `Kind.placesFrom`. Throws a `UserError` for what cannot travel. */
  placeParts?(): Promise<PlaceParts>;
  /** The bad end without changes of a range of the history, if they can be told apart there. */
  without?(
    range: { readonly from: number; readonly to: number },
    changes: readonly Change[],
  ): Promise<Mixture | undefined>;
  /** Who made the changes, where that is known. `at`: the state of the history that has them. */
  explain?(changes: readonly Change[], at?: number): Promise<readonly Explained[]>;
  /** Further files for the user beside the patches, and lines to print: the `overrides` that cure, the line that repeats. */
  advice?(found: { readonly trigger: readonly Change[]; readonly patch: readonly Change[] }): Promise<Advice>;
  /**
   * The bad end cured of the trigger in the way the user would do it, for a last test: a directory of its own, complete (a real
   * installation with pinned versions). `undefined` where there is no such way.
   */
  cured?(trigger: readonly Change[]): Promise<string | undefined>;
  /** Removes what lies outside the storage. Nothing of the user's was ever changed. */
  close(): Promise<void>;
}

/** What places are made from, on any machine. */
export interface PlaceParts {
  /** Absolute paths, by name; nothing in a folder leads out of it, and nothing in it is changed. */
  readonly folders: Readonly<Record<string, string>>;
  /** Plain data. */
  readonly data: unknown;
}

/** What a run has done. */
export interface JudgedTrial {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Where it ran. */
  readonly cwd: string;
}

export interface Advice {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly lines: readonly string[];
}

/** A flag of the command line that belongs to a kind. */
export interface KindFlag {
  /** As in the help: "--lock <good> <bad>". */
  readonly usage: string;
  readonly about: string;
  /** Two paths; a list, which may be the path of a file; any other text; or no value. */
  readonly takes: "pair" | "list" | "text" | "nothing";
  /** The kind cannot do without it. */
  readonly isNeeded?: true;
}

/** A kind of isolation with everything that others need to know about it: one folder, and one line of the registry. */
export interface Kind<Ends extends object = object> {
  readonly name: string;
  /** For advice and the documentation. */
  readonly about: string;
  /** What one of its changes is called: "flag", "package". */
  readonly noun: string;
  /** Its flags, by the names of settings. The first one chooses the kind; a kind without flags takes GOOD BAD. */
  readonly flags: Readonly<Record<string, KindFlag>>;
  /** What to type after `pare isolate`. */
  readonly example: string;
  /** Changes of files, from which patches are made and which have levels; changes with paths; a history of commits. */
  readonly offers: readonly ("patches" | "paths" | "commits")[];
  /**
   * Where a candidate lies: a tree in which the tests run, a file or folder beside what lies beside the good end, nowhere (words
   * of the command, run among links to what lies in the user's directory), or elsewhere in a way of its own.
   */
  readonly layout: "tree" | "beside" | "farm" | "own";
  /** Why its tests cannot run on a cluster; missing where they can. */
  readonly notOnCluster?: string;
  /** From the values of its flags to its ends; they are the same unless given. */
  endsOf?(given: Readonly<Record<string, unknown>>): Ends;
  /** Whether it is meant by what was typed in this directory. */
  applies(ends: Ends, origin: string): boolean;
  /** Throws a `UserError` for ends that are missing or make no sense. */
  open(options: KindOptions<Ends>): Promise<OpenKind>;
  /** What `openPlace` is on a machine that has been sent the parts. */
  placesFrom?(parts: PlaceParts): Promise<OpenKind["openPlace"]>;
}
