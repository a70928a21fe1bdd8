/** The life of a job on a worker: claimed, run, answered, acknowledged. */
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../core/errors.ts";
import type { Bench, Reply } from "../bench.ts";
import type { Cluster } from "../cluster.ts";
import { unpack } from "../coordinator/contents.ts";
import { answersOf, claimsOf, type Answer, type JobClaim, type Grant, type Receipt } from "../protocol.ts";
import { Refusal, type Envelope } from "../signing.ts";
import type { Slots } from "../../executors/slots.ts";
import type { Delivery } from "./pulls.ts";
import type { Fetch } from "./remembered-blobs.ts";
import { randomUUID } from "node:crypto";
import { errors } from "@nats-io/transport-node";

/** Why a job is not gone on with: nobody wants it, the worker leaves, the run is over. */
export type CallOff = "cancelled" | "leaving" | "over";

interface JobOptions {
  readonly cluster: Cluster;
  readonly worker: string;
  readonly bench: Bench;
  /** The name of the outcomes, see `tableOf`. */
  readonly table: string;
  readonly blob: Fetch;
  readonly delivery: Delivery;
  readonly job: Envelope<"job">;
  /** Its reason is a `CallOff`. */
  readonly signal: AbortSignal;
  /** A job that was fetched ahead waits for one. */
  readonly slots: Pick<Slots, "take">;
  /** The test is over: what is left is to answer. */
  readonly onFree: (benchMs?: number) => void;
  readonly refused: (reason: string) => void;
  readonly trouble: (message: string) => void;
}

/** How long a job that we cannot do is kept from us, in milliseconds. */
const BACK_MS = 500;
/** And one that is only to be done by somebody else. */
const OTHERS_MS = 100;
/** How often an answer is tried while the coordinator is away, in milliseconds. */
const AWAY_MS = 500;
/** How often an outcome is put into the table; each waits for the server for seconds. */
const KEEP_TRIES = 3;

/** Never rejects. Tells whether it was answered. */
export const doJob = async (options: JobOptions): Promise<boolean> => {
  const { delivery, signal, onFree, trouble } = options;
  const startedAt = performance.now();
  try {
    // Put together while the coordinator is asked; the question is on its way first.
    const claim = claimed(options);
    const content = rebuilt(options);
    content.catch(() => undefined);
    if (!(await claim)) return false;
    const outcome = await outcomeOf(options, content);
    onFree(outcome?.benchMs);
    if (outcome === undefined) return false;
    await conclude(options, outcome, performance.now() - startedAt);
    return true;
  } catch (error) {
    if (signal.aborted) giveUp(options);
    else {
      trouble(`a job was given back: ${error instanceof Error ? error.message : String(error)}`);
      delivery.nak(BACK_MS);
    }
    return false;
  } finally {
    onFree();
  }
};

/** The coordinator knows whether the job is still wanted, and whether it is one of its own. */
const claimed = async (options: JobOptions): Promise<boolean> => {
  const { cluster, worker, delivery, job, signal, refused } = options;
  const { run, id } = job.message;
  const message = { type: "claim", run, job: id, worker, sequence: delivery.sequence, nonce: nonce() } as const;
  const grant = await ask({ cluster, subject: claimsOf(run), message, signal, refused }, "grant");
  if (signal.aborted) giveUp(options);
  else if (grant === "nobody") delivery.nak(2 * BACK_MS);
  else if (grant.granted) return true;
  else if (grant.reason === "same worker") delivery.nak(OTHERS_MS);
  else if (grant.reason === "set aside") delivery.nak(BACK_MS);
  else {
    if (grant.reason === "replayed") refused("replayed");
    if (grant.reason === "unknown") refused("unknown to its run");
    delivery.ack();
  }
  return false;
};

interface Outcome extends Pick<Answer, "reply" | "error" | "benchMs" | "waitMs"> {
  readonly payload?: Uint8Array | undefined;
  /** Is kept for others. */
  readonly lasting: boolean;
  readonly kept?: unknown;
}

/** `undefined` when the job was called off; then the queue knows. */
const outcomeOf = async (options: JobOptions, rebuilding: ReturnType<typeof rebuilt>): Promise<Outcome | undefined> => {
  const content = await rebuilding;
  if (typeof content === "string")
    return { error: { code: "BAD_CONTENT", message: content }, benchMs: 0, waitMs: 0, lasting: false };
  const waitedFrom = performance.now();
  const release = await options.slots.take();
  try {
    return await tested(options, content, performance.now() - waitedFrom);
  } finally {
    release();
  }
};

const tested = async (options: JobOptions, content: Uint8Array, waitMs: number): Promise<Outcome | undefined> => {
  const { bench, job, signal } = options;
  const { message } = job;
  signal.throwIfAborted();
  const startedAt = performance.now();
  const times = (): Pick<Outcome, "benchMs" | "waitMs"> => ({ benchMs: performance.now() - startedAt, waitMs });
  try {
    const reply = await bench.run(content, message.terms, signal);
    // What comes out of a test that was cut short is no answer, whatever the bench says.
    signal.throwIfAborted();
    return { ...outcomeOfReply(reply, message.shared), ...times() };
  } catch (error) {
    if (!signal.aborted) return { error: errorOf(error), lasting: false, ...times() };
    giveUp(options);
    return undefined;
  }
};

/** Words when it cannot be had from what has arrived: the coordinator waits for an answer, and another worker may do better. */
const rebuilt = async ({ blob, job }: JobOptions): Promise<Uint8Array | string> => {
  try {
    return await unpack(job.message, job.payload, blob);
  } catch (error) {
    if (error instanceof RangeError) return `The content of a job has arrived damaged: ${error.message}.`;
    throw error;
  }
};

/** What comes with a payload is too much for the table of outcomes. */
const outcomeOfReply = (
  { body, kept = body, payload, lasting }: Reply,
  shared: boolean,
): Omit<Outcome, "benchMs" | "waitMs"> => ({
  reply: body,
  kept,
  payload,
  lasting: lasting && shared && payload === undefined,
});

const errorOf = (error: unknown): NonNullable<Answer["error"]> =>
  error instanceof UserError
    ? { code: error.code, message: error.message, advice: error.advice }
    : { message: error instanceof Error ? error.message : String(error) };

/** The outcome is kept and the answer given at the same time; only then is the job done with. */
const conclude = async (
  options: JobOptions,
  { payload, lasting, kept: body, ...said }: Outcome,
  ms: number,
): Promise<void> => {
  const { worker, delivery, job, signal } = options;
  const { run, id } = job.message;
  const kept = lasting ? keepOutcome(options, body) : undefined;
  const message: Answer = { type: "answer", run, job: id, worker, nonce: nonce(), ms, ...said };
  await Promise.all([kept, answered(options, message, payload)]);
  if (signal.aborted && signal.reason === "leaving") delivery.nak();
  else delivery.ack();
};

/** The server may be away for a moment. Others can do without the outcome: the run goes on. */
const keepOutcome = async (
  { cluster, worker, table, job, signal, trouble }: JobOptions,
  body: unknown,
): Promise<void> => {
  const { key } = job.message;
  for (let tries = 1; ; tries++) {
    try {
      return await cluster.outcomes.keep(table, key, { worker, body });
    } catch (error) {
      if (tries < KEEP_TRIES && !signal.aborted && !cluster.connection.isClosed()) continue;
      trouble(`an outcome was not kept for other runs: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
  }
};

/** Until the coordinator has it, or nobody wants it any more; a test may take longer than its job is good for. */
const answered = async (options: JobOptions, message: Answer, payload: Uint8Array | undefined): Promise<void> => {
  const { cluster, signal, refused } = options;
  const subject = answersOf(message.run);
  while (!signal.aborted && !cluster.connection.isClosed()) {
    const fits = (payload?.length ?? 0) < (cluster.connection.info?.max_payload ?? 2 ** 20) - 2 ** 18;
    const question = { cluster, subject, signal, refused };
    try {
      const sent = fits ? { ...question, message, payload } : { ...question, message: tooLarge(message) };
      if ((await ask(sent, "receipt")) !== "nobody") return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What the bench has said is no message: the coordinator is to know.
      if ((await ask({ ...question, message: tooLarge(message, error.message) }, "receipt")) !== "nobody") return;
    }
    await sleep(AWAY_MS, undefined, { signal }).catch(() => undefined);
  }
};

const tooLarge = (message: Answer, why = "it is too large for a message"): Answer => ({
  ...message,
  reply: undefined,
  error: { code: "BAD_REPLY", message: `The outcome of a test cannot be sent: ${why}.` },
});

const giveUp = ({ delivery, signal }: JobOptions): void => {
  if (signal.reason === "leaving") delivery.nak();
  else delivery.ack();
};

interface Answers {
  readonly grant: Grant;
  readonly receipt: Receipt;
}

interface Question {
  readonly cluster: Pick<Cluster, "connection" | "signer">;
  readonly subject: string;
  readonly message: JobClaim | Answer;
  readonly payload?: Uint8Array | undefined;
  /** After an abort nobody wants to know any more. */
  readonly signal: AbortSignal;
  readonly refused: (reason: string) => void;
}

/** How long one attempt waits, and how long the next one is put off when the answer is not to be trusted, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 2000;
const DISTRUST_MS = 100;

const nonce = (): string => randomUUID();

/** "nobody": no coordinator listens, or the question was called off. Throws a `Refusal` when it cannot be sealed. */
const ask = async <T extends keyof Answers>(
  { cluster, subject, message, payload, signal, refused }: Question,
  type: T,
): Promise<Answers[T] | "nobody"> => {
  const { connection, signer } = cluster;
  while (!signal.aborted && !connection.isClosed()) {
    // Sealed anew each time: it is good for a while only.
    const bytes = signer.seal(message, payload === undefined ? {} : { payload });
    try {
      const response = await connection.request(subject, bytes, { timeout: ATTEMPT_TIMEOUT_MS });
      const answer = signer.open<"grant" | "receipt">(response.data, type).message;
      if (answer.nonce === message.nonce) return answer as unknown as Answers[T];
      refused("an answer to another question");
    } catch (error) {
      if (error instanceof Refusal) refused(error.message);
      else if (!(error instanceof errors.TimeoutError)) return "nobody";
      else continue;
    }
    await sleep(DISTRUST_MS);
  }
  return "nobody";
};
