/** Which processes are pare's own, which ones it started on its own account, and which are the tests of its user. */
import { basename, resolve } from "node:path";
import { placesOf, type PlaceRule, type Started } from "./places.ts";
import { spokenIn } from "./spoken.ts";
import type { Process, Program } from "./tree.ts";

/** One process of the program `pare`, with all that it starts. */
export interface Pare extends Started {
  readonly pid: number;
  /** As typed. */
  readonly line: string;
  readonly places: readonly PlaceRule[];
  readonly process: Process<Role>;
}

export type Role =
  | { readonly kind: "stranger" }
  | { readonly kind: "own"; readonly pare: Pare }
  /** Started by pare for itself: git, npm, the watchdog, … */
  | { readonly kind: "helper"; readonly pare: Pare; readonly helper: string }
  /** Started by pare for its user, with all that it starts: what it does is the user's affair. */
  | { readonly kind: "test"; readonly pare: Pare };

interface Entry {
  readonly words: readonly string[];
  readonly cwd?: string;
}

/** What node is told to run, and what that means as words of `pare`. */
const ENTRIES: readonly (readonly [script: RegExp, meaning: (words: readonly string[]) => Entry])[] = [
  [/\/cli\/main\.[jt]s$|\/\.bin\/pare$/, (words) => ({ words })],
  // The process that the tests of crash safety kill: it calls `reduce` as the command does.
  [
    /\/e2e\/crash-safety\/child\.ts$/,
    ([cwd = "."]) => ({ cwd, words: ["reduce", "input.txt", "--test", "./interesting.sh"] }),
  ],
];

/** Node's own options come first; those with a value are few. */
const entryOf = ({ words }: Program): Entry | undefined => {
  if (!/^node(?:js)?$/.test(basename(words[0] ?? ""))) return undefined;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as string;
    const found = ENTRIES.find(([script]) => script.test(word));
    if (found !== undefined) return found[1](words.slice(at + 1));
    if (word === "--import" || word === "--require" || word === "-r") at += 1;
    else if (!word.startsWith("-")) return undefined;
  }
  return undefined;
};

/** `real`: where a path leads. */
export const roleOf = (process: Process<Role>, program: Program, real: (path: string) => string): Role => {
  const entry = entryOf(program);
  if (entry !== undefined) return { kind: "own", pare: pareOf(process, program, { ...entry, real }) };
  const { role } = process;
  if (role.kind !== "own") return role;
  const [name = ""] = program.words;
  const helper = basename(name);
  return isTest(role.pare, program) ? { kind: "test", pare: role.pare } : { kind: "helper", pare: role.pare, helper };
};

interface Opening extends Entry {
  readonly real: (path: string) => string;
}

const pareOf = (process: Process<Role>, { words, environment }: Program, { real, ...entry }: Opening): Pare => {
  const cwd = real(resolve(process.cwd, entry.cwd ?? "."));
  const bySource = words.some((word) => word.endsWith(".ts"));
  const started: Started = { ...spokenIn(entry.words, environment), cwd, environment, bySource };
  const line = ["pare", ...entry.words].join(" ");
  return { ...started, pid: process.pid, line, places: placesOf(started, real), process };
};

/** What runs for the user carries the mark of the run, in which the number of the process is. */
export const starterIn = ({ environment }: Program): number | undefined => {
  const pid = /(?:^|:)pare-(\d+)-[^:]*$/.exec(environment["PARE_RUN"] ?? "")?.[1];
  return pid === undefined ? undefined : Number(pid);
};

/** Of what carries the mark, npm is called by pare on its own account, to install what a lockfile names. */
const isTest = (pare: Pare, program: Program): boolean => {
  const { words } = program;
  // The browser that the user has chosen.
  if (pare.environment["BROWSER"] !== undefined && words[0] === pare.environment["BROWSER"]) return true;
  // `suite quick` times all tests in one shell.
  if (basename(words[0] ?? "") === "sh" && words[1] === "-c" && (words[2] ?? "").endsWith(" <&3 3<&-")) return true;
  return starterIn(program) === pare.pid && !installs(words);
};

const installs = (words: readonly string[]): boolean =>
  words.includes("--no-audit") && words.includes("--ignore-scripts");
