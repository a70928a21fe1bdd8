/** The skeleton of a run, the same for every command: its clock, its events, what may stop it, where runs live, and the test as it was. */
import { resolve } from "node:path";
import { EVENT_VERSION } from "../core/events.ts";
import type { Controls } from "../driver/controls.ts";
import { takeLeft } from "../runner/index.ts";
import { breathe, interruptible } from "./interruptible.ts";
import { whilePinned, type TestPart, type Pins } from "./pins.ts";
import { elsewhereNote, runsDirectoryOf } from "./place.ts";

/** What a note becomes when it happens. */
export interface EventStamp {
  readonly version: number;
  /** Since the run began, in milliseconds. */
  readonly ms: number;
}

/** What the options of all commands have in common. `Note` is what a command tells itself, `Event` what it passes on from a search. */
interface RunOptions<Note, Event> {
  /** What relative paths are meant from; the current directory unless given. */
  readonly cwd?: string;
  /** Where runs live; `.pare` in `cwd` unless given. */
  readonly runsDirectory?: string;
  /** Start over instead of going on with an earlier run. */
  readonly fresh?: boolean;
  /** In milliseconds, from the call. */
  readonly budget?: number;
  readonly signal?: AbortSignal;
  readonly controls?: Controls;
  /** Called with every event as it happens, before anybody who iterates sees it. */
  readonly onEvent?: (event: (Note & EventStamp) | Event) => void;
}

/** A run under way. Iterating yields its events, from the moment it begins; `result` rejects with a `UserError` for mistakes. */
export interface Run<Event, Result> extends AsyncIterable<Event> {
  readonly result: Promise<Result>;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** A warning as reductions and isolations tell it. */
export const warningNote = (warning: Warning): Warning & { readonly type: "warning" } => ({
  type: "warning",
  ...warning,
});

/** What a command is given to work with. */
export interface RunContext<Note, Event = never> {
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
  /** What relative paths are meant from, absolute. */
  readonly origin: string;
  /** Where runs live. */
  readonly runs: string;
  readonly fresh: boolean;
  /** Aborted with a `Stopped`. */
  readonly signal: AbortSignal;
  readonly emit: (note: Note) => void;
  readonly pass: (event: Event) => void;
  /** Tells it now, and keeps it for the result. */
  readonly warn: (code: string, message: string) => void;
  readonly warnings: readonly Warning[];
}

export interface RunWork<Note, Event, Result> {
  readonly options: RunOptions<Note, Event>;
  /** How the command tells of a warning. */
  readonly warning: (warning: Warning) => Note;
  readonly work: (context: RunContext<Note, Event>) => Promise<Result>;
}

export const startRun = <Note, Event, Result>({
  options,
  warning,
  work,
}: RunWork<Note, Event, Result>): Run<(Note & EventStamp) | Event, Result> => {
  const startedAt = performance.now();
  const stream = new EventStream<(Note & EventStamp) | Event>();
  const pass = (event: (Note & EventStamp) | Event): void => {
    options.onEvent?.(event);
    stream.push(event);
  };
  const emit = (note: Note): void => pass({ ...note, version: EVENT_VERSION, ms: performance.now() - startedAt });
  const warnings: Warning[] = [];
  const warn = (code: string, message: string): void => {
    warnings.push({ code, message });
    emit(warning({ code, message }));
  };
  const result = interruptible({ ...options, startedAt }, async (signal) => {
    const { cwd = process.cwd(), runsDirectory, fresh = false } = options;
    await breathe(signal);
    const runs = runsDirectoryOf(cwd, runsDirectory);
    const elsewhere = elsewhereNote(cwd, runs, runsDirectory);
    if (elsewhere !== undefined) emit(warning({ code: "RUN_ELSEWHERE", message: elsewhere }));
    return await work({ startedAt, origin: resolve(cwd), runs, fresh, signal, emit, pass, warn, warnings });
  }).finally(() => stream.end());
  // A caller who only iterates must not be told of an unhandled rejection before looking at the result.
  result.catch(() => undefined);
  return { result, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
};

/** What decides the test's answers besides the candidate, and whether the run starts over. */
export interface PinnedTest {
  readonly pins: Pins;
  readonly fresh: boolean;
}

/** Does the work with the test as it is now, and again whenever it was touched meanwhile: then it goes on, and does not start over. */
export const runPinned = async <Note, Event, Result>(
  { fresh, warn }: RunContext<Note, Event>,
  partsOf: () => readonly TestPart[],
  work: (test: PinnedTest) => Promise<Result>,
): Promise<Result> => {
  const result = await whilePinned(
    partsOf,
    (pins, isFirst) => work({ pins, fresh: isFirst && fresh }),
    (note) => warn("TEST_TOUCHED", note),
  );
  const left = takeLeft();
  if (left !== undefined) warn("LEFT_BEHIND", left);
  return result;
};

/** Events for as many readers as there are; each sees what happens from when it begins to read. */
class EventStream<E> implements AsyncIterable<E> {
  readonly #readers = new Set<Reader<E>>();
  #ended = false;

  push(event: E): void {
    for (const reader of this.#readers) reader.push(event);
  }

  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<E> {
    const reader = new Reader<E>(() => this.#readers.delete(reader));
    if (this.#ended) reader.end();
    else this.#readers.add(reader);
    return reader;
  }
}

class Reader<E> implements AsyncIterator<E> {
  readonly #events: E[] = [];
  readonly #leave: () => void;
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  push(event: E): void {
    this.#events.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<E>> {
    if (this.#events.length === 0 && !this.#ended) await new Promise<void>((wake) => (this.#wake = wake));
    this.#wake = undefined;
    const value = this.#events.shift();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  }

  return(): Promise<IteratorResult<E>> {
    this.#leave();
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
