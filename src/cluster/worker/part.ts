/** The part a worker takes in one run: its bench, its requests for jobs, and the jobs under way. */
import type { Cluster } from "../cluster.ts";
import { usual } from "../usual.ts";
import { ordersOf, type Announcement, type Participation } from "../protocol.ts";
import { Refusal, type Envelope } from "../signing.ts";
import type { Subscription } from "@nats-io/transport-node";
import type { Slots } from "../../executors/slots.ts";
import { DRY_MS, type Taker } from "./dealing.ts";
import { type Delivery, openPulls, type Pulls } from "./pulls.ts";
import { doJob, type CallOff } from "./job.ts";
import type { OpenBench } from "./opening.ts";
import { rememberedBlobs, type Fetch } from "./remembered-blobs.ts";

/** What a part needs of its worker. */
export interface PartHost {
  readonly cluster: Cluster;
  readonly worker: string;
  readonly blob: Fetch;
  /** Numbers requests over all runs. */
  count(): number;
  /** Slots may have become free. */
  review(): void;
  /** Its state has changed. */
  changed(): void;
  /** Its coordinator has said goodbye. */
  over(part: RunPart): void;
  /** A message is not acted upon. `what`: "job", "order"; `sender`: as far as it is known. */
  refused(what: string, sender: string, reason: string): void;
  trouble(message: string): void;
  readonly slots: Slots;
}

interface UnderWay {
  readonly delivery: Delivery;
  readonly controller: AbortController;
  holdsSlot: boolean;
}

/** Larger content is refused, in bytes. */
const MAX_BYTES = 2 ** 30;
/** Jobs that wait to be answered: while there are more, no others are asked for. */
const MAX_UNANSWERED = 64;
/** The length of the reason why it is set aside, in characters: reports are sent every second. */
const MAX_WORDS = 4000;
const SHORTEST_BEAT_MS = 100;
const LONGEST_BEAT_MS = 60_000;

export class RunPart implements Taker {
  readonly announcement: Announcement;
  readonly #host: PartHost;
  readonly #blob: Fetch;
  readonly #jobs = new Map<string, UnderWay>();
  readonly #orders: Subscription;
  readonly #heart: NodeJS.Timeout;
  readonly #emptied: (() => void)[] = [];
  readonly #closing = new AbortController();
  #open: OpenBench | undefined;
  #closed: Promise<void> | undefined;
  #pulls: Pulls | undefined;
  #reason: string | undefined;
  #done = 0;
  #held = 0;
  dryUntil = 0;
  servedAt = 0;
  usualMs: number | undefined;
  /** When the run was last heard of, and when it last gave us a job, in milliseconds since 1970. */
  seen: number = performance.now();
  used: number = performance.now();

  constructor(announcement: Announcement, host: PartHost) {
    this.announcement = announcement;
    this.#host = host;
    this.#blob = rememberedBlobs(host.blob);
    this.#orders = host.cluster.connection.subscribe(ordersOf(announcement.run), {
      callback: (error, { data }) => void (error === null && this.#ordered(data)),
    });
    const beatMs = Math.min(Math.max(announcement.ackWaitMs / 3, SHORTEST_BEAT_MS), LONGEST_BEAT_MS);
    this.#heart = setInterval(() => {
      for (const { delivery } of this.#jobs.values()) delivery.working();
    }, beatMs);
  }

  /** Aborted when the part is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  get state(): Participation["state"] {
    return this.#reason !== undefined ? "unfit" : this.#open !== undefined ? "ready" : "opening";
  }

  /** Jobs that run or wait for a slot. */
  get held(): number {
    return this.#held;
  }

  /** Jobs that have not come to an end, those that wait to be answered among them. */
  get running(): number {
    return this.#jobs.size;
  }

  get waiting(): number {
    return this.#pulls?.waiting ?? 0;
  }

  get taken(): number {
    return this.waiting + this.#held;
  }

  /** Can it be given slots? */
  get isTaking(): boolean {
    return this.#pulls !== undefined && this.#jobs.size - this.#held < MAX_UNANSWERED;
  }

  get participation(): Participation {
    return {
      run: this.announcement.run,
      state: this.state,
      ...(this.#reason !== undefined && { reason: this.#reason }),
      ...(this.#open?.differs !== undefined && { differs: this.#open.differs }),
      running: this.#jobs.size,
      done: this.#done,
    };
  }

  /** No jobs are taken from now on. */
  setAside(reason: string): void {
    this.#reason = reason.slice(0, MAX_WORDS);
    void this.drain();
    this.#host.changed();
  }

  /** Jobs are taken from now on. */
  start(open: OpenBench): void {
    const { connection } = this.#host.cluster;
    this.#open = open;
    this.#pulls = openPulls(connection, this.announcement.run, {
      onJob: (delivery) => this.#take(delivery),
      onNothing: () => {
        this.dryUntil = performance.now() + DRY_MS;
        this.#host.review();
      },
      onStranger: () => this.#refuse("job", "malformed: not from the queue"),
    });
    this.#host.changed();
    this.#host.review();
  }

  pull(waitMs?: number): void {
    this.servedAt = this.#host.count();
    this.#pulls?.pull(waitMs);
  }

  /** The connection is there again. */
  restart(): void {
    this.seen = performance.now();
    this.#pulls?.restart();
  }

  /** No more jobs; those that are under way to us are given back. */
  async drain(): Promise<void> {
    const pulls = this.#pulls;
    this.#pulls = undefined;
    await pulls?.close();
    if (this.#jobs.size > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
  }

  /** Resolves when all is closed, however often it is called. */
  async close(why: CallOff): Promise<void> {
    this.#closing.abort(why);
    for (const { controller } of this.#jobs.values()) controller.abort(why);
    await (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.drain();
    this.#orders.unsubscribe();
    clearInterval(this.#heart);
    const open = this.#open;
    this.#open = undefined;
    await open?.close();
  }

  #take(delivery: Delivery): void {
    this.dryUntil = 0;
    this.used = performance.now();
    const { run, kit } = this.announcement;
    const open = this.#open;
    if (this.#pulls === undefined || open === undefined) return delivery.nak();
    let job: Envelope<"job">;
    try {
      job = this.#host.cluster.signer.open(delivery.data, "job");
      const { message } = job;
      if (message.run !== run || message.kit !== kit) throw new Refusal("malformed", "of another run");
      if (message.bytes > MAX_BYTES) throw new Refusal("malformed", `content of ${message.bytes} bytes`);
      const twin = this.#jobs.get(message.id);
      // The queue thought we were gone. One message, one end: the first delivery speaks for both.
      if (twin?.delivery.sequence === delivery.sequence) return this.#host.review();
      if (twin !== undefined) throw new Refusal("malformed", "replayed");
    } catch (error) {
      this.#refuse("job", error instanceof Refusal ? error.message : String(error));
      delivery.term();
      this.#host.review();
      return;
    }
    void this.#do(delivery, job, open);
  }

  async #do(delivery: Delivery, job: Envelope<"job">, { bench, table }: OpenBench): Promise<void> {
    const { cluster, worker, slots } = this.#host;
    const { id } = job.message;
    const under: UnderWay = { delivery, controller: new AbortController(), holdsSlot: true };
    this.#jobs.set(id, under);
    this.#held += 1;
    const onFree = (benchMs?: number): void => {
      if (!under.holdsSlot) return;
      if (benchMs !== undefined) this.usualMs = usual(this.usualMs, benchMs);
      under.holdsSlot = false;
      this.#held -= 1;
      this.#host.review();
    };
    const isDone = await doJob({
      cluster,
      worker,
      bench,
      table,
      blob: this.#blob,
      slots,
      delivery,
      job,
      signal: under.controller.signal,
      onFree,
      refused: (reason) => this.#refuse("job", reason),
      trouble: (message) => this.#host.trouble(message),
    });
    this.#jobs.delete(id);
    if (isDone) this.#done += 1;
    if (this.#jobs.size === 0) for (const tell of this.#emptied.splice(0)) tell();
    this.#host.review();
  }

  #ordered(data: Uint8Array): void {
    const { signer } = this.#host.cluster;
    const { run } = this.announcement;
    try {
      const { message } = signer.open(data, "cancel");
      if (message.run === run) for (const id of message.jobs) this.#jobs.get(id)?.controller.abort("cancelled");
    } catch (refusal) {
      try {
        if (signer.open(data, "farewell").message.run === run) this.#host.over(this);
      } catch {
        this.#refuse("order", refusal instanceof Refusal ? refusal.message : String(refusal));
      }
    }
  }

  #refuse(what: string, reason: string): void {
    this.#host.refused(what, this.announcement.run, reason);
  }
}
