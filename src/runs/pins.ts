/** What decides a test's answers besides the candidate: known by content when a run begins, looked at while it goes on. */
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync, type BigIntStats } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import { sha256 } from "./identity.ts";
import type { Pinned } from "./record.ts";

/** A file or a directory that belongs to a test. */
export interface TestPart {
  /** Absolute. */
  readonly path: string;
  /** For people: "the test script ./test.sh". */
  readonly called: string;
  /** The test itself may write there: what it writes every time is left out. */
  readonly loose?: boolean;
}

/** What is larger goes by its size and time. */
const LARGE = 64 * 2 ** 20;
/** In a directory with more than that, everything does. */
const MAX_FILES = 1000;
const MAX_BYTES = 16 * 2 ** 20;

interface Pin extends TestPart {
  readonly stamp: string;
  readonly content: string;
  readonly bySize: boolean;
  /** When it was last glanced at, and how often it was another one. */
  glanced: string;
  moves: number;
}

/** How a look at the parts ended; `called`: the first one that is not as it was. */
export type PinsLook = { readonly kind: "same" } | { readonly kind: "touched" | "changed"; readonly called: string };

/** The parts of a test as they are now, in two digests. */
export interface Mark {
  /** The digest of the contents. */
  readonly content: string;
  /** The digest of what the file system says: another one whenever somebody has written to a part, replaced, renamed or touched it. */
  readonly state: string;
}

export class Pins {
  #pins: readonly Pin[];
  #glances = 0;
  #ms = 0;

  constructor(parts: readonly TestPart[]) {
    this.#pins = parts.flatMap(pinsOf);
  }

  /** Without what the test writes itself. */
  mark(left: readonly string[] = []): Mark {
    const pins = without(this.#pins, left);
    return {
      content: digestOf(pins.map(({ path, content }) => [path, content])),
      state: digestOf(pins.map(({ path, stamp }) => [path, stamp])),
    };
  }

  /** There are parts that the test itself may write to. */
  get hasLoose(): boolean {
    return this.#pins.some(({ loose }) => loose === true);
  }

  /** How long a look takes, in milliseconds. */
  get ms(): number {
    return this.#ms;
  }

  /** Contents are only read where the file system says that something has happened. */
  look(): PinsLook {
    const startedAt = performance.now();
    let touched: Pin | undefined;
    for (const pin of this.#pins) {
      if (stampOf(pin.path) === pin.stamp) continue;
      if (contentOf(pin.path, pin.bySize) !== pin.content) return { kind: "changed", called: nameOf(pin) };
      touched ??= pin;
    }
    this.#ms = performance.now() - startedAt;
    return touched === undefined ? { kind: "same" } : { kind: "touched", called: nameOf(touched) };
  }

  /** Called when the test was run. Has something changed since the last time that the test itself may write to? */
  glance(): boolean {
    this.#glances++;
    let moved = false;
    for (const pin of this.#pins) {
      const now = stampOf(pin.path);
      if (now === pin.glanced || pin.loose !== true) continue;
      pin.glanced = now;
      pin.moves++;
      moved = true;
    }
    return moved;
  }

  /** What the test has written at every glance, more than once, is written by the test itself: it is no part of it. */
  settle(): readonly string[] {
    const written = this.#pins.filter(({ moves }) => moves > 1 && moves === this.#glances).map(({ path }) => path);
    this.leave(written);
    return written;
  }

  /** These are no parts. */
  leave(paths: readonly string[]): void {
    this.#pins = without(this.#pins, paths);
  }
}

const without = (pins: readonly Pin[], paths: readonly string[]): readonly Pin[] =>
  paths.length === 0 ? pins : pins.filter(({ path }) => !paths.includes(path));

const digestOf = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 32);

/** "lib/a.h in --with lib" */
const nameOf = ({ called, path }: TestPart): string => (called.endsWith("/") ? `${path}, in ${called}` : called);

const pinsOf = (part: TestPart): readonly Pin[] => {
  const isDirectory = statSync(part.path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isDirectory) return [pinOf(part, false)];
  const members = filesIn(part.path);
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  const bySize = members.length > MAX_FILES || bytes > MAX_BYTES;
  return members.map(({ path }) => pinOf({ ...part, path, called: `${part.called}/` }, bySize));
};

const pinOf = (part: TestPart, bySize: boolean): Pin => {
  const stamp = stampOf(part.path);
  return { ...part, stamp, content: contentOf(part.path, bySize), bySize, glanced: stamp, moves: 0 };
};

/** Not the folders: what tests put there as well does not matter. */
const filesIn = (folder: string): { readonly path: string; readonly size: number }[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return [{ path, size: lstatSync(path, { throwIfNoEntry: false })?.size ?? 0 }];
  });

const NOWHERE = "nothing";

/** The time of the last change is the system's: nobody can set it back. A link counts, and what it leads to. */
const stampOf = (path: string): string => {
  const own = statsAt(path, lstatSync);
  if (own === undefined) return NOWHERE;
  return own.isSymbolicLink() ? `${stampIn(own)} ${stampIn(statsAt(path, statSync))}` : stampIn(own);
};

const stampIn = (stats: BigIntStats | undefined): string =>
  stats === undefined
    ? NOWHERE
    : [stats.dev, stats.ino, stats.mode, stats.size, stats.mtimeNs, stats.ctimeNs].map(String).join(":");

const statsAt = (path: string, look: typeof statSync): BigIntStats | undefined => {
  try {
    return look(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder on the way has become something else, or may not be searched.
    return undefined;
  }
};

const contentOf = (path: string, bySize: boolean): string => {
  const stats = statsAt(path, statSync);
  if (stats === undefined) return statsAt(path, lstatSync) === undefined ? NOWHERE : `link ${readlinkSync(path)}`;
  if (!stats.isFile()) return `other ${stats.ino}`;
  const executable = stats.mode & 0o111n;
  if (bySize || stats.size > LARGE) return `${executable} ${stats.size} ${stats.mtimeNs}`;
  return attempt(() => `${executable} ${sha256(readFileSync(path))}`) ?? "unreadable";
};

/** A part was touched, but its content is the same: what was learnt since the last look is asked again. */
class Touched extends Error {
  override readonly name = "Touched";
  readonly called: string;
  constructor(called: string) {
    super(`${called} was touched`);
    this.called = called;
  }
}

/** For people. */
const touchedNote = (called: string): string =>
  `${called} was written again with the same content while pare was running; what was learnt in the last moments is asked again`;

const testChanged = (called: string, cause?: unknown): UserError =>
  new UserError("TEST_CHANGED", `The test has changed while pare was running: ${called}.`, {
    advice:
      "Nothing that was learnt since the last check is used; the output holds the last result from before that. " +
      "To resume, restore it and run the same command again; to start over with the changed test, run the same command now. " +
      "A file that the test itself writes to is not part of the test: leave it out of --with and of the command.",
    cause,
  });

/** Is the test made of what it was made of when that run began? */
export const isSameTest = (pins: Pins, { pinned }: { readonly pinned?: Pinned }): boolean =>
  pinned !== undefined && pins.mark(pinned.left).content === pinned.content;

/** Throws TEST_CHANGED or `Touched` unless every part is as it was. */
export const checkPins = (pins: Pins, cause?: unknown): void => {
  const look = pins.look();
  if (look.kind === "changed") throw testChanged(look.called, cause);
  if (look.kind === "touched") throw new Touched(look.called);
};

/**
 * Tells what the test itself writes from what somebody else has changed, by running it once more if there is anything to tell apart.
 * Returns what it writes; that is no part of it. Throws TEST_CHANGED or `Touched`.
 */
export const settled = async (pins: Pins, again: () => Promise<unknown>): Promise<readonly string[]> => {
  if (pins.glance()) {
    await again();
    pins.glance();
  }
  const left = pins.settle();
  checkPins(pins);
  return left;
};

/** What breaks because a part has changed is told as that. */
/** Wraps an error that no change of the test explains: `whilePinned` throws its cause, and does not try again. */
export class Unexplained extends Error {
  override readonly name = "Refusal";
  constructor(cause: unknown) {
    super("refused", { cause });
  }
}

const blamed = (pins: Pins, error: unknown): unknown => {
  if (
    error instanceof Unexplained ||
    error instanceof Touched ||
    (error instanceof UserError && /^(?:TEST|OUTPUT)_CHANGED$/.test(error.code))
  )
    return error;
  try {
    checkPins(pins, error);
    return error;
  } catch (change) {
    return change;
  }
};

const blaming = async <T>(pins: Pins, work: (pins: Pins) => Promise<T>): Promise<T> => {
  try {
    return await work(pins);
  } catch (error) {
    throw blamed(pins, error);
  }
};

/** So often may something be touched before nobody believes that it stays as it is. */
const MAX_TOUCHES = 20;

/**
 * Does the work with the parts as they are now, and again whenever one was touched meanwhile: what was learnt before that is known by
 * then, so it is not to start over. What is made of the parts is known before anything of them is used.
 */
export const whilePinned = async <T>(
  partsOf: () => readonly TestPart[],
  work: (pins: Pins, isFirst: boolean) => Promise<T>,
  onTouch: (note: string) => void,
): Promise<T> => {
  for (let touches = 1; ; touches++)
    try {
      return await blaming(new Pins(partsOf()), async (pins) => await work(pins, touches === 1));
    } catch (error) {
      if (error instanceof Unexplained) throw error.cause;
      if (!(error instanceof Touched)) throw error;
      if (touches > MAX_TOUCHES) throw testChanged(error.called, error);
      onTouch(touchedNote(error.called));
    }
};
