/** The files of the program that is measured: what has to be sent along for a worker to run it and to read its data. */
import { existsSync, readdirSync, statSync, type Dirent } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasureOptions } from "../options.ts";
import { isInProcessKind, parseInProcess } from "../readers/in-process/in-process.ts";
import { below } from "../readers/names.ts";

/** Paths from the origin, and the absolute ones. */
export type ProgramFiles = ReadonlyMap<string, string>;

export interface ProgramOptions {
  readonly options: Pick<MeasureOptions, "cover" | "inProcess" | "command">;
  readonly origin: string;
  /** Absolute: what is no part of the program, with all that lies below. */
  readonly without: ReadonlySet<string>;
}

const MAX_FILES = 20_000;
const MAX_BYTES = 2 ** 29;
const MODULES = "node_modules";

/** Programs that are not built are made of many files; of those that are, the command names one. */
export const programFiles = ({ options, origin, without }: ProgramOptions): ProgramFiles => {
  const { inProcess, command: [program = ""] = [] } = options;
  const { reader, argument } = coverOf(options);
  const found = new Map<string, string>();
  const add = (path: string): void => void found.set(relative(origin, path), path);
  const addAll = (folder: string, isWanted: (name: string) => boolean): void => {
    for (const path of filesBelow(folder, without)) if (isWanted(path)) add(path);
  };
  if (program.includes("/") && isFile(resolve(origin, program)) && isSendable(resolve(origin, program), origin))
    add(resolve(origin, program));
  if (reader === "gcov") addAll(notesFolder(argument, origin), (path) => path.endsWith(".gcno"));
  if (reader === "llvm" && argument !== "")
    for (const word of argument.split(",")) if (isFile(resolve(origin, word))) add(resolve(origin, word));
  if (inProcess !== undefined || reader === "v8" || reader === "coverage.py") {
    const start = inProcess === undefined ? origin : dirname(resolve(origin, parseInProcess(inProcess).module));
    const top = packageOf(start);
    for (const root of uppermost([origin, top ?? start])) addAll(root, () => true);
  }
  return found;
};

/** The same reader on another machine: paths that lie below the origin are meant from there, and notes lie where they were sent. */
export const portableCover = (options: ProgramOptions["options"], origin: string): string | undefined => {
  const { reader, argument } = coverOf(options);
  if (reader === undefined) return undefined;
  const from = (path: string): string => relative(origin, resolve(origin, path)) || ".";
  if (reader === "gcov") return `gcov:${from(notesFolder(argument, origin))}`;
  if (argument === "" || (reader !== "llvm" && reader !== "v8" && !isInProcessKind(reader))) return options.cover;
  return `${reader}:${argument.split(",").map(from).join(",")}`;
};

const coverOf = ({ cover }: ProgramOptions["options"]): { readonly reader?: string; readonly argument: string } => {
  if (cover === undefined) return { argument: "" };
  const colon = cover.indexOf(":");
  return colon < 0
    ? { reader: cover.toLowerCase(), argument: "" }
    : { reader: cover.slice(0, colon).toLowerCase(), argument: cover.slice(colon + 1) };
};

const notesFolder = (argument: string, origin: string): string => resolve(origin, argument);

/** A program that is named by an absolute path elsewhere is one of the system's: it has to be installed. */
const isSendable = (path: string, origin: string): boolean =>
  below(origin, path) !== undefined || !/^\/(?:usr|bin|sbin|opt|nix|snap)\//.test(path);

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The folder with the nearest package.json, which decides how modules are read. */
const packageOf = (folder: string): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return at;
    if (dirname(at) === at) return undefined;
  }
};

const uppermost = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders)].filter((one) => !folders.some((other) => below(other, one) !== undefined));

/** Without what is hidden. Of packages that are installed only one is listed: `packFiles` sends them all as one tree. */
const filesBelow = (root: string, without: ReadonlySet<string>): readonly string[] => {
  const found: string[] = [];
  const waiting = [root];
  let bytes = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined || entry.name.startsWith(".") || without.has(path)) continue;
      if (entry.name === MODULES && stats.isDirectory()) found.push(...firstIn(path));
      else if (entry.isDirectory()) waiting.push(path);
      else if (stats.isFile()) {
        found.push(path);
        bytes += stats.size;
      }
    }
    if (found.length > MAX_FILES || bytes > MAX_BYTES) throw tooMuch(root);
  }
  return found;
};

const entriesOf = (folder: string): readonly Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];

const firstIn = (modules: string): readonly string[] =>
  entriesOf(modules)
    .slice(0, 1)
    .map(({ name }) => join(modules, name));

const tooMuch = (root: string): UserError =>
  new UserError(
    "NOT_ON_CLUSTER",
    `The program cannot be sent to other machines: ${root} has more than ${MAX_FILES} files or ${MAX_BYTES / 2 ** 20} MiB.`,
    {
      advice:
        "Start pare in the directory that has the program and little else, or leave --cluster out. What is hidden, the tests, and -o do not count.",
    },
  );
