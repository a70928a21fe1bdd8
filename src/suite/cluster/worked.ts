/** The work on a whole test, on its way from a worker. */
import * as v from "valibot";
import { editsSchema } from "../../cluster/validate.ts";
import { memoryJournal } from "../../journals/memory.ts";
import { applyEdits, editsBetween, type StoredEdit } from "../../runs/steps/edits.ts";
import type { TestProgress } from "../reduce/session.ts";
import type { TestRecords, Worked } from "../reduce/work.ts";
import type { CoverCodec } from "./covers.ts";
import { errorIn, errorSchema, sentError, type SentError } from "./measurements.ts";
import { openParcel, parcelOf } from "./terms.ts";

/** What a session would have kept of one test. */
export interface KeptWork {
  readonly progress: TestProgress;
  readonly result?: Uint8Array;
}

export interface WholeWork {
  readonly worked: Worked;
  readonly kept: KeptWork | undefined;
}

type Covers = "before" | "after" | "target" | "unsteady" | "volume";
type Plain = Omit<Worked, "name" | "bytes" | "covers" | "target" | "unsteady" | "volume" | "error">;

interface SentWork extends Plain {
  readonly sets: Readonly<Record<Covers, unknown>>;
  /** Edits of the test; missing where it is as it was. */
  readonly bytes?: readonly StoredEdit[];
  readonly error?: SentError;
  readonly progress?: TestProgress;
  readonly result?: readonly StoredEdit[];
}

/** Records of one test that nobody has worked on before, as long as the process lives. */
export const memoryRecords = (): TestRecords & { readonly kept: KeptWork | undefined } => {
  let kept: KeptWork | undefined;
  return {
    get kept() {
      return kept;
    },
    journal: () => memoryJournal(),
    progress: () => ({}),
    result: () => undefined,
    note: (_, progress, result) => void (kept = { progress, ...(result !== undefined && { result }) }),
  };
};

/** `test`: its content before. */
export const sentWork = ({ worked, kept }: WholeWork, test: Uint8Array, codec: CoverCodec): Uint8Array => {
  const { name: _, bytes, covers, target, unsteady, volume, error, ...plain } = worked;
  const isSame = Buffer.compare(bytes, test) === 0;
  return parcelOf({
    ...plain,
    sets: {
      before: codec.encode(covers.before),
      after: codec.encode(covers.after),
      target: codec.encode(target),
      unsteady: codec.encode(unsteady),
      volume: codec.encode(volume),
    },
    ...(!isSame && { bytes: editsBetween(test, bytes) }),
    ...(error !== undefined && { error: sentError(error) }),
    ...(kept !== undefined && { progress: kept.progress }),
    ...(kept?.result !== undefined && { result: editsBetween(test, kept.result) }),
  } satisfies SentWork);
};

export interface Whole {
  /** Its name in the suite. */
  readonly name: string;
  readonly test: Uint8Array;
}

/** The sets are checked where they are decoded; the figures are for people alone. */
const workSchema = v.pipe(
  v.looseObject({
    sets: v.record(v.string(), v.unknown()),
    bytes: v.exactOptional(editsSchema),
    error: v.exactOptional(errorSchema),
    result: v.exactOptional(editsSchema),
  }),
  v.transform((work) => work as unknown as SentWork),
);

export const workIn = (payload: Uint8Array | undefined, { name, test }: Whole, codec: CoverCodec): WholeWork => {
  const { sets, bytes, error, progress, result, ...plain } = openParcel(payload, workSchema);
  const kept = result === undefined ? undefined : applyEdits(test, result);
  return {
    worked: {
      ...plain,
      name,
      bytes: bytes === undefined ? test : applyEdits(test, bytes),
      covers: { before: codec.decode(sets.before), after: codec.decode(sets.after) },
      target: codec.decode(sets.target),
      unsteady: codec.decode(sets.unsteady),
      volume: codec.decode(sets.volume),
      ...(error !== undefined && { error: errorIn(error) }),
    },
    kept: progress === undefined ? undefined : { progress, ...(kept !== undefined && { result: kept }) },
  };
};
