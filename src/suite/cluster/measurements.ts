/** Measurements on their way from a worker, and a measurer that has them made there. */
import * as v from "valibot";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import type { ClusterRun } from "../../cluster/run.ts";
import type { Measurement, Measurer } from "../run/measurer.ts";
import type { CoverCodec } from "./covers.ts";
import { openParcel, parcelOf, type SuiteTerms } from "./terms.ts";

/** A `UserError` as plain data. */
export interface SentError {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
}

export const errorSchema: v.GenericSchema<unknown, SentError> = v.object({
  code: v.string(),
  message: v.string(),
  advice: v.string(),
});

export const sentError = ({ code, message, advice }: UserError): SentError => ({ code, message, advice });

export const errorIn = ({ code, message, advice }: SentError): UserError => new UserError(code, message, { advice });

interface SentMeasurement extends Pick<Measurement, "ending" | "timedOut" | "ms"> {
  readonly cover?: unknown;
  readonly trouble?: SentError;
}

export const sentMeasurement = ({ ending, timedOut, ms, cover, trouble }: Measurement, codec: CoverCodec): Uint8Array =>
  parcelOf({
    ending,
    timedOut,
    ms,
    ...(cover !== undefined && { cover: codec.encode(cover) }),
    ...(trouble !== undefined && { trouble: sentError(trouble) }),
  } satisfies SentMeasurement);

const measurementSchema: v.GenericSchema<unknown, SentMeasurement> = v.object({
  ending: v.string(),
  timedOut: v.boolean(),
  ms: v.number(),
  cover: v.exactOptional(v.unknown()),
  trouble: v.exactOptional(errorSchema),
});

const measurementIn = (payload: Uint8Array | undefined, codec: CoverCodec): Measurement => {
  const { ending, timedOut, ms, cover, trouble } = openParcel(payload, measurementSchema);
  return {
    ending,
    timedOut,
    ms,
    ...(cover !== undefined && { cover: codec.decode(cover) }),
    ...(trouble !== undefined && { trouble: errorIn(trouble) }),
  };
};

export interface RemoteMeasurerOptions {
  readonly run: ClusterRun;
  /** This machine's: entities have its numbers. */
  readonly here: Measurer;
  readonly codec: CoverCodec;
  /** A candidate is given out. */
  readonly onJob: () => void;
}

/** What this machine's measurer would say, from whichever worker is free. Closing it closes nothing. */
export const remoteMeasurer = ({ run, here, codec, onJob }: RemoteMeasurerOptions): Measurer => ({
  universe: here.universe,
  identity: here.identity,
  measure: async ({ name, mode, bytes }, { timeout, signal }) => {
    onJob();
    const terms: SuiteTerms = { ask: "measure", name, mode, timeout };
    const job = { key: digest(bytes), content: () => bytes, terms, shared: false, family: name };
    for (;;) {
      const { payload, worker } = await run.submit(job, signal);
      try {
        return measurementIn(payload, codec);
      } catch (error) {
        run.distrust(worker, `it gave an answer that cannot be read: ${String(error)}`);
      }
    }
  },
  close: async () => {},
});
