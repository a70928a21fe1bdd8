/** What a test of an isolation is shown: the good end with some of the changes. */
import type { Case } from "../core/case.ts";
import { digest } from "../core/digest.ts";

/** What lies under a path. */
export type Entry =
  | {
      readonly kind: "file";
      /** Permission bits. */
      readonly mode: number;
      /** The digest of the bytes, as core makes it. */
      readonly digest: string;
      /** Built at every call or kept by whoever made it; not to be changed. */
      bytes(): Uint8Array;
    }
  | { readonly kind: "link"; readonly target: string }
  /** A folder with nothing in it. */
  | { readonly kind: "folder"; readonly mode: number }
  | { readonly kind: "submodule"; readonly commit: string };

export interface MixtureParts {
  /** What is not as at the good end, by path: what lies there instead, or nothing. */
  readonly entries?: ReadonlyMap<string, Entry | undefined>;
  /** The words for a placeholder of the command: "flags" for {flags}, "tests" for {tests}. */
  readonly fills?: Readonly<Record<string, readonly string[]>>;
  /** Variables of the environment: set, or taken away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Versions of installed packages, by their path in the lockfile: which end's, or none. */
  readonly packages?: ReadonlyMap<string, "good" | "bad" | undefined>;
}

/** Two mixtures that are made of the same have the same key, however they came about. Its size is the number of changes in it. */
export interface Mixture extends Case, MixtureParts {
  readonly entries: ReadonlyMap<string, Entry | undefined>;
}

const NOTHING: ReadonlyMap<string, Entry | undefined> = new Map();

export const mixture = (size: number, parts: MixtureParts): Mixture => {
  let key: string | undefined;
  return { ...parts, entries: parts.entries ?? NOTHING, size, key: () => (key ??= digest(described(parts))) };
};

const described = ({ entries = NOTHING, fills = {}, environment = {}, packages = new Map() }: MixtureParts): string =>
  JSON.stringify([
    sorted(entries).map(([path, entry]) => [path, entry === undefined ? "gone" : entryKey(entry)]),
    fills,
    sorted(new Map(Object.entries(environment))).map(([name, value]) => [name, value ?? null]),
    sorted(packages).map(([path, end]) => [path, end ?? null]),
  ]);

const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** What tells entries apart. */
export const entryKey = (entry: Entry): string => {
  switch (entry.kind) {
    case "file":
      return `file ${entry.mode.toString(8)} ${entry.digest}`;
    case "link":
      return `link ${entry.target}`;
    case "folder":
      return `folder ${entry.mode.toString(8)}`;
    case "submodule":
      return `submodule ${entry.commit}`;
  }
};
