/** What jobs of a suite ask for. */
import { basename } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as v from "valibot";

export interface SuiteTerms {
  /**
   * "fitness": does the first test do here what it does where the run was started? "whole": the content is a test, all of the work on
   * it is done. "measure": the content is a candidate, it is run once.
   */
  readonly ask: "fitness" | "whole" | "measure";
  /** The base name, as the command sees it. */
  readonly name: string;
  readonly mode: number;
  /** The limit for one run, in milliseconds. */
  readonly timeout: number;
}

/** Names become those of files. */
const isFileName = (name: string): boolean =>
  name === basename(name) && !["", ".", ".."].includes(name) && !name.includes("\0");

const termsSchema: v.GenericSchema<unknown, SuiteTerms> = v.object({
  ask: v.picklist(["fitness", "whole", "measure"]),
  name: v.pipe(v.string(), v.check(isFileName)),
  mode: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0o777)),
  timeout: v.pipe(v.number(), v.gtValue(0)),
});

/** Throws an `Error` for anything that is not terms. */
export const termsIn = (terms: unknown): SuiteTerms => {
  const { success, output } = v.safeParse(termsSchema, terms);
  if (!success) throw new Error("a job of a suite has invalid terms");
  return output;
};

/** Nobody has to hold more than that because of a message, in bytes. */
const MAX_BYTES = 2 ** 29;

export const parcelOf = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 1 });

/** Throws an `Error` for anything that is not a parcel of this shape. */
export const openParcel = <T>(bytes: Uint8Array | undefined, schema: v.GenericSchema<unknown, T>): T => {
  if (bytes === undefined) throw new Error("an answer has no payload");
  const value: unknown = JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString());
  // At the first fault: a parcel can have millions of them.
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  if (!success) throw new Error("an answer has a payload of another shape");
  return output;
};
