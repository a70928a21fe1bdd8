/** Questions to a server that may be away for a moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "@nats-io/transport-node";
import { UserError } from "../core/errors.ts";

export interface Patience {
  readonly tries?: number;
  /** Before the second try, in milliseconds; then twice as long each time, up to two seconds. */
  readonly pauseMs?: number;
  /** Is an error worth another try? Those of a server that is away are, unless given. */
  readonly passes?: (error: unknown) => boolean;
}

const LONGEST_PAUSE_MS = 2000;

/** Rejects with the last error, or with the first that does not pass. */
export const again = async <T>(ask: () => Promise<T>, patience: Patience = {}): Promise<T> => {
  const { tries = 8, pauseMs = 200, passes = isAway } = patience;
  for (let attempt = 1, pause = pauseMs; ; attempt++, pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === tries || !passes(error)) throw error;
    }
    await sleep(pause);
  }
};

/** Rejects with a `UserError` (NO_STORE) when the server stays away. */
export const answerTo = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await again(ask);
  } catch (cause) {
    if (!isAway(cause)) throw cause;
    throw new UserError("NO_STORE", `The NATS server does not answer: ${(cause as Error).message}.`, {
      advice:
        "Check whether it is overloaded and the network works, then run the same command again: it keeps what it knows.",
      cause,
    });
  }
};

const AWAY = [errors.TimeoutError, errors.NoRespondersError, errors.ConnectionError, errors.RequestError] as const;

/** Nothing was said against the question: nobody has answered it. */
export const isAway = (error: unknown): boolean => {
  for (let each = error; each instanceof Error; each = each.cause)
    if (AWAY.some((kind) => each instanceof kind)) return true;
  return false;
};
