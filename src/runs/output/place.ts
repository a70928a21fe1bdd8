/** Where the result goes, and how it gets there: always the verified best, replaced as a whole. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import { basename, delimiter, dirname, extname, join, resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import { diskError, errorCode } from "../../journals/disk-errors.ts";
import { prefixFor } from "../atomic.ts";
import { realPlace } from "../audience.ts";
import { refuseForeignLinks } from "../links.ts";
import { refuseWholeSystem } from "./whole-system.ts";

/** NAME.reduced.EXT beside the input. */
export const defaultOutput = (input: string): string => {
  const extension = extname(input);
  return join(dirname(input), `${basename(input, extension)}.reduced${extension}`);
};

/** The kept original of a run in place: beside the file itself, where the input is a link to it. */
export const keptOriginal = (input: string): string => `${fileBehind(input)}.orig`;

/** What a link leads to; other paths as they are. */
export const fileBehind = (path: string): string => (isLink(path) && existsSync(path) ? realpathSync(path) : path);

export const isLink = (path: string): boolean => attempt(() => lstatSync(path).isSymbolicLink()) ?? false;

/**
 * Throws a `UserError` for a path that cannot take the result. `input` is never overwritten. Nothing is opened that is no regular file:
 * devices would be replaced, and pipes without a writer are never read to their end.
 */
export const checkOutput = (path: string, input: string): void => {
  if (isSame(path, input))
    throw new UserError("OUTPUT_IS_INPUT", `The output ${path} is the input itself.`, {
      advice: "Name another output, or use --in-place, which keeps the original as NAME.orig.",
    });
  refuseForeignLinks(path);
  const stats = statsOf(path);
  if (stats?.isDirectory() === true)
    throw new UserError("OUTPUT_IS_DIRECTORY", `The output ${path} is a directory.`, {
      advice: `Name a file, for example --output ${join(path, basename(defaultOutput(input)))}.`,
    });
  checkRegular(`The output ${path}`, stats);
  checkRegular(`The kept original ${input}`, statsOf(input));
  const place = input === keptOriginal(path) ? fileBehind(path) : path;
  checkParent(dirname(resolve(place)));
  checkRoom(place);
};

export const checkRegular = (what: string, stats: Stats | undefined): void => {
  if (stats === undefined || stats.isFile()) return;
  throw new UserError("OUTPUT_NOT_A_FILE", `${what} is ${kindOf(stats)}, not a regular file.`, {
    advice: "The output is replaced as a whole: name a file, or a path where there is nothing yet.",
  });
};

const kindOf = (stats: Stats): string => {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
};

export const checkParent = (directory: string): void => {
  const stats = statsOf(directory);
  if (stats === undefined || !stats.isDirectory())
    throw new UserError("NO_DIRECTORY", `There is no directory ${directory} for the output.`, {
      advice: `Make it (mkdir -p ${directory}), or name another output.`,
    });
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const readOnly = errorCode(error) === "EROFS";
    throw new UserError(
      readOnly ? "READ_ONLY" : "NO_PERMISSION",
      `The directory ${directory} cannot be written${readOnly ? ": its file system is read-only" : ""}.`,
      { advice: "Name an output elsewhere: --output PATH.", cause: error },
    );
  }
};

/** Some directories (/proc) say that they can be written, and take no files. Found out before hours of search, not after. */
export const checkRoom = (path: string): void => {
  // Named as what `replaceFile` makes, so that it is known for a leftover if this process is killed here.
  const probe = join(dirname(path), `${prefixFor(path)}${process.pid}-probe`);
  try {
    // Its own name may be too long where that of the probe is not.
    lstatSync(path, { throwIfNoEntry: false });
    closeSync(openSync(probe, "wx"));
    rmSync(probe);
  } catch (error) {
    throw outputError(error, path);
  }
};

/** What the file system says to a new file, or to a file put in the place of another: never a bug of pare. */
export const outputError = (thrown: unknown, path: string): unknown => {
  const error = diskError(thrown, `cannot write ${path}`);
  const code = errorCode(error);
  if (error instanceof UserError || code === undefined || !/^E[A-Z]/.test(code)) return error;
  const why = (error as Error).message;
  return new UserError("OUTPUT_REFUSED", `The output ${path} cannot be written: ${why}`, {
    advice: "Name an output in a directory that takes ordinary files: --output PATH.",
    cause: thrown,
  });
};

/** What is read, and what is written: paths as the user gave them, meant from `cwd`. */
export interface UserPaths {
  readonly cwd?: string;
  readonly input: string;
  readonly output?: string | undefined;
  readonly inPlace?: boolean | undefined;
  readonly test?: string | undefined;
  readonly extraFiles?: readonly string[] | undefined;
  readonly events?: string | undefined;
}

interface NamedPath {
  readonly called: string;
  readonly path: string;
}

/** Throws SAME_FILE when something that is written is something that is read, or two things are written to one file. */
export const checkPlaces = ({ cwd = process.cwd(), inPlace = false, events, ...given }: UserPaths): void => {
  const input = { called: `the input ${given.input}`, path: resolve(cwd, given.input) };
  const output = inPlace ? input : outputOf(cwd, input.path, given.output);
  const stream = events === undefined ? [] : [{ called: `the events file ${events}`, path: resolve(cwd, events) }];
  const kept = inPlace ? [{ called: "the kept original", path: keptOriginal(input.path) }] : [];
  const read = [...scriptOf(cwd, given.test), ...(given.extraFiles ?? []).map((path) => besideOf(cwd, path))];
  for (const path of given.extraFiles ?? []) refuseWholeSystem(resolve(cwd, path), `--with ${path}`);
  // The output and the input are compared by `checkOutput`.
  refuseSame([output], read);
  refuseSame(stream, [input, ...kept, ...read, output]);
};

const outputOf = (cwd: string, input: string, typed: string | undefined): NamedPath => {
  const path = resolve(cwd, typed ?? defaultOutput(input));
  return { called: `the output ${typed ?? path}`, path };
};

const besideOf = (cwd: string, path: string): NamedPath => ({ called: `--with ${path}`, path: resolve(cwd, path) });

/** Where there is none, it is looked up as a shell does. */
const scriptOf = (cwd: string, script: string | undefined): readonly NamedPath[] => {
  if (script === undefined) return [];
  const folders = script.includes("/") ? [] : (process.env["PATH"] ?? "").split(delimiter);
  const found = [cwd, ...folders].map((folder) => resolve(folder, script)).find((path) => existsSync(path));
  return found === undefined ? [] : [{ called: `the test script ${script}`, path: found }];
};

const refuseSame = (written: readonly NamedPath[], others: readonly NamedPath[]): void => {
  for (const one of written)
    for (const other of others)
      if (isSame(one.path, other.path))
        throw new UserError("SAME_FILE", `${capital(one.called)} is the same file as ${other.called}.`, {
          advice: "It would be overwritten: name another file.",
        });
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Pipes and devices may be shared: nothing is lost there. */
const isSame = (a: string, b: string): boolean => {
  const [one, other] = [statsOf(a), statsOf(b)];
  if (one === undefined || other === undefined) return placeOf(a) === placeOf(b);
  if (!one.isFile() && !one.isDirectory()) return false;
  return resolve(a) === resolve(b) || (one.ino === other.ino && one.dev === other.dev && one.ino !== 0);
};

/** A path by which a file that is not there yet can be compared: its own name, in a directory without links. */
export const placeOf = (path: string): string => join(realPlace(dirname(resolve(path))), basename(resolve(path)));

/** What the system says of what links lead to; `undefined` for what is not there, or not to be reached. */
export const statsOf = (path: string): Stats | undefined => attempt(() => statSync(path));

/** Is there something that can be read to its end? */
export const isRegularFile = (path: string): boolean => statsOf(path)?.isFile() === true;
