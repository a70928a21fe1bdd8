/** Short time slices for the main thread: it wakes for an instant after each test, and whatever it waits for waits with it. */
import { getPriority } from "node:os";
import type { Libc } from "./libc.ts";

const ATTRIBUTES_SIZE = 48;
/** SCHED_OTHER. */
const USUAL_POLICY = 0;
/** Processes and threads that are started have the usual slice again. */
const RESET_ON_FORK = 1n;
/** In nanoseconds; the shortest there is. */
const SHORTEST = 100_000n;

/**
 * Since Linux 6.12 a thread with a shorter slice goes before one with a longer slice when it wakes; otherwise it may wait for as long
 * as a short test takes, and a core stands still meanwhile. Refusals do no harm. Returns what puts the usual slice back.
 */
export const shortenSlice = (libc: Libc): (() => void) => {
  if (libc.schedulingPolicy(0) !== USUAL_POLICY) return () => undefined;
  libc.setScheduling(0, attributesFor(SHORTEST));
  return () => void libc.setScheduling(0, attributesFor(0n));
};

/** Policy and priority as they are; a slice of zero is the usual one. */
const attributesFor = (slice: bigint): Uint8Array => {
  const attributes = Buffer.alloc(ATTRIBUTES_SIZE);
  attributes.writeUInt32LE(ATTRIBUTES_SIZE, 0);
  attributes.writeUInt32LE(USUAL_POLICY, 4);
  attributes.writeBigUInt64LE(RESET_ON_FORK, 8);
  attributes.writeInt32LE(getPriority(), 16);
  attributes.writeBigUInt64LE(slice, 24);
  return attributes;
};
