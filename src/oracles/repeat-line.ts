/** The commands for a shell that repeat a test by hand: in any directory, on any machine that has the programs. */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import type { CaseFile, CaseLink, TestCase } from "../core/test-case.ts";
import { leadsTo } from "./layout.ts";
import type { Subject } from "./oracle.ts";
import { feeding, isWritten, quoteVisibly, writing } from "./shell-text.ts";

export interface Repetition {
  readonly subject: Subject;
  /** Where what the test is to be repeated on lies. */
  readonly path: string;
  /** The command for a candidate at a path. */
  readonly command: (path: string) => readonly string[];
  /** What lies there: written down with the commands if it is short, else copied. */
  readonly candidate?: TestCase | undefined;
}

/** Contents of up to so many bytes are written down. */
const MAX_BYTES = 2048;
/** Stands for the fresh directory in the words of a command. */
const FRESH = "\0";
/** Where the commands are started, seen from the fresh directory. */
const START = '"$OLDPWD"';

/**
 * First a fresh directory, so that nothing is overwritten; then what the test needs, under the names that it has in tests; then the
 * command. What is too long or no text is taken from where the commands are started, by the path that it has from the origin.
 */
export const repeatLine = (repetition: Repetition): string => {
  const { subject, candidate } = repetition;
  const { kind = "file", stdin, extraFiles } = subject;
  const { line, files, namesInput } = commandLineOf(repetition, START);
  const short = candidate !== undefined && sizeOf(candidate) <= MAX_BYTES ? candidate : undefined;
  const [only] = short?.files ?? [];
  const isFedAlone = stdin && kind === "file" && !namesInput && files.length + extraFiles.length === 0;
  if (isFedAlone && only !== undefined && !line.includes(START)) return feeding(only.bytes(), line);
  return [
    'cd "$(mktemp -d)"',
    ...extraFiles.flatMap((path) => besideLines(path, subject)),
    ...files.flatMap(fileLines),
    ...(short === undefined ? [copyLine(repetition)] : contentLines(short, subject)),
    ...(candidate === undefined ? [] : installLines(candidate, subject)),
    stdin ? `${line} < ${fileWord(subject.name)}` : line,
  ].join("\n");
};

const sizeOf = ({ files }: TestCase): number => files.reduce((sum, file) => sum + file.bytes().length, 0);

export interface CommandLine {
  readonly line: string;
  readonly namesInput: boolean;
  /** What it runs or reads besides the input, and is short enough to be written down: absolute paths. */
  readonly files: readonly string[];
}

/** The command as it is typed in the directory of the input; `start`: the origin for a shell there. */
export const commandLineOf = (
  { subject, command }: Pick<Repetition, "subject" | "command">,
  start: string,
): CommandLine => {
  const { kind = "file", name, extraFiles, origin } = subject;
  const words = command(kind === "file" ? `${FRESH}/${name}` : FRESH);
  const own = words.filter((word) => isOwn(word, origin));
  const read = [...words, ...own.map((path) => textAt(path) ?? "")].join("\n");
  // A test that goes to another directory needs a path that holds everywhere.
  const fresh = /\b(?:cd|pushd|chdir)\b/.test(read) ? '"$PWD"' : undefined;
  const taken = new Set([name, ...extraFiles.map((path) => basename(path))]);
  const files = new Set(own.filter((path) => standsAlone(textAt(path)) && !taken.has(basename(path))));
  const told = words.map((word, index) => {
    if (files.has(word)) return index === 0 ? `./${quoteVisibly(basename(word))}` : fileWord(basename(word));
    if (own.includes(word)) return `${start}/${quoteVisibly(relative(origin, word))}`;
    const text = wordText(word, { fresh, origin, start });
    return index === 0 && word.startsWith(FRESH) && !text.includes("/") ? `./${text}` : text;
  });
  return {
    line: [
      ...(/\bPARE_ORIGIN\b/.test(read) ? [`PARE_ORIGIN=${start.startsWith('"') ? start : `"$PWD"/${start}`}`] : []),
      ...told,
    ].join(" "),
    namesInput: words.some((word) => word.includes(FRESH)),
    files: [...files],
  };
};

/** Where the programs of a system lie: these paths hold on other machines. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|etc|opt|nix|snap|dev|proc|sys|System|Library|Applications)\//;

/** Does a word name a file of the user by its absolute path? */
const isOwn = (word: string, origin: string): boolean =>
  isAbsolute(word) &&
  // A line for a shell that begins with a path is no path.
  !word.includes(FRESH) &&
  !SYSTEM.test(word) &&
  word.split("/")[1] === origin.split("/")[1] &&
  statSync(word, { throwIfNoEntry: false })?.isFile() === true;

/** A short text; `undefined` for anything else. */
const textAt = (path: string): string | undefined => {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
  const content = readFileSync(path);
  return isWritten(content) ? content.toString() : undefined;
};

/** What looks for files beside itself has to stay where it is. */
const LOOKS_BESIDE =
  /\$\{?0\b|BASH_SOURCE|__file__|__dirname|__filename|import\.meta|\bargv\[0\]|(?:require\(|from|import)\s*["']\.{1,2}\//;

const standsAlone = (text: string | undefined): boolean => text !== undefined && !LOOKS_BESIDE.test(text);

/** Names in the fresh directory as they are typed there; paths below the origin as they are found from where the commands are started. */
const wordText = (
  word: string,
  { fresh, origin, start }: { readonly fresh: string | undefined; readonly origin: string; readonly start: string },
): string => {
  const here = word.startsWith(`${FRESH}/-`) ? word.replace(FRESH, ".") : word;
  const named = fresh === undefined ? here.replaceAll(`${FRESH}/`, "").replaceAll(FRESH, ".") : here;
  if (named === "") return quoteVisibly(named);
  const below = (text: string): string => text.split(`${origin}/`).map(literal).join(`${start}/`);
  return named.split(FRESH).map(below).join(fresh);
};

const literal = (text: string): string => (text === "" ? "" : quoteVisibly(text));

/** No name is taken for an option. */
const fileWord = (name: string): string => quoteVisibly(name.startsWith("-") ? `./${name}` : name);

const startWord = (path: string, origin: string): string => `${START}/${quoteVisibly(relative(origin, path) || ".")}`;

const besideLines = (path: string, { origin }: Subject): readonly string[] =>
  textAt(path) === undefined ? [`ln -s ${startWord(path, origin)} .`] : fileLines(path);

const fileLines = (path: string): readonly string[] =>
  written({ path: basename(path), mode: statSync(path).mode, bytes: () => readFileSync(path) });

const written = ({ path, mode, bytes }: CaseFile): readonly string[] => [
  ...writing(bytes(), fileWord(path)),
  ...((mode & 0o100) === 0 ? [] : [`chmod +x ${fileWord(path)}`]),
];

const copyLine = ({ subject: { kind = "file", name, origin }, path }: Repetition): string => {
  const from = startWord(resolve(origin, path), origin);
  return kind === "file" ? `cp ${from} ${fileWord(name)}` : `cp -R ${from}/. .`;
};

const contentLines = ({ files, links = [], folders = [] }: TestCase, subject: Subject): readonly string[] => [
  ...folderLines([...files, ...links].map(({ path }) => dirname(path)).concat(folders.map(({ path }) => path))),
  ...files.flatMap(written),
  ...links.map((link) => linkLine(link, subject)),
];

const folderLines = (folders: readonly string[]): readonly string[] => {
  const made = new Set(folders.filter((folder) => folder !== "."));
  return made.size === 0 ? [] : [`mkdir -p ${Array.from(made, fileWord).join(" ")}`];
};

const linkLine = (link: CaseLink, subject: Subject): string => {
  const target = leadsTo(link, subject);
  const isAway = isAbsolute(target) && !SYSTEM.test(target);
  return `ln -s ${isAway ? startWord(target, subject.origin) : quoteVisibly(target)} ${fileWord(link.path)}`;
};

/** What a directory finds besides: installed where there is a command for it, else as it lies there. */
const installLines = (candidate: TestCase, subject: Subject): readonly string[] => {
  const setUp = subject.setUp?.(candidate) ?? [];
  if (setUp.length > 0) return setUp;
  const links = subject.provided?.(candidate) ?? [];
  return [...folderLines(links.map(({ path }) => dirname(path))), ...links.map((link) => linkLine(link, subject))];
};
