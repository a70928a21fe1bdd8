/** Work that a signal may stop before there is anything to keep. */
import { UserError } from "../core/errors.ts";

/** Aborts `stop` with the signal. What breaks then, other than a user's mistake, is told as INTERRUPTED. */
export const interruptible = async <T>(
  stop: AbortController,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  const abort = (): void => stop.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort);
  try {
    return await work();
  } catch (error) {
    if (!stop.signal.aborted || error instanceof UserError) throw error;
    throw new UserError("INTERRUPTED", "It was stopped before the search began.", {
      advice: "The same command starts again.",
      cause: error,
    });
  } finally {
    signal?.removeEventListener("abort", abort);
  }
};
