/** What each message must look like, so that a hostile or damaged one never reaches code as another shape. */
import * as v from "valibot";
import type { StoredEdit } from "../runs/steps/edits.ts";
import type { Machine, Message, Participation, MessageStamp } from "./protocol.ts";

/** What is wrong with the message, or nothing. Members that the type does not have are wrong, too. */
export const faultOf = (message: Readonly<Record<string, unknown>>): string | undefined => {
  const type = message["type"];
  if (typeof type !== "string" || !Object.hasOwn(schemas, type)) return "no known type";
  const { issues } = v.safeParse(schemas[type as Message["type"]], message, { abortEarly: true });
  return issues && `${type} has a wrong ${issues[0].path?.map(({ key }) => String(key).slice(0, 64)).join(".")}`;
};

type Schema<T> = v.GenericSchema<T>;

const MAX_TEXT = 64 * 1024;
/** The deepest nesting of terms and replies: code that walks them need not fear for its stack. */
const MAX_DEPTH = 64;

/** Names a run, a job, a worker or a nonce: one token of a subject, one harmless part of a path. */
export const id: Schema<string> = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** Names a blob: a SHA-256 in hexadecimal. */
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** Names a candidate; it is only ever compared and hashed. */
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const offset = v.pipe(v.number(), v.safeInteger());
export const editsSchema: Schema<readonly StoredEdit[]> = v.array(
  v.union([v.strictTuple([offset, offset]), v.strictTuple([offset, offset, v.string()])]),
);

const isText = (value: unknown): boolean => v.is(text, value);

export const isDigest = (value: unknown): value is string => v.is(digest, value);
export const isPlain = (value: unknown): boolean => v.is(plain, value);

/** Texts by name. A `v.record` would drop the names that objects inherit, and take lists. */
const texts = v.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, member]) => name !== "__proto__" && isText(name) && isText(member)),
);

/** Plain data of any shape, but not too deep. */
const plain = v.custom<unknown>((value) => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      if (Object.hasOwn(item, "__proto__")) return false;
      for (const member of Object.values(item)) if (typeof member === "object" && member !== null) below.push(member);
    }
    level = below;
  }
  return true;
});

const environment: Schema<Machine> = v.strictObject({ os: text, arch: text, node: text, programs: texts });

const participation: Schema<Participation> = v.strictObject({
  run: id,
  state: v.picklist(["opening", "ready", "unfit"]),
  reason: v.exactOptional(text),
  differs: v.exactOptional(text),
  running: count,
  done: count,
});

const message = <T extends string, E extends v.ObjectEntries>(type: T, entries: E) =>
  v.strictObject({ protocol: v.number(), at: v.number(), expires: v.number(), type: v.literal(type), ...entries });

/** A member that is added to a message must be added here: the type check says so. */
const schemas: { readonly [T in Message["type"]]: Schema<Extract<Message, { readonly type: T }> & MessageStamp> } = {
  announcement: message("announcement", {
    run: id,
    title: text,
    pare: text,
    kit: digest,
    original: digest,
    terms: v.exactOptional(plain),
    environment,
    ackWaitMs: amount,
    aside: v.exactOptional(texts),
  }),
  farewell: message("farewell", { run: id }),
  worker: message("worker", {
    worker: id,
    name: text,
    pare: text,
    slots: count,
    os: text,
    arch: text,
    load: amount,
    cacheBytes: count,
    draining: v.boolean(),
    runs: v.array(participation),
  }),
  job: message("job", {
    id,
    run: id,
    kit: digest,
    key,
    base: v.exactOptional(digest),
    blob: v.exactOptional(digest),
    sha256: digest,
    bytes: count,
    terms: v.exactOptional(plain),
    shared: v.boolean(),
  }),
  claim: message("claim", {
    run: id,
    job: id,
    worker: id,
    sequence: count,
    nonce: id,
  }),
  grant: message("grant", {
    nonce: id,
    granted: v.boolean(),
    reason: v.exactOptional(text),
  }),
  answer: message("answer", {
    run: id,
    job: id,
    worker: id,
    nonce: id,
    reply: v.exactOptional(plain),
    error: v.exactOptional(
      v.strictObject({ code: v.exactOptional(text), message: text, advice: v.exactOptional(text) }),
    ),
    ms: amount,
    benchMs: amount,
    waitMs: amount,
  }),
  receipt: message("receipt", { nonce: id }),
  cancel: message("cancel", { run: id, jobs: v.array(id) }),
};
