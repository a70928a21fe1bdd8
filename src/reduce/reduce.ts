/** Makes a failing file small, as the command line does. */
import { resolve } from "node:path";
import type { Stamped } from "../core/events.ts";
import type { ReduceEvent, ReduceNote } from "../core/notes.ts";
import { breathe } from "../runs/interruptible.ts";
import { checkPlaces } from "../runs/output/place.ts";
import { startRun, warningNote, type Run, type RunContext } from "../runs/run.ts";
import { REDUCTION_SETTINGS } from "../settings/reduction.ts";
import { withImplied } from "../settings/setting.ts";
import type { TestBackend } from "./backend.ts";
import { languageOf } from "./language.ts";
import { localBackend } from "./local-backend.ts";
import type { ReduceOptions } from "./options.ts";
import { readOriginal } from "./original.ts";
import { recordingOf } from "./recording.ts";
import { runReduceJob } from "./reduce-job.ts";
import { figuresOf, type ReduceResult } from "./result.ts";

/** A reduction under way: an async iterable of its events, and a promise of its result. */
export type ReduceRun = Run<ReduceEvent, ReduceResult>;

/**
 * The same options on the same input go on where an earlier run stopped, however it ended; a finished run answers at once. Stopping
 * (signal, budget, maxTests, untilSize) is a result, not an error.
 *
 * @example
 * ```ts
 * const run = reduce({ input: "bug.c", command: ["gcc", "-c", "bug.c"] });
 * for await (const event of run) if (event.type === "best") console.log(event.size);
 * const { best } = await run.result;
 * ```
 */
export const reduce = (given: ReduceOptions, backend: TestBackend = localBackend): ReduceRun => {
  const options = withImplied(REDUCTION_SETTINGS, given);
  return started(options, async (context) => {
    checkPlaces(options);
    return await reduceInput(options, backend, context);
  });
};

/** The same for a caller who has checked the places that are read and written, with further ones of its own. */
export const reduceChecked = (options: ReduceOptions, backend: TestBackend = localBackend): ReduceRun =>
  started(options, (context) => reduceInput(options, backend, context));

type Context = RunContext<ReduceNote, Stamped>;

/** progress.json follows the events of the run. */
const started = (options: ReduceOptions, work: (context: Context) => Promise<ReduceResult>): ReduceRun => {
  const recording = recordingOf(options);
  const onEvent = (event: ReduceEvent): void => {
    recording.see(event);
    options.onEvent?.(event);
  };
  return startRun<ReduceNote, Stamped, ReduceResult>({
    options: { ...options, onEvent },
    warning: warningNote,
    work: async (context) => {
      let result: ReduceResult | undefined;
      try {
        return (result = await work(context));
      } finally {
        recording.end(result);
      }
    },
  });
};

const reduceInput = async (options: ReduceOptions, backend: TestBackend, context: Context): Promise<ReduceResult> => {
  const { runs, signal, origin } = context;
  const original = readOriginal(options, runs);
  if (original.disassembled !== undefined && original.text !== undefined)
    context.warn(
      "DISASSEMBLED",
      `${original.typed} ${original.disassembled.words}. The text of the result goes to ${original.text.path}.`,
    );
  await breathe(signal);
  const language = await languageOf(original, options);
  await breathe(signal);
  const extraFiles = (options.extraFiles ?? []).map((path) => resolve(origin, path));
  const input = figuresOf(original.path, original.source, original);
  return await runReduceJob({ options, backend, context, original, input, language, extraFiles });
};
