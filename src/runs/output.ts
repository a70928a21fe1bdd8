/** Where the result goes, and how it gets there: always the verified best, replaced as a whole. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, extname, join, resolve, basename } from "node:path";
import { UserError } from "../core/errors.ts";
import { errorCode } from "../journals/disk-errors.ts";
import { replaceFile } from "./atomic.ts";

/** NAME.reduced.EXT beside the input. */
export const defaultOutput = (input: string): string => {
  const extension = extname(input);
  return join(dirname(input), `${basename(input, extension)}.reduced${extension}`);
};

/** The kept original of a run in place. */
export const keptOriginal = (input: string): string => `${input}.orig`;

/** Throws a `UserError` for a path that cannot take the result. `input` is never overwritten. */
export const checkOutput = (path: string, input: string): void => {
  if (resolve(path) === resolve(input) || sameFile(path, input))
    throw new UserError("OUTPUT_IS_INPUT", `The output ${path} is the input itself.`, {
      advice: "Name another output, or use --in-place, which keeps the original as NAME.orig.",
    });
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UserError("OUTPUT_IS_DIRECTORY", `The output ${path} is a directory.`, {
      advice: `Name a file, for example --output ${join(path, basename(defaultOutput(input)))}.`,
    });
  checkParent(dirname(resolve(path)));
};

const checkParent = (directory: string): void => {
  const stats = statSync(directory, { throwIfNoEntry: false });
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

const sameFile = (a: string, b: string): boolean => {
  if (!existsSync(a) || !existsSync(b)) return false;
  const [one, other] = [statSync(a), statSync(b)];
  return one.ino === other.ino && one.dev === other.dev && one.ino !== 0;
};

export interface OutputFile {
  readonly path: string;
  readonly mode: number;
}

/** What is published: built only when it is written. */
export interface Publication {
  bytes(): Uint8Array;
  readonly size: number;
}

/** The longest time the output may lag behind the best. */
const PUBLISH_MS = 100;

export interface PublisherHooks {
  /** Runs before every replacement: what was published must be known to the journal for good. */
  readonly beforehand: () => void;
  readonly onPublished: (published: { readonly path: string; readonly bytes: number }) => void;
  /** A publication that nobody waited for could not be made. */
  readonly onBroken: (error: unknown) => void;
}

/** Publishes at most ten times a second; the last one always arrives. */
export class Publisher {
  readonly #file: OutputFile;
  readonly #hooks: PublisherHooks;
  #waiting: Publication | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: OutputFile, hooks: PublisherHooks) {
    this.#file = file;
    this.#hooks = hooks;
  }

  offer(publication: Publication): void {
    this.#waiting = publication;
    this.#timer ??= setTimeout(() => {
      try {
        this.flush();
      } catch (error) {
        this.#hooks.onBroken(error);
      }
    }, PUBLISH_MS);
  }

  /** Publishes what is waiting, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const publication = this.#waiting;
    if (publication === undefined) return;
    this.#waiting = undefined;
    this.#hooks.beforehand();
    replaceFile(this.#file.path, publication.bytes(), this.#file.mode);
    this.#hooks.onPublished({ path: this.#file.path, bytes: publication.size });
  }

  /** Forgets what is waiting. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
