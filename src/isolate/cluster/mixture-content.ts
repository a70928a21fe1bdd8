/** Mixtures on the way to the workers of a cluster: an archive of what is not as at the good end. */
import { checkedEntries } from "../../cluster/entries.ts";
import type { CaseFile, CaseFolder, CaseLink } from "../../core/test-case.ts";
import { contentOf } from "../../runs/steps/content.ts";
import { mixture, type Entry, type Mixture, type MixtureParts } from "../mixture.ts";
import { fileOf } from "../trees/tree.ts";

/** What lies there instead, and folders by the names of what is gone. */
const HERE = "here/";
const GONE = "gone/";
/** The words, the variables and the ends of packages, as JSON. */
const PARTS = "parts";

/** The same mixture gives the same bytes. Submodules do not travel: throws an `Error`. */
export const mixtureContent = ({ entries, fills, environment, packages }: Mixture): Uint8Array => {
  const files: CaseFile[] = [];
  const links: CaseLink[] = [];
  const folders: CaseFolder[] = [];
  for (const [path, entry] of sorted([...entries])) {
    if (entry === undefined) folders.push({ path: GONE + path, mode: 0 });
    else if (entry.kind === "file") files.push({ path: HERE + path, mode: entry.mode, bytes: () => entry.bytes() });
    else if (entry.kind === "link") links.push({ path: HERE + path, target: entry.target });
    else if (entry.kind === "folder") folders.push({ path: HERE + path, mode: entry.mode });
    else throw new Error(`the submodule ${path}`);
  }
  if (fills !== undefined || environment !== undefined || packages !== undefined) {
    const variables = environment && pairs(Object.entries(environment));
    const bytes = Buffer.from(JSON.stringify({ fills, variables, packages: packages && pairs([...packages]) }));
    files.push({ path: PARTS, mode: 0o644, bytes: () => bytes });
  }
  return contentOf({ files, links, folders }, { plain: false });
};

/** JSON has no `undefined`. */
const pairs = (of: readonly (readonly [string, string | undefined])[]): readonly (readonly [string, string | null])[] =>
  sorted(of).map(([name, value]) => [name, value ?? null]);

const sorted = <T>(of: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] =>
  of.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Throws an `Error` for what is none of `mixtureContent`'s; no path in it leads out of a directory. */
export const mixtureIn = (content: Uint8Array): Mixture => {
  const { files, links = [], folders = [] } = checkedEntries(content);
  const entries = new Map<string, Entry | undefined>();
  let parts: MixtureParts = {};
  for (const { path, mode, bytes } of files)
    if (path === PARTS) parts = partsIn(bytes());
    else entries.set(below(path, HERE), fileOf(mode, bytes));
  for (const { path, target } of links) entries.set(below(path, HERE), { kind: "link", target });
  for (const { path, mode } of folders)
    if (path.startsWith(GONE)) entries.set(below(path, GONE), undefined);
    else entries.set(below(path, HERE), { kind: "folder", mode });
  return mixture(0, { ...parts, entries });
};

const below = (path: string, top: string): string => {
  if (!path.startsWith(top) || path === top) throw new Error("a mixture has something elsewhere");
  return path.slice(top.length);
};

const partsIn = (bytes: Uint8Array): MixtureParts => {
  const { fills, variables, packages } = JSON.parse(Buffer.from(bytes).toString()) as {
    readonly fills?: unknown;
    readonly variables?: unknown;
    readonly packages?: unknown;
  };
  if (fills !== undefined && !isFills(fills)) throw new Error("a mixture has words that are none");
  if (variables !== undefined && !isVariables(variables)) throw new Error("a mixture has variables that are none");
  if (packages !== undefined && !isSides(packages)) throw new Error("a mixture has packages that are none");
  return {
    ...(packages !== undefined && { packages: new Map(packages.map(([path, end]) => [path, end ?? undefined])) }),
    ...(fills !== undefined && { fills }),
    ...(variables !== undefined && {
      environment: Object.fromEntries(variables.map(([name, value]) => [name, value ?? undefined])),
    }),
  };
};

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

const isFills = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isWords);

const isVariables = (value: unknown): value is readonly (readonly [string, string | null])[] =>
  Array.isArray(value) &&
  value.every(
    (pair) => Array.isArray(pair) && typeof pair[0] === "string" && (pair[1] === null || typeof pair[1] === "string"),
  );

const isSides = (value: unknown): value is readonly (readonly [string, "good" | "bad" | null])[] =>
  isVariables(value) && value.every(([, end]) => end === null || end === "good" || end === "bad");
