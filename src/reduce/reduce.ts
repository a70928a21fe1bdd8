/** Makes a failing file small, as the command line does. */
import { elsewhereNote, runsDirectoryOf } from "../runs/place.ts";
import type { TestBackend } from "./backend.ts";
import { EventStream, stamp, type ReduceEvent, type ReduceNote } from "./events.ts";
import { breathe, interruptible } from "./interruptible.ts";
import { localBackend } from "./local-backend.ts";
import { languageOf } from "./language.ts";
import type { ReduceOptions } from "./options.ts";
import { readOriginal } from "./original.ts";
import { recordingOf } from "./recording.ts";
import { ReduceJob } from "./reduce-job.ts";
import type { ReduceResult } from "./result.ts";

/** A reduction under way. Iterating yields its events, from the moment it begins; `result` rejects with a `UserError` for mistakes. */
export interface ReduceRun extends AsyncIterable<ReduceEvent> {
  readonly result: Promise<ReduceResult>;
}

/**
 * The same options on the same input go on where an earlier run stopped, however it ended; a finished run answers at once. Stopping
 * (signal, budget, maxTests, untilSize) is a result, not an error.
 */
export const reduce = (options: ReduceOptions, backend: TestBackend = localBackend): ReduceRun => {
  const startedAt = performance.now();
  const stream = new EventStream();
  const recording = recordingOf(options);
  const pass = (event: ReduceEvent): void => {
    recording.see(event);
    options.onEvent?.(event);
    stream.push(event);
  };
  const emit = (note: ReduceNote): void => pass(stamp(note, startedAt));
  const work = async (): Promise<ReduceResult> => {
    return await interruptible({ ...options, startedAt }, async (signal) => {
      await breathe(signal);
      const { cwd = process.cwd(), runsDirectory } = options;
      const runs = runsDirectoryOf(cwd, runsDirectory);
      const original = readOriginal(options, runs);
      const elsewhere = elsewhereNote(cwd, runs, runsDirectory);
      if (elsewhere !== undefined) emit({ type: "warning", code: "RUN_ELSEWHERE", message: elsewhere });
      await breathe(signal);
      const language = await languageOf(original, options);
      await breathe(signal);
      return await new ReduceJob({ options, backend, original, language, runs, startedAt, signal, emit, pass }).run();
    });
  };
  const recorded = async (): Promise<ReduceResult> => {
    let done: ReduceResult | undefined;
    try {
      return (done = await work());
    } finally {
      recording.end(done);
    }
  };
  const result = recorded().finally(() => stream.end());
  // Who only iterates must not be told of an unhandled rejection before looking at the result.
  result.catch(() => undefined);
  return { result, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
};
