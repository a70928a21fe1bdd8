/** How busy an executor is, and what its last test has said: told a few times a second, however many tests there are. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import type { OracleOutput, ReduceNote } from "../core/notes.ts";
import type { Finding } from "../core/verdict.ts";
import { wrapped } from "../executors/wrapped.ts";

/** Nobody sees more than that. */
const INTERVAL_MS = 250;
/** A screenful. */
const SHOWN_CHARACTERS = 4000;

/** The same executor; `emit` hears of it when tests end. Counts go on over several searches with one meter. */
export const metered = <C extends Case>(executor: Executor<C>, emit: (note: ReduceNote) => void): Executor<C> => {
  let started = 0;
  let busyMs = 0;
  let told = Number.NEGATIVE_INFINITY;
  let running = 0;
  let failing: Finding | undefined;
  const measured = async (run: () => Promise<Finding>): Promise<Finding> => {
    const startedAt = performance.now();
    started++;
    running++;
    let finding: Finding | undefined;
    try {
      finding = await run();
      if (finding.outcome === "fail") failing = finding;
      return finding;
    } finally {
      running--;
      const now = performance.now();
      busyMs += now - startedAt;
      if (now - told >= INTERVAL_MS) {
        told = now;
        emit({
          type: "activity",
          started,
          running,
          busyMs,
          ...(finding !== undefined && { last: outputOf(finding) }),
          ...(failing !== undefined && { failing: outputOf(failing) }),
        });
      }
    }
  };
  return wrapped(executor, measured);
};

const outputOf = ({ outcome, reason, ms, evidence }: Finding): OracleOutput => ({
  outcome,
  ...(reason !== undefined && { reason }),
  ms,
  ...(evidence?.output !== undefined && { text: evidence.output.slice(-SHOWN_CHARACTERS) }),
});
