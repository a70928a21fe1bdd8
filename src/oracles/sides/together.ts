/** Parts of one test, side by side: the first that refuses the candidate decides, and ends the others. */
import type { Finding } from "../../core/verdict.ts";

/** One process or several on the candidate; `fail` = as far as this part goes, the candidate counts. */
export type SideTest = (signal: AbortSignal) => Promise<Finding>;

/**
 * The finding of the first part that refuses, else that of the first part in order. Settles when nothing of any part is left. The
 * time is that of the slowest part, since limits are for one process. Which part is the first to refuse may differ from run to run;
 * that one does so is the same in all.
 */
export const together = async (parts: readonly SideTest[], signal: AbortSignal): Promise<Finding> => {
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  let refusal: Finding | undefined;
  const watched = parts.map(async (part) => {
    const finding = await part(own.signal).catch((error: unknown) => {
      own.abort(error);
      throw error;
    });
    if (finding.outcome === "fail" || own.signal.aborted) return finding;
    refusal = finding;
    own.abort(new Error("another part has refused"));
    return finding;
  });
  try {
    const ends = await Promise.allSettled(watched);
    if (refusal !== undefined) return refusal;
    const findings = ends.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
    const ms = Math.max(...findings.map((finding) => finding.ms));
    return { ...(findings[0] as Finding), ms };
  } finally {
    signal.removeEventListener("abort", abort);
  }
};
