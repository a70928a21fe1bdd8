/** Lends the slots of this machine to the runs of a cluster. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Cluster } from "../cluster.ts";
import { BEAT_MS, RUNS_SUBJECT, SILENCE_MS, WORKERS_SUBJECT, type Announcement } from "../protocol.ts";
import { Refusal } from "../signing.ts";
import { Slots } from "../../executors/slots.ts";
import { deal, roomFor } from "./dealing.ts";
import type { CallOff } from "./job.ts";
import { type WorkerMessage, reportOf } from "./report.ts";
import { openPatiently, type BenchSupplies } from "./opening.ts";
import { RunPart, type PartHost } from "./part.ts";
import { openThrottle, type Throttle } from "./throttle.ts";

export interface WorkerOptions extends BenchSupplies {
  readonly cluster: Cluster;
  /** The version of pare. */
  readonly pare: string;
  /** The name that people are shown; the host and the process unless given. */
  readonly name?: string | undefined;
  readonly log?: ((note: WorkerMessage) => void) | undefined;
}

export interface WorkerFigures {
  readonly runs: number;
  readonly running: number;
  readonly done: number;
  readonly refused: number;
}

export interface Worker {
  /** Random, of this worker. */
  readonly id: string;
  readonly name: string;
  figures(): WorkerFigures;
  /** No more jobs; resolves when those under way have been answered and all is closed. The cluster stays open. */
  drain(): Promise<void>;
  /** As `drain`, but jobs under way are aborted and given to others. */
  stop(): Promise<void>;
  /** When it has ended. */
  readonly closed: Promise<void>;
}

/** So many runs have a bench at once, and so many are known. */
const MAX_BENCHES = 16;
const MAX_RUNS = 128;
const MAX_FINISHED = 1000;
/** A bench that had nothing to do for so long may be closed for another, in milliseconds. */
const IDLE_MS = 30_000;

export const startWorker = (options: WorkerOptions): Worker => new ClusterWorker(options);

class ClusterWorker implements Worker, PartHost {
  readonly id: string = randomBytes(9).toString("hex");
  readonly worker: string = this.id;
  readonly name: string;
  readonly closed: Promise<void>;
  readonly cluster: Cluster;
  readonly blob: PartHost["blob"];
  readonly slots: Slots;
  readonly #options: WorkerOptions;
  readonly #refusals: Throttle<{ readonly what: string; readonly reason: string }>;
  readonly #troubles: Throttle<string>;
  readonly #openings = new Set<Promise<void>>();
  readonly #parts = new Map<string, RunPart>();
  /** Parts that are being closed: their jobs still have slots. */
  readonly #leaving = new Set<RunPart>();
  /** Runs that have said goodbye. */
  readonly #finished = new Set<string>();
  readonly #ends: (() => void)[] = [];
  readonly #afterwards: (() => void)[] = [];
  #requests = 0;
  #done = 0;
  #isConnected = true;
  #isReviewing = false;
  #leave: Promise<void> | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.cluster = options.cluster;
    this.slots = new Slots(options.slots);
    this.name = options.name ?? `${hostname()}:${process.pid}`;
    this.#refusals = openThrottle((refused, count) => this.#log({ type: "refused", ...refused, count }));
    this.#troubles = openThrottle((message, count) => this.#log({ type: "trouble", message, count }));
    this.blob = (name) => options.cache.blob(name);
    this.closed = new Promise((resolve) => this.#afterwards.push(resolve));
    const { connection } = this.cluster;
    const runs = connection.subscribe(RUNS_SUBJECT, {
      callback: (error, { data }) => void (error === null && this.#announced(data)),
    });
    const beat = setInterval(() => this.#beat(), BEAT_MS);
    this.#ends.push(() => runs.unsubscribe());
    this.#ends.push(() => clearInterval(beat));
    void this.#watch();
    void connection.closed().then(() => this.stop());
    this.changed();
  }

  figures(): WorkerFigures {
    const parts = [...this.#parts.values()];
    return {
      runs: parts.filter(({ state }) => state === "ready").length,
      running: parts.reduce((sum, { running }) => sum + running, 0),
      done: this.#done + parts.reduce((sum, { participation }) => sum + participation.done, 0),
      refused: this.#refusals.count,
    };
  }

  async drain(): Promise<void> {
    await this.#end(undefined);
  }

  async stop(): Promise<void> {
    for (const part of [...this.#parts.values(), ...this.#leaving])
      part.close("leaving").catch((error: unknown) => this.trouble(String(error)));
    await this.#end("leaving");
  }

  count(): number {
    return (this.#requests += 1);
  }

  /** Once for all that becomes free at one instant. */
  review(): void {
    if (this.#isReviewing || this.#leave !== undefined) return;
    this.#isReviewing = true;
    queueMicrotask(() => {
      this.#isReviewing = false;
      if (!this.#isConnected || this.#leave !== undefined) return;
      const takers = [...this.#parts.values()].filter(({ isTaking }) => isTaking);
      const busy = [...this.#parts.values(), ...this.#leaving].reduce((sum, { taken }) => sum + taken, 0);
      deal(takers, roomFor(takers, this.slots.capacity) - busy, performance.now());
    });
  }

  changed(): void {
    const { connection, signer } = this.cluster;
    // What is said while nobody hears would be old news later.
    if (connection.isClosed() || !this.#isConnected) return;
    const { pare, slots, cache } = this.#options;
    const report = reportOf({
      worker: this.id,
      name: this.name,
      pare,
      slots,
      cacheBytes: cache.bytes,
      draining: this.#leave !== undefined,
      runs: [...this.#parts.values()].map(({ participation }) => participation),
    });
    connection.publish(WORKERS_SUBJECT, signer.seal(report));
  }

  over(part: RunPart): void {
    this.#finished.add(part.announcement.run);
    const [oldest] = this.#finished;
    if (this.#finished.size > MAX_FINISHED && oldest !== undefined) this.#finished.delete(oldest);
    void this.#close(part, "over");
  }

  refused(what: string, sender: string, reason: string): void {
    this.#refusals.note(JSON.stringify([what, sender, reason]), { what, reason });
  }

  trouble(message: string): void {
    this.#troubles.note(message, message);
  }

  #log(note: WorkerMessage): void {
    this.#options.log?.(note);
  }

  #announced(data: Uint8Array): void {
    let announcement: Announcement;
    try {
      announcement = this.cluster.signer.open(data, "announcement").message;
    } catch (error) {
      this.refused("announcement", RUNS_SUBJECT, error instanceof Refusal ? error.message : String(error));
      return;
    }
    // Somebody may repeat what the coordinator has said before it went.
    if (this.#finished.has(announcement.run)) return;
    const part = this.#parts.get(announcement.run);
    if (part !== undefined) {
      part.seen = performance.now();
      const reason = announcement.aside?.[this.id];
      if (reason !== undefined && part.state !== "unfit") this.#setAside(part, reason);
      const { kit, pare, original } = part.announcement;
      if (kit === announcement.kit && pare === announcement.pare && original === announcement.original) return;
      void this.#close(part, "over");
    }
    if (this.#leave === undefined) this.#join(announcement);
  }

  #join(announcement: Announcement): void {
    const { run, title, pare } = announcement;
    const isOurs = pare === this.#options.pare;
    if (this.#parts.size >= MAX_RUNS || (isOurs && !this.#makeRoom())) return;
    const part = new RunPart(announcement, this);
    this.#parts.set(run, part);
    if (isOurs) this.#begin(part);
    else this.#setAside(part, `this worker has pare ${this.#options.pare}, the run needs ${pare}`);
    if (isOurs) this.#log({ type: "opening", run, title });
  }

  /** There is a limit to benches: one that is not used makes room. */
  #makeRoom(): boolean {
    const fit = [...this.#parts.values()].filter(({ state }) => state !== "unfit");
    if (fit.length < MAX_BENCHES) return true;
    const idle = fit.filter((part) => part.running === 0 && performance.now() - part.used > IDLE_MS);
    const [oldest] = idle.toSorted((a, b) => a.used - b.used);
    if (oldest !== undefined) void this.#close(oldest, "over");
    return oldest !== undefined;
  }

  #begin(part: RunPart): void {
    const opening = this.#open(part)
      .catch((error: unknown) => this.trouble(String(error)))
      .finally(() => this.#openings.delete(opening));
    this.#openings.add(opening);
  }

  async #open(part: RunPart): Promise<void> {
    const { announcement, signal } = part;
    const open = await openPatiently(this.#options, announcement, signal);
    if (typeof open === "string") this.#setAside(part, open);
    else if (signal.aborted) await open?.close();
    else if (open !== undefined) {
      part.start(open);
      this.#log({ type: "ready", run: announcement.run, title: announcement.title });
    }
  }

  #setAside(part: RunPart, reason: string): void {
    if (part.signal.aborted) return;
    const { run, title } = part.announcement;
    part.setAside(reason);
    this.#log({ type: "unfit", run, title, reason });
  }

  async #close(part: RunPart, why: CallOff): Promise<void> {
    const { run, title } = part.announcement;
    if (this.#parts.get(run) !== part) return;
    this.#parts.delete(run);
    this.#leaving.add(part);
    this.#log({ type: "over", run, title });
    this.changed();
    await part.close(why).catch((error: unknown) => this.trouble(String(error)));
    this.#done += part.participation.done;
    this.#leaving.delete(part);
    this.review();
  }

  #beat(): void {
    const now = performance.now();
    // While the connection is away nobody can be heard.
    if (this.#isConnected)
      for (const part of this.#parts.values()) if (now - part.seen > 3 * SILENCE_MS) void this.#close(part, "over");
    this.changed();
    this.review();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.cluster.connection.status()) {
      if (type === "disconnect" && this.#isConnected) {
        this.#isConnected = false;
        this.#log({ type: "lost" });
      } else if (type === "reconnect") {
        this.#isConnected = true;
        this.#log({ type: "back" });
        for (const part of this.#parts.values()) part.restart();
        this.changed();
        this.review();
      }
    }
  }

  async #end(why: CallOff | undefined): Promise<void> {
    this.#leave ??= this.#finish(why);
    await this.#leave;
  }

  async #finish(why: CallOff | undefined): Promise<void> {
    // `#leave` is set by now for everybody else.
    await Promise.resolve();
    const parts = [...this.#parts.values(), ...this.#leaving];
    if (why === undefined) this.#log({ type: "draining", running: this.figures().running });
    this.changed();
    await Promise.allSettled(parts.map((part) => part.drain()));
    await Promise.allSettled(parts.map((part) => part.close("leaving")));
    await Promise.allSettled(this.#openings);
    this.#done = this.figures().done;
    this.#parts.clear();
    this.changed();
    for (const end of this.#ends) end();
    this.#refusals.close();
    this.#troubles.close();
    if (!this.cluster.connection.isClosed()) await this.cluster.connection.flush().catch(() => undefined);
    for (const tell of this.#afterwards) tell();
  }
}
