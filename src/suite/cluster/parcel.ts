/** What is too much for the body of a message: JSON, packed. */
import { gunzipSync, gzipSync } from "node:zlib";

/** Nobody has to hold more than that because of a message, in bytes. */
const MAX_BYTES = 2 ** 29;

export const parcelOf = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 1 });

/** Throws an `Error` for what is no parcel. */
export const openParcel = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined) throw new Error("an answer without its parcel");
  return JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString()) as unknown;
};
