/** Tells of refused messages without flooding: the first at once, those that follow as a number every ten seconds. */
import type { WorkerNote } from "./notes.ts";

export interface Refusals {
  /** `what`: "job", "announcement"; `sender`: as far as it is known, a subject. */
  note(what: string, sender: string, reason: string): void;
  /** Of all of them. */
  readonly count: number;
  /** Tells what was not told yet. */
  close(): void;
}

const EVERY_MS = 10_000;
/** So many different ones are told apart; further ones are only counted. */
const MOST = 100;

export const openRefusals = (log: (note: WorkerNote) => void, everyMs: number = EVERY_MS): Refusals => {
  /** With the number of those that were not told yet. */
  const known = new Map<string, { readonly what: string; readonly reason: string; untold: number }>();
  let all = 0;
  const tell = (): void => {
    for (const [key, entry] of known) {
      if (entry.untold === 0) known.delete(key);
      else log({ type: "refused", what: entry.what, reason: entry.reason, count: entry.untold });
      entry.untold = 0;
    }
  };
  const timer = setInterval(tell, everyMs).unref();
  return {
    get count() {
      return all;
    },
    note: (what, sender, reason) => {
      all += 1;
      const key = JSON.stringify([what, sender, reason]);
      const entry = known.get(key);
      if (entry !== undefined) entry.untold += 1;
      else if (known.size < MOST) {
        known.set(key, { what, reason, untold: 0 });
        log({ type: "refused", what, reason, count: 1 });
      }
    },
    close: () => {
      clearInterval(timer);
      tell();
    },
  };
};
