/** Finds the change that makes something fail, as the command line does. */
import type { Stamped } from "../core/events.ts";
import { startRun, warningNote, type Run } from "../runs/run.ts";
import { localBackend, type MixtureBackend } from "./backend.ts";
import type { IsolateEvent, IsolateNote } from "./events.ts";
import { IsolateJob } from "./isolate-job.ts";
import type { IsolateOptions } from "./options.ts";
import { withDiffers } from "./oracle/differs-command.ts";
import type { IsolateResult } from "./result.ts";

/** A search for a cause under way: an async iterable of its events, and a promise of its result. */
export type IsolateRun = Run<IsolateEvent, IsolateResult>;

/**
 * The same options on the same ends go on where an earlier run stopped, however it ended. Stopping is a result, not an error.
 *
 * @example
 * ```ts
 * const { result } = isolate({ ends: { paths: ["old", "new"] }, command: ["node", "check.js", "{}"] });
 * console.log((await result).status);
 * ```
 */
export const isolate = (options: IsolateOptions, backend: MixtureBackend = localBackend): IsolateRun =>
  startRun<IsolateNote, Stamped, IsolateResult>({
    options,
    warning: warningNote,
    work: async (context) => await new IsolateJob({ options: withDiffers(options), backend, context }).run(),
  });
