/** Gives out the jobs of a run and takes their answers, while workers come, go and die. */
import { randomBytes } from "node:crypto";
import type { Msg } from "@nats-io/transport-node";
import type { ClusterFigures } from "../core/cluster-figures.ts";
import { UserError } from "../core/errors.ts";
import { canonical } from "../runs/identity.ts";
import { Attempts } from "./attempts.ts";
import { openCalls, type Calls } from "./calls-off.ts";
import { Contents } from "./contents.ts";
import { isLate, type Attempt, type Flight } from "./flight.ts";
import type { KnownOutcomes } from "./outcomes.ts";
import { tableOf } from "./outcome-table.ts";
import { BEAT_MS, RUNS_SUBJECT, WORKERS_SUBJECT, answersOf, claimsOf, ordersOf } from "./protocol.ts";
import type { Announcement, Answer, Claim, Message } from "./protocol.ts";
import { openQueue, type Queue } from "./queue.ts";
import { Roster } from "./roster.ts";
import type { ClusterJob, ClusterReply, ClusterRun, ClusterRunOrder } from "./run.ts";
import type { Opened } from "./signing.ts";
import { listen, respond, say } from "./speaking.ts";
import { openThrottle, type Throttle } from "./worker/throttle.ts";

/** How long a job may go without a sign of life from its worker. */
const ACK_WAIT_MS = 6000;
/** How long a job is good for; one that nobody has taken by then is given out anew. */
const JOB_LIFE_MS = 30 * 60_000;
/** A worker that is at work on it for so long still gives its answer. */
const LONG_LIFE_MS = 7 * 24 * 3_600_000;
const TICK_MS = 100;
/** Room for the rest of a message. */
const HEADER_BYTES = 16 * 1024;
/** At most one slot in so many works on what another one is slow with. */
const DUPLICATED_SHARE = 8;
/** Jobs this short are waited for longer than they take: workers get the next one in advance. */
const SHORT_MS = 30;

/** Opens the queue of a run and announces it. */
export const openClusterRun = async (order: ClusterRunOrder): Promise<ClusterRun> => {
  const coordinator = new Coordinator(order);
  await coordinator.open();
  return coordinator;
};

class Coordinator implements ClusterRun {
  readonly #order: ClusterRunOrder;
  readonly #run = randomBytes(9).toString("hex");
  readonly #roster: Roster;
  readonly #contents: Contents;
  readonly #flights = new Set<Flight>();
  readonly #attempts = new Attempts();
  readonly #listeners = new Set<() => void>();
  readonly #counts = { done: 0, recalled: 0, redelivered: 0, duplicated: 0, cancelled: 0, refused: 0 };
  readonly #refusals: Throttle<string>;
  readonly #calls: Calls;
  readonly #ends: (() => void)[] = [];
  #queue: Queue | undefined;
  #known: KnownOutcomes | undefined;
  #announcement: Announcement | undefined;
  #capacity = 0;
  #closed = false;

  constructor(order: ClusterRunOrder) {
    this.#order = order;
    const { blobs, connection } = order.cluster;
    const change = (): void => this.#review();
    this.#roster = new Roster(this.#run, { note: (note) => order.onNote?.(note), change });
    this.#contents = new Contents(blobs, (connection.info?.max_payload ?? 2 ** 20) - HEADER_BYTES);
    this.#calls = openCalls((jobs) => this.#say(ordersOf(this.#run), { type: "cancel", run: this.#run, jobs }));
    // Strangers may say as much as they like: neither the screen nor the disk is to be full of it.
    this.#refusals = openThrottle((reason, count) =>
      order.onNote?.({ type: "refused", reason: count === 1 ? reason : `${reason} (${count} times)` }),
    );
  }

  get capacity(): number {
    return this.#capacity;
  }

  onCapacity(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async open(): Promise<void> {
    const { cluster, kit, original, title, environment } = this.#order;
    const name = await cluster.blobs.put(Buffer.from(canonical(kit)));
    this.#announcement = {
      type: "announcement",
      run: this.#run,
      title,
      pare: kit.pare,
      kit: name,
      original: await this.#contents.start(original.content),
      terms: original.terms,
      environment,
      ackWaitMs: ACK_WAIT_MS,
    };
    this.#known = await cluster.outcomes.follow(tableOf(name, environment));
    const onTrouble = (reason: string): void => this.#order.onNote?.({ type: "trouble", reason });
    this.#queue = await openQueue(cluster, { run: this.#run, ackWaitMs: ACK_WAIT_MS, onTrouble });
    const announce = (): void => this.#say(RUNS_SUBJECT, this.#announcement as Announcement);
    this.#listen(WORKERS_SUBJECT, (msg) => {
      const report = cluster.signer.open(msg.data, "worker").message;
      // A new one need not wait for the next beat.
      if (!this.#roster.see(report, performance.now())) announce();
    });
    this.#listen(claimsOf(this.#run), (msg) => void this.#claimed(msg, cluster.signer.open(msg.data, "claim").message));
    this.#listen(answersOf(this.#run), (msg) => this.#answered(msg, cluster.signer.open(msg.data, "answer")));
    this.#repeat(BEAT_MS, announce);
    this.#repeat(TICK_MS, () => this.#tick());
  }

  async submit(job: ClusterJob, signal: AbortSignal): Promise<ClusterReply> {
    signal.throwIfAborted();
    const body = job.shared ? this.#known?.get(job.key) : undefined;
    if (body !== undefined) {
      this.#counts.recalled += 1;
      return { body, ms: 0 };
    }
    const packed = await this.#contents.pack(job.content(), job.family);
    signal.throwIfAborted();
    if (this.#closed) throw new Error("the run was closed");
    const { key, terms, shared, long = false } = job;
    return await new Promise<ClusterReply>((resolve, reject) => {
      const abort = (): void => this.#cancel(flight, signal.reason);
      const release = (): void => signal.removeEventListener("abort", abort);
      const flight: Flight = {
        job: { key, terms, shared, long },
        packed,
        begun: performance.now(),
        attempts: [],
        broken: new Set(),
        settled: false,
        resolve: (reply) => (release(), resolve(reply)),
        reject: (error) => (release(), reject(error)),
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#flights.add(flight);
      this.#give(flight);
    });
  }

  figures(): ClusterFigures {
    const running = this.#attempts.claims().length;
    return {
      workers: this.#roster.list(performance.now()),
      slots: this.#roster.slots,
      queued: this.#attempts.size - running,
      running,
      ...this.#counts,
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const flight of this.#flights) this.#end(flight).reject(new Error("the run was closed"));
    this.#say(ordersOf(this.#run), { type: "farewell", run: this.#run });
    for (const end of this.#ends) end();
    this.#refusals.close();
    this.#known?.close();
    await this.#queue?.close();
  }

  #give(flight: Flight, except?: string): void {
    const id = randomBytes(12).toString("hex");
    const { key, terms, shared, long } = flight.job;
    const { kit } = this.#announcement as Announcement;
    const { carried, payload } = flight.packed;
    const message = { type: "job", id, run: this.#run, kit, key, ...carried, terms, shared } as const;
    const bytes = this.#order.cluster.signer.seal(message, {
      payload,
      lifeMs: long === true ? LONG_LIFE_MS : JOB_LIFE_MS,
    });
    const sequence = (this.#queue as Queue).publish(id, bytes, () => this.#attempts.get(id) !== undefined);
    const attempt: Attempt = { id, flight, givenAt: performance.now(), except, sequence, claim: undefined };
    flight.attempts.push(attempt);
    this.#attempts.add(attempt);
  }

  async #claimed(msg: Msg, claim: Claim): Promise<void> {
    const reason = await this.#objection(claim);
    const { nonce } = claim;
    this.#respond(msg, { type: "grant", nonce, granted: reason === undefined, ...(reason && { reason }) });
  }

  /** Who asks while the run ends gets no answer, and needs none. */
  #respond(msg: Msg, message: Message): void {
    if (!this.#closed) respond(this.#order.cluster, msg, message);
  }

  async #objection({ job, run, worker, sequence }: Claim): Promise<string | undefined> {
    const attempt = run === this.#run ? this.#attempts.get(job) : undefined;
    if (attempt === undefined) return this.#objected(await this.#attempts.objection(job, sequence));
    if (this.#roster.isAside(worker)) return "set aside";
    if (attempt.except === worker || attempt.flight.broken.has(worker)) return "same worker";
    if ((await attempt.sequence) !== sequence) return this.#objected("replayed");
    if (this.#attempts.get(job) === undefined) return "answered";
    if (attempt.claim !== undefined && attempt.claim.worker !== worker) this.#counts.redelivered += 1;
    attempt.claim = { worker, at: performance.now() };
    return undefined;
  }

  #objected(reason: string): string {
    if (reason !== "answered")
      this.#refuse(reason === "replayed" ? "a job was replayed" : "a job that is none of ours");
    return reason;
  }

  #answered(msg: Msg, { message, payload }: Opened<"answer">): void {
    this.#respond(msg, { type: "receipt", nonce: message.nonce });
    const attempt = message.run === this.#run ? this.#attempts.get(message.job) : undefined;
    if (attempt === undefined) return;
    const { flight } = attempt;
    const { worker, reply: body, error, benchMs: ms } = message;
    if (error !== undefined) return this.#broken(attempt, worker, error);
    const now = performance.now();
    this.#counts.done += 1;
    this.#roster.answered(worker, flight.job.long === true ? undefined : message.ms, now);
    this.#end(flight, attempt.id).resolve({ body, ...(payload.length > 0 && { payload }), worker, ms });
    this.#review();
  }

  /** A machine on which nothing can be run is set aside; the error is everybody's when there is no other. */
  #broken(attempt: Attempt, worker: string, error: NonNullable<Answer["error"]>): void {
    const { flight } = attempt;
    this.#attempts.end(attempt);
    flight.broken.add(worker);
    this.#roster.setAside(worker, error.message, performance.now());
    if (this.#roster.slots > 0) return this.#give(flight);
    const { code = "WORKER_BROKEN", message, advice = "Look at the output of the worker." } = error;
    this.#end(flight).reject(new UserError(code, message, { advice }));
  }

  /** Whatever of it is still under way is called off. */
  #end(flight: Flight, answered?: string): Flight {
    flight.settled = true;
    this.#flights.delete(flight);
    for (const attempt of flight.attempts)
      if (this.#attempts.end(attempt) && attempt.id !== answered) this.#calls.off(attempt.id);
    return flight;
  }

  #cancel(flight: Flight, reason: unknown): void {
    if (flight.settled) return;
    this.#counts.cancelled += 1;
    this.#end(flight).reject(reason);
  }

  /** The oldest first: what the search waits for is among them. The next free worker gets what is given out once more. */
  #tick(): void {
    const now = performance.now();
    this.#roster.tick(now);
    const isHeld = ({ worker, at }: NonNullable<Attempt["claim"]>): boolean => this.#roster.isAtWork(worker, at, now);
    const outlook = { now, usualMs: this.#roster.latencyMs, isHeld };
    // As long as all are at work, it is no wonder that a job waits.
    const isFree = this.#attempts.claims().filter(isHeld).length < this.#roster.slots;
    const twice = [...this.#flights].filter(({ attempts }) => attempts.length > 1).length;
    let spare = Math.ceil(this.#roster.slots / DUPLICATED_SHARE) - twice;
    for (const flight of this.#flights) {
      if (this.#roster.slots === 0 || !isLate(flight, outlook)) continue;
      const claim = flight.attempts.at(-1)?.claim;
      const worker = claim?.worker;
      const isLost = claim !== undefined && !isHeld(claim);
      const somebody = worker === undefined ? isFree : this.#roster.ready > 1;
      if (!isLost && (spare <= 0 || !somebody)) continue;
      if (worker === undefined) this.#queue?.repair();
      this.#counts[isLost ? "redelivered" : "duplicated"] += 1;
      this.#give(flight, isLost ? undefined : worker);
      spare -= 1;
    }
  }

  #review(): void {
    const { slots, latencyMs = SHORT_MS } = this.#roster;
    const capacity = latencyMs < SHORT_MS ? 2 * slots : slots;
    if (capacity === this.#capacity) return;
    this.#capacity = capacity;
    for (const listener of this.#listeners) listener();
  }

  #refuse(reason: string): void {
    this.#counts.refused += 1;
    this.#refusals.note(reason, reason);
  }

  #say(subject: string, message: Message): void {
    say(this.#order.cluster, subject, message);
  }

  #listen(subject: string, take: (msg: Msg) => void): void {
    const refused = (reason: string): void => this.#refuse(reason);
    this.#ends.push(listen(this.#order.cluster, subject, { take, refused }));
  }

  #repeat(ms: number, action: () => void): void {
    const timer = setInterval(action, ms);
    this.#ends.push(() => clearInterval(timer));
    action();
  }
}
