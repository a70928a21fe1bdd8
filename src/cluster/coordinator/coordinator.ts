/** Gives out the jobs of a run and takes their answers, while workers come, go and die. */
import { randomBytes } from "node:crypto";
import type { Msg } from "@nats-io/transport-node";
import type { ClusterFigures } from "../../core/cluster-figures.ts";
import { UserError } from "../../core/errors.ts";
import { canonical } from "../../runs/identity.ts";
import { Attempts, type Attempt, type Flight, openCancellations, stragglers } from "./flight.ts";
import { Contents } from "./contents.ts";
import { tableOf, type KnownOutcomes } from "../outcomes.ts";
import { BEAT_MS, RUNS_SUBJECT, WORKERS_SUBJECT, answersOf, claimsOf, ordersOf } from "../protocol.ts";
import type { Announcement, Answer, JobClaim } from "../protocol.ts";
import { Pace } from "./pace.ts";
import { openQueue, type Queue } from "./queue.ts";
import { Roster } from "./roster.ts";
import { NobodyElse, type ClusterJob, type ClusterReply, type ClusterRun, type ClusterRunOptions } from "../run.ts";
import type { Envelope } from "../signing.ts";
import { Station } from "./station.ts";

/** How long a job may go without a sign of life from its worker. */
const ACK_WAIT_MS = 6000;
/** How long a job is good for; one that nobody has taken by then is given out anew. */
const JOB_LIFE_MS = 30 * 60_000;
/** A worker that is at work on it for so long still gives its answer. */
const LONG_LIFE_MS = 7 * 24 * 3_600_000;
const TICK_MS = 100;
/** Room for the rest of a message. */
const HEADER_BYTES = 16 * 1024;

/** Opens the queue of a run and announces it. */
export const openClusterRun = async (options: ClusterRunOptions): Promise<ClusterRun> => {
  const coordinator = new Coordinator(options);
  await coordinator.open();
  return coordinator;
};

class Coordinator implements ClusterRun {
  readonly #options: ClusterRunOptions;
  readonly #run = randomBytes(9).toString("hex");
  readonly #roster: Roster;
  readonly #contents: Contents;
  readonly #flights = new Set<Flight>();
  readonly #attempts = new Attempts();
  readonly #listeners = new Set<() => void>();
  readonly #counts = { done: 0, recalled: 0, redelivered: 0, duplicated: 0, cancelled: 0, verified: 0, wrong: 0 };
  readonly #station: Station;
  readonly #pace = new Pace();
  readonly #callOff: (job: string) => void;
  #queue: Queue | undefined;
  #known: KnownOutcomes | undefined;
  #announcement: Announcement | undefined;
  #capacity = 0;
  #closed = false;

  constructor(options: ClusterRunOptions) {
    this.#options = options;
    const { blobs, connection } = options.cluster;
    const change = (): void => this.#review();
    this.#roster = new Roster(this.#run, { note: (note) => options.onNote?.(note), change });
    this.#contents = new Contents(blobs, (connection.info?.max_payload ?? 2 ** 20) - HEADER_BYTES);
    this.#callOff = openCancellations((jobs) =>
      this.#station.say(ordersOf(this.#run), { type: "cancel", run: this.#run, jobs }),
    );
    this.#station = new Station(options.cluster, (reason) => options.onNote?.({ type: "refused", reason }));
  }

  get capacity(): number {
    return this.#capacity;
  }

  onCapacity(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async open(): Promise<void> {
    const { cluster, kit, original, title, environment } = this.#options;
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
    for (const worker of this.#options.distrusted ?? []) this.distrust(worker, "it was wrong earlier in this run");
    const onTrouble = (reason: string): void => this.#options.onNote?.({ type: "trouble", reason });
    this.#queue = await openQueue(cluster, { run: this.#run, ackWaitMs: ACK_WAIT_MS, onTrouble });
    const announce = (): void => this.#station.say(RUNS_SUBJECT, this.#announcement as Announcement);
    this.#station.listen(WORKERS_SUBJECT, (msg) => {
      const report = cluster.signer.open(msg.data, "worker").message;
      // A new one need not wait for the next beat.
      if (!this.#roster.see(report, performance.now())) announce();
    });
    this.#station.listen(claimsOf(this.#run), (msg) => {
      void this.#claimed(msg, cluster.signer.open(msg.data, "claim").message);
    });
    this.#station.listen(answersOf(this.#run), (msg) => this.#answered(msg, cluster.signer.open(msg.data, "answer")));
    this.#station.repeat(BEAT_MS, announce);
    this.#station.repeat(TICK_MS, () => this.#tick());
  }

  async submit(job: ClusterJob, signal: AbortSignal): Promise<ClusterReply> {
    signal.throwIfAborted();
    const kept = job.shared ? this.#known?.get(job.key) : undefined;
    if (kept !== undefined) {
      this.#counts.recalled += 1;
      return { ...kept, ms: 0 };
    }
    if (!this.#isForSomebody(job)) throw new NobodyElse();
    const packed = await this.#contents.pack(job.content(), job.family);
    signal.throwIfAborted();
    if (this.#closed) throw new Error("the run was closed");
    const { key, terms, shared, long = false, except } = job;
    return await new Promise<ClusterReply>((resolve, reject) => {
      const abort = (): void => this.#cancel(flight, signal.reason);
      const release = (): void => signal.removeEventListener("abort", abort);
      const flight: Flight = {
        job: { key, terms, shared, long, ...(except !== undefined && { except }) },
        packed,
        startedAt: performance.now(),
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
      refused: this.#station.refused,
      ...this.#counts,
    };
  }

  get isManned(): boolean {
    return this.#roster.isManned(performance.now());
  }

  nameOf(worker: string): string {
    return this.#roster.nameOf(worker);
  }

  verified(worker: string, isRight: boolean): void {
    this.#counts[isRight ? "verified" : "wrong"] += 1;
    this.#roster.verified(worker);
  }

  distrust(worker: string, reason: string): void {
    this.#known?.distrust(worker);
    this.#setAside(worker, reason);
  }

  /** What it is at work on is given to others at the next tick, and all are told. */
  #setAside(worker: string, reason: string): void {
    this.#roster.setAside(worker, reason, performance.now());
    this.#announcement = { ...(this.#announcement as Announcement), aside: this.#roster.aside };
  }

  #isForSomebody({ except }: Pick<ClusterJob, "except">): boolean {
    return except === undefined || this.#roster.hasOthers(except, performance.now());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const flight of this.#flights) this.#end(flight).reject(new Error("the run was closed"));
    this.#station.say(ordersOf(this.#run), { type: "farewell", run: this.#run });
    this.#station.close();
    this.#known?.close();
    await this.#queue?.close();
  }

  #give(flight: Flight, except?: string): void {
    const id = randomBytes(12).toString("hex");
    const { key, terms, shared, long } = flight.job;
    const { kit } = this.#announcement as Announcement;
    const { carried, payload } = flight.packed;
    const message = { type: "job", id, run: this.#run, kit, key, ...carried, terms, shared } as const;
    const bytes = this.#options.cluster.signer.seal(message, {
      payload,
      lifeMs: long === true ? LONG_LIFE_MS : JOB_LIFE_MS,
    });
    const sequence = (this.#queue as Queue).publish(id, bytes, () => this.#attempts.get(id) !== undefined);
    const attempt: Attempt = { id, flight, givenAt: performance.now(), except, sequence, claim: undefined };
    flight.attempts.push(attempt);
    this.#attempts.add(attempt);
  }

  async #claimed(msg: Msg, claim: JobClaim): Promise<void> {
    const reason = await this.#objection(claim);
    const { nonce } = claim;
    this.#station.respond(msg, { type: "grant", nonce, granted: reason === undefined, ...(reason && { reason }) });
  }

  async #objection({ job, run, worker, sequence }: JobClaim): Promise<string | undefined> {
    const attempt = run === this.#run ? this.#attempts.get(job) : undefined;
    if (attempt === undefined) return this.#objected(await this.#attempts.objection(job, sequence));
    if (this.#roster.isAside(worker)) return "set aside";
    const { flight } = attempt;
    if (attempt.except === worker || flight.broken.has(worker) || flight.job.except?.includes(worker) === true)
      return "same worker";
    if ((await attempt.sequence) !== sequence) return this.#objected("replayed");
    if (this.#attempts.get(job) === undefined) return "answered";
    if (attempt.claim !== undefined && attempt.claim.worker !== worker && this.#redelivered(flight)) return "answered";
    attempt.claim = { worker, at: performance.now() };
    return undefined;
  }

  /** The worker that had it before may have finished it and died with the answer. Is there an outcome that answers it? */
  #redelivered(flight: Flight): boolean {
    this.#counts.redelivered += 1;
    const kept = flight.job.shared ? this.#known?.get(flight.job.key) : undefined;
    if (kept === undefined) return false;
    this.#end(flight).resolve({ ...kept, ms: 0 });
    return true;
  }

  #objected(reason: string): string {
    if (reason !== "answered")
      this.#station.refuse(reason === "replayed" ? "a job was replayed" : "a job that this run did not make");
    return reason;
  }

  #answered(msg: Msg, { message, payload }: Envelope<"answer">): void {
    this.#station.respond(msg, { type: "receipt", nonce: message.nonce });
    const attempt = message.run === this.#run ? this.#attempts.get(message.job) : undefined;
    // What is set aside is not heard; somebody else gets the job.
    if (attempt === undefined || this.#roster.isAside(message.worker)) return;
    const { flight } = attempt;
    const { worker, reply: body, error, benchMs: ms } = message;
    if (error !== undefined) return this.#broken(attempt, worker, error);
    const now = performance.now();
    this.#counts.done += 1;
    this.#roster.answered(worker, flight.job.long === true ? undefined : message.ms - message.waitMs, now);
    this.#pace.note(now - attempt.givenAt - message.waitMs, message.benchMs);
    this.#end(flight, attempt.id).resolve({ body, ...(payload.length > 0 && { payload }), worker, ms });
    this.#review();
  }

  /** A machine on which nothing can be run is set aside; the error is everybody's when there is no other. */
  #broken(attempt: Attempt, worker: string, error: NonNullable<Answer["error"]>): void {
    const { flight } = attempt;
    this.#attempts.end(attempt);
    flight.broken.add(worker);
    this.#setAside(worker, error.message);
    if (this.#roster.slots > 0) return this.#give(flight);
    const { code = "WORKER_BROKEN", message, advice = "Look at the output of the worker." } = error;
    this.#end(flight).reject(new UserError(code, message, { advice }));
  }

  /** Whatever of it is still under way is called off. */
  #end(flight: Flight, answered?: string): Flight {
    flight.settled = true;
    this.#flights.delete(flight);
    for (const attempt of flight.attempts)
      if (this.#attempts.end(attempt) && attempt.id !== answered) this.#callOff(attempt.id);
    return flight;
  }

  #cancel(flight: Flight, reason: unknown): void {
    if (flight.settled) return;
    this.#counts.cancelled += 1;
    this.#end(flight).reject(reason);
  }

  #tick(): void {
    const now = performance.now();
    this.#roster.tick(now);
    for (const { flight, isLost, worker } of stragglers(this.#flights, this.#attempts.claims(), this.#roster, now)) {
      if (worker === undefined) this.#queue?.repair();
      this.#counts[isLost ? "redelivered" : "duplicated"] += 1;
      this.#give(flight, isLost ? undefined : worker);
    }
    for (const flight of this.#flights) if (!this.#isForSomebody(flight.job)) this.#cancel(flight, new NobodyElse());
  }

  #review(): void {
    const capacity = this.#pace.capacity(this.#roster.slots);
    if (capacity === this.#capacity) return;
    this.#capacity = capacity;
    for (const listener of this.#listeners) listener();
  }
}
