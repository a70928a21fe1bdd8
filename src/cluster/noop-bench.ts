/** A bench on which a test costs nothing: no process, no file. It measures all that is not the test. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, BenchOpener } from "./bench.ts";

/** The body of a kit of the kind "nothing". */
export interface NothingKit {
  /** What contains all of these fails; everything does unless given. */
  readonly needs?: readonly string[];
  /** How long a test takes, in milliseconds; no time unless given. */
  readonly ms?: number;
}

/** The terms of a test on it. */
interface NothingTerms {
  /** Instead of the kit's. */
  readonly ms?: number;
}

export const openNothingBench: BenchOpener = async ({ body }): Promise<Bench> => {
  const { needs = [], ms: usual = 0 } = (body ?? {}) as NothingKit;
  return {
    judge: ({ body: finding }) =>
      (finding as { readonly outcome?: string }).outcome === "fail" ? undefined : "the original does not fail here",
    run: async (content, terms, signal) => {
      const { ms = usual } = (terms ?? {}) as NothingTerms;
      signal.throwIfAborted();
      if (ms > 0) await sleep(ms, undefined, { signal });
      const text = Buffer.from(content.buffer, content.byteOffset, content.length);
      const fails = needs.every((need) => text.includes(need));
      return { body: { outcome: fails ? "fail" : "pass", ms }, lasting: true };
    },
    close: async () => undefined,
  };
};
