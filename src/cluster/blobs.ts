/** Content by its hash, in the object store of the cluster. */
import { setTimeout as sleep } from "node:timers/promises";
import { ClosedConnectionError, DrainingConnectionError } from "@nats-io/transport-node";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { ObjectInfo, ObjectResult, ObjectStore, ObjectStoreStatus } from "@nats-io/obj";
import { UserError } from "../core/errors.ts";
import { again } from "./retry.ts";
import { sha256 } from "../runs/identity.ts";
import { isDigest } from "./validate.ts";
import { BLOBS_BUCKET } from "./protocol.ts";

export interface Blobs {
  /** Stores it unless it is there; returns its name, the SHA-256 in hexadecimal. The same content is looked for only once an hour. */
  put(bytes: Uint8Array): Promise<string>;
  /** Checked against the name. Rejects with a `UserError` (NO_BLOB) when it is not there or is damaged. More than `mostBytes` is refused (TOO_LARGE). */
  get(name: string, mostBytes?: number): Promise<Uint8Array>;
}

/** The bytes of an object in one message: fewer round trips than with the library's 128 KiB, and half of what servers accept at most. */
const CHUNK = 512 * 1024;
/** Servers are restarted and networks cut: from the first to the last try go about four seconds besides the waits for answers. */
const TRIES = 5;
const FIRST_DELAY_MS = 250;
/** A chunk that takes longer does not come: the consumer was lost with its server. */
const STALL_MS = 5000;
/** Objects of buckets with a time to live go: those known to be there are looked for again after so long. */
const KNOWN_MS = 60 * 60 * 1000;
/** A name that is forgotten costs one more look. */
const MAX_KNOWN = 10_000;
const NANOS_A_MS = 1_000_000;

export const openBlobs = (store: ObjectStore): Blobs => {
  const known = new Map<string, { readonly done: Promise<void>; readonly at: number }>();
  return {
    put: async (bytes) => {
      const name = sha256(bytes);
      let entry = known.get(name);
      if (entry === undefined || performance.now() - entry.at > KNOWN_MS) {
        entry = { done: patiently("store", name, () => ensure(store, name, bytes)), at: performance.now() };
        known.set(name, entry);
        if (known.size > MAX_KNOWN) known.delete(known.keys().next().value as string);
      }
      try {
        await entry.done;
      } catch (error) {
        if (known.get(name) === entry) known.delete(name);
        throw error;
      }
      return name;
    },
    get: async (name, mostBytes = Number.POSITIVE_INFINITY) => {
      if (!isDigest(name)) throw noBlob(JSON.stringify(name), "that is not the name of any content");
      const suspect: Suspect = {};
      return patiently("fetch", name, () => fetched(store, name, mostBytes, suspect));
    },
  };
};

/** Only whoever replaces what was seen wins, so that of two uploads at once one is taken back and leaves nothing behind. */
const ensure = async (store: ObjectStore, name: string, bytes: Uint8Array): Promise<void> => {
  const info = await store.info(name);
  if (info !== null && (await isWhole(store, info, name, bytes.length))) return;
  await store.put({ name, options: { max_chunk_size: CHUNK } }, piecesOf(bytes), {
    previousRevision: info?.revision ?? 0,
  });
};

/** It is what its name says, every chunk is there, and none will go soon. */
const isWhole = async (store: ObjectStore, info: ObjectInfo, name: string, size: number): Promise<boolean> => {
  if (!isIntact(info, name) || info.size !== size) return false;
  const status = await store.status({ subjects_filter: chunksOf(info) });
  return hasChunks(status, info) && !isOld(status, info);
};

const hasChunks = ({ streamInfo }: ObjectStoreStatus, info: ObjectInfo): boolean =>
  info.chunks === (streamInfo.state.subjects?.[chunksOf(info)] ?? 0);

/** Half of the time to live is over: no run is to see its end. */
const isOld = ({ ttl }: ObjectStoreStatus, { mtime }: ObjectInfo): boolean =>
  ttl > 0 && Date.now() - Date.parse(mtime) > ttl / NANOS_A_MS / 2;

const chunksOf = ({ bucket, nuid }: ObjectInfo): string => `$O.${bucket}.C.${nuid}`;

/** Links lead elsewhere: nobody here makes any. */
const isIntact = (info: ObjectInfo, name: string): boolean =>
  !info.deleted && info.options?.link === undefined && info.digest === digestOf(name);

/** As the object store writes it. */
const digestOf = (name: string): string => {
  const base64 = Buffer.from(name, "hex").toString("base64");
  return `SHA-256=${base64.replaceAll("+", "-").replaceAll("/", "_")}`;
};

const piecesOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + CHUNK));
      at += CHUNK;
    },
  });
};

/** The upload that was damaged when it was read last. */
interface Suspect {
  nuid?: string;
}

const fetched = async (store: ObjectStore, name: string, mostBytes: number, suspect: Suspect): Promise<Uint8Array> => {
  const info = await store.info(name);
  if (info === null || info.deleted) throw noBlob(name, "it is not in the store of the cluster");
  if (!isIntact(info, name)) throw noBlob(name, "the store of the cluster has something else under its name");
  if (info.size > mostBytes) throw tooLarge(name, mostBytes);
  if (!hasChunks(await store.status({ subjects_filter: chunksOf(info) }), info)) {
    throw noBlob(name, "parts of it are missing in the store of the cluster");
  }
  const result = await store.get(name);
  if (result === null) throw noBlob(name, "it was removed from the store of the cluster");
  const bytes = await read(result, info.size);
  if (bytes !== undefined && bytes.length === info.size && sha256(bytes) === name) return bytes;
  // Twice the same: it is not the way but the thing. Taken away, it is stored again by whoever has it.
  if (suspect.nuid === info.nuid) {
    await store.delete(name);
    throw noBlob(name, "it was damaged in the store of the cluster and has been removed there");
  }
  suspect.nuid = info.nuid;
  throw new Error("it arrived damaged");
};

/** Nothing when its digest is wrong, or there is more than it says. The library waits for ever for chunks that do not come. */
const read = async ({ data, error }: ObjectResult, mostBytes: number): Promise<Uint8Array | undefined> => {
  // What goes wrong is seen at the reader, too.
  error.catch(() => undefined);
  const reader = data.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read());
      if (done) return Buffer.concat(parts, size);
      size += value.length;
      if (size > mostBytes) return undefined;
      parts.push(value);
    }
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith("received a corrupt object")) return undefined;
    throw cause;
  } finally {
    reader.cancel().catch(() => undefined);
  }
};

const withinTime = async <T>(work: Promise<T>): Promise<T> => {
  const over = new AbortController();
  const late = sleep(STALL_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`nothing arrived for ${STALL_MS / 1000} seconds`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
};

/** Again and again for a while; what trying cannot mend is said at once. */
const patiently = async <T>(doing: "store" | "fetch", name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await again(work, { tries: TRIES, pauseMs: FIRST_DELAY_MS, passes: isPassing });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw isFull(error) ? noRoom(error) : noStore(doing, name, error);
  }
};

const isPassing = (error: unknown): boolean => !(error instanceof UserError || isFull(error) || isOver(error));

const isOver = (error: unknown): boolean =>
  error instanceof ClosedConnectionError || error instanceof DrainingConnectionError;

/** Limits of the account, the server, memory, the disk and the bucket, by the numbers of the JetStream API. */
const FULL: ReadonlySet<number> = new Set([10002, 10023, 10028, 10047, 10077]);

const isFull = (error: unknown): boolean => error instanceof JetStreamApiError && FULL.has(error.code);

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const noRoom = (cause: unknown): UserError =>
  new UserError("NO_ROOM", `The object store of the cluster has no room left (${wordsOf(cause)}).`, {
    advice: `Raise max_file_store of the NATS server or the limit of the bucket ${BLOBS_BUCKET}, or remove the bucket (nats object rm ${BLOBS_BUCKET}) when no run is active.`,
    cause,
  });

const noStore = (doing: string, name: string, cause: unknown): UserError =>
  new UserError(
    "NO_STORE",
    `Could not ${doing} the content ${name.slice(0, 12)}… in the object store of the cluster, after ${TRIES} tries: ${wordsOf(cause)}.`,
    { advice: "Check that the NATS server runs, can be reached, and has JetStream switched on.", cause },
  );

const noBlob = (name: string, why: string): UserError =>
  new UserError("NO_BLOB", `The content ${name.slice(0, 12)}… cannot be fetched: ${why}.`, {
    advice: "Start the run again: pare stores what is missing again.",
  });

const tooLarge = (name: string, mostBytes: number): UserError =>
  new UserError(
    "TOO_LARGE",
    `The content ${name.slice(0, 12)}… has more than the ${mostBytes} bytes that are accepted.`,
    {
      advice: "Start the worker with a larger cache.",
    },
  );
