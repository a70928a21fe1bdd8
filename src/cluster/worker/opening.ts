/** From the announcement of a run to a bench on which its original was tested. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { UserError } from "../../core/errors.ts";
import { attempt } from "../../core/maybe.ts";
import type { Bench, BenchOpener, BenchPlace, Kit } from "../bench.ts";
import { differences, environmentOf, programDifferences } from "../environment.ts";
import { tableOf } from "../outcomes.ts";
import type { Announcement } from "../protocol.ts";

/** What a worker has for its benches. */
export interface BenchSupplies {
  readonly openers: Readonly<Record<string, BenchOpener>>;
  readonly cache: WorkerCache;
  readonly slots: number;
  /** Directories of benches are made here. */
  readonly directory: string;
}

/** Blobs and trees on the disk. */
interface WorkerCache {
  readonly bytes: number;
  blob(name: string): Promise<Uint8Array>;
  /** What is asked for through it stays until it is released. */
  place(directory: string, slots: number): BenchPlace & { release(): void };
}

export interface OpenBench {
  readonly bench: Bench;
  /** The name of the outcomes, see `tableOf`. */
  readonly table: string;
  /** In which programs this machine differs, in words. */
  readonly differs: string | undefined;
  close(): Promise<void>;
}

/** The store or the way to it is to blame, not this machine: it may be better in a moment. */
const PASSING: readonly string[] = ["NO_BLOB", "NO_STORE"];

const isPassing = (error: unknown): boolean => !(error instanceof UserError) || PASSING.includes(error.code);

/** How often it is tried, and how long the first pause is, in milliseconds. */
const TRIES = 5;
const PAUSE_MS = 500;
/** About what is different, in characters. */
const MAX_WORDS = 2000;

/** Words when this machine cannot take part, nothing after an abort. What may pass is tried again. */
export const openPatiently = async (
  workshop: BenchSupplies,
  announcement: Announcement,
  signal: AbortSignal,
): Promise<OpenBench | string | undefined> => {
  for (let turn = 1; !signal.aborted; turn++) {
    try {
      return await openBench(workshop, announcement, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!signal.aborted && (!isPassing(error) || turn === TRIES)) return await explained(message, announcement);
    }
    await sleep(PAUSE_MS * 2 ** (turn - 1), undefined, { signal }).catch(() => undefined);
  }
  return undefined;
};

/** Rejects when the kit did not arrive, which may pass. */
const openBench = async (
  { openers, cache, slots, directory }: BenchSupplies,
  announcement: Announcement,
  signal: AbortSignal,
): Promise<OpenBench | string> => {
  const { environment } = announcement;
  const looking = environmentOf(Object.keys(environment.programs));
  const kit = kitOf(await cache.blob(announcement.kit));
  const opener = kit !== undefined && Object.hasOwn(openers, kit.kind) ? openers[kit.kind] : undefined;
  if (kit === undefined || opener === undefined) return `this worker has no bench for ${kit?.kind ?? "such a kit"}`;
  await mkdir(directory, { recursive: true });
  const own = await mkdtemp(join(directory, "bench-"));
  const place = cache.place(own, slots);
  let bench: Bench | undefined;
  const close = async (): Promise<void> => {
    await bench?.close().catch(() => undefined);
    place.release();
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    bench = await opener(kit, place);
    signal.throwIfAborted();
    const original = await cache.blob(announcement.original);
    const objection = bench.judge(await bench.run(original, announcement.terms, signal));
    if (objection === undefined) {
      const ours = await looking;
      // For people where the run was started: here is there.
      const differs = programDifferences(ours, environment).join("; ").slice(0, MAX_WORDS) || undefined;
      return { bench, table: tableOf(announcement.kit, ours), differs, close };
    }
    await close();
    return await explained(objection, announcement);
  } catch (error) {
    await close();
    if (signal.aborted || !(error instanceof UserError) || isPassing(error)) throw error;
    return await explained(error.message, announcement);
  }
};

/** With what is different here. */
const explained = async (objection: string, { environment }: Announcement): Promise<string> => {
  const ours = await environmentOf(Object.keys(environment.programs));
  return [objection, ...differences(environment, ours)].join("; ");
};

/** The opener of its kind knows the rest of it. */
const kitSchema = v.looseObject({ kind: v.string(), pare: v.string() });

const kitOf = (bytes: Uint8Array): Kit | undefined =>
  attempt(() => v.parse(kitSchema, JSON.parse(Buffer.from(bytes).toString())) as unknown as Kit);
