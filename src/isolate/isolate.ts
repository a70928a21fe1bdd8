/** Finds the change that makes something fail, as the command line does. */
import { EventStream } from "../reduce/events.ts";
import { breathe, interruptible } from "../reduce/interruptible.ts";
import { elsewhereNote, runsDirectoryOf } from "../runs/place.ts";
import { localBackend, type TestBackend } from "./backend.ts";
import { stampNote, type IsolateEvent, type IsolateNote } from "./events.ts";
import { IsolateJob } from "./isolate-job.ts";
import type { IsolateOptions } from "./options.ts";
import type { IsolateResult } from "./result.ts";

/** An isolation under way. Iterating yields its events; `result` rejects with a `UserError` for mistakes. */
export interface IsolateRun extends AsyncIterable<IsolateEvent> {
  readonly result: Promise<IsolateResult>;
}

/** The same options on the same ends go on where an earlier run stopped, however it ended. Stopping is a result, not an error. */
export const isolate = (options: IsolateOptions, backend: TestBackend = localBackend): IsolateRun => {
  const startedAt = performance.now();
  const stream = new EventStream<IsolateEvent>();
  const pass = (event: IsolateEvent): void => {
    options.onEvent?.(event);
    stream.push(event);
  };
  const emit = (note: IsolateNote): void => pass(stampNote(note, startedAt));
  const work = async (): Promise<IsolateResult> => {
    return await interruptible({ ...options, startedAt }, async (signal) => {
      await breathe(signal);
      const { cwd = process.cwd(), runsDirectory } = options;
      const elsewhere = elsewhereNote(cwd, runsDirectoryOf(cwd, runsDirectory), runsDirectory);
      if (elsewhere !== undefined) emit({ type: "warning", code: "RUN_ELSEWHERE", message: elsewhere });
      return await new IsolateJob({ options, backend, startedAt, signal, emit, pass }).run();
    });
  };
  const result = work().finally(() => stream.end());
  // Who only iterates must not be told of an unhandled rejection before looking at the result.
  result.catch(() => undefined);
  return { result, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
};
