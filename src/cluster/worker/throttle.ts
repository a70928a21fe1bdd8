/** Tells of things that may happen often without flooding: the first of a kind at once, those that follow as a number now and then. */

export interface Throttle<T> {
  /** Equal keys are of one kind. */
  note(key: string, value: T): void;
  /** How many there were of all kinds. */
  readonly count: number;
  /** Tells what was not told yet. */
  close(): void;
}

const INTERVAL_MS = 10_000;
/** So many kinds are told apart; further ones are only counted. */
const MAX = 100;

export const openThrottle = <T>(
  tell: (value: T, count: number) => void,
  everyMs: number = INTERVAL_MS,
): Throttle<T> => {
  /** With the number of those that were not told yet. */
  const known = new Map<string, { readonly value: T; untold: number }>();
  let all = 0;
  const flush = (): void => {
    for (const [key, entry] of known) {
      if (entry.untold === 0) known.delete(key);
      else tell(entry.value, entry.untold);
      entry.untold = 0;
    }
  };
  const timer = setInterval(flush, everyMs).unref();
  return {
    get count() {
      return all;
    },
    note: (key, value) => {
      all += 1;
      const entry = known.get(key);
      if (entry !== undefined) entry.untold += 1;
      else if (known.size < MAX) {
        known.set(key, { value, untold: 0 });
        tell(value, 1);
      }
    },
    close: () => {
      clearInterval(timer);
      flush();
    },
  };
};
