/** Tests that are run by a function of a module, in threads of this process. */
import type { InProcess } from "../readers/in-process.ts";
import type { Universe } from "../coverage.ts";
import type { Measurement, Measurer } from "./measurer.ts";

export const threadMeasurer = (universe: Universe, threads: InProcess): Measurer => ({
  universe,
  identity: threads.identity,
  measure: async ({ bytes }, { timeout, signal }): Promise<Measurement> => {
    const { outcome, reason, cover, ms } = await threads.run(bytes, { timeout, signal });
    if (outcome === "aborted") signal.throwIfAborted();
    return {
      ending: endingOf(outcome, reason),
      timedOut: outcome === "timeout",
      ...(cover !== undefined && { cover }),
      ms,
    };
  },
  close: () => threads.close(),
});

/** Messages name places, which change with every unit that goes: of what was thrown only its kind counts. */
const endingOf = (outcome: string, reason: string | undefined): string => {
  if (outcome === "returned") return "returns";
  if (outcome === "timeout") return "does not end";
  if (outcome === "died") return "ends its thread";
  const [, name] = /^([\w$.]+)(?::|$)/.exec(reason ?? "") ?? [];
  return name === undefined ? "throws" : `throws ${name}`;
};
