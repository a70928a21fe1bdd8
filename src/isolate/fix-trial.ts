/** The fix that a kind advises, tested for real: an installation with pinned versions, say. */
import { UserError } from "../core/errors.ts";
import type { Change } from "./change.ts";
import type { Causes } from "./causes.ts";
import type { OpenKind } from "./kind.ts";
import { mixture } from "./mixture.ts";
import { openIsolateOracle } from "./oracle/open.ts";
import type { IsolateOracleOptions } from "./oracle/learn-ends.ts";
import { originPlace } from "./places/origin-place.ts";
import { placePool } from "./places/pool.ts";

export interface CureTrial {
  readonly kind: OpenKind;
  readonly trigger: readonly Change[];
  readonly options: IsolateOracleOptions;
  readonly origin: string;
  /** `identity` of the oracle. */
  readonly earlier: unknown;
  /** A directory for places; it need not exist. */
  readonly places: string;
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What came of it, in words; nothing where the kind knows no cure of its own. */
export const tryCure = async ({ kind, trigger, timeout, places, ...order }: CureTrial): Promise<readonly string[]> => {
  const directory = await kind.cured?.(trigger).catch((error: unknown) => {
    if (error instanceof UserError && !order.signal.aborted) return error;
    throw error;
  });
  if (directory === undefined) return [];
  if (directory instanceof UserError) return [`the fix could not be tested: ${directory.message}`];
  const there = placePool({ open: () => Promise.resolve(originPlace(directory)), root: places });
  const nothing = mixture(0, {});
  const { oracle, close } = await openIsolateOracle({
    ...order,
    places: there,
    good: nothing,
    bad: nothing,
    onWarning: () => undefined,
  });
  try {
    const { outcome, reason } = await oracle.test(nothing, { timeout }, order.signal);
    const works = outcome === "pass" ? "works" : `does not work (${reason ?? outcome})`;
    return [`a real installation with the advice below ${works}`];
  } finally {
    await close();
    await there.close();
  }
};

/** The same with more to say about it. */
export const withRemarks = (found: Causes, remarks: readonly string[]): Causes => ({
  ...found,
  proof: { ...found.proof, remarks: [...found.proof.remarks, ...remarks] },
});
