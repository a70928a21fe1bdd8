/** What each message must look like, so that a hostile or damaged one never reaches code as another shape. */
import type { Message, Stamp } from "./protocol.ts";
import { isDigest, isId, isKey } from "./names.ts";

/** What is wrong with the message, or nothing. Members that the type does not have are wrong too; `undefined` counts as missing. */
export const faultOf = (message: Readonly<Record<string, unknown>>): string | undefined => {
  const type = message["type"];
  if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return "no known type";
  const shape: Shape = shapes[type as Message["type"]];
  for (const name in message)
    if (!Object.hasOwn(shape, name) && !isStamp(name)) return `${type} has no such member as ${name.slice(0, 64)}`;
  for (const name in shape) if (!shape[name]!(message[name])) return `${name} of ${type}`;
  return undefined;
};

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const maximumTextLength = 64 * 1024;
/** What terms and replies may be nested: code that walks them need not fear for its stack. */
const maximumDepth = 64;

const isStamp = (name: string): boolean => name === "protocol" || name === "at" || name === "expires";

const text: Check = (value) => typeof value === "string" && value.length <= maximumTextLength;
const flag: Check = (value) => typeof value === "boolean";
const amount: Check = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const either =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const tableOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(value).every(([name, member]) => name !== "__proto__" && text(name) && check(member));
const objectOf =
  (shape: Shape): Check =>
  (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (!Object.hasOwn(shape, name)) return false;
    for (const name in shape) if (!shape[name]!(value[name])) return false;
    return true;
  };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Plain data of any shape, but not too deep. */
export const isPlain: Check = (value) => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) return false;
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      if (Object.hasOwn(item, "__proto__")) return false;
      for (const member of Object.values(item)) if (typeof member === "object" && member !== null) below.push(member);
    }
    level = below;
  }
  return true;
};

type Members<T extends Message["type"]> = Exclude<keyof Extract<Message, { readonly type: T }>, keyof Stamp> | "type";

/** A member that is added to a message must be added here: the type check says so. */
const shapes: { readonly [T in Message["type"]]: Readonly<Record<Members<T>, Check>> } = {
  announcement: {
    type: either("announcement"),
    run: isId,
    title: text,
    pare: text,
    kit: isDigest,
    original: isDigest,
    terms: isPlain,
    environment: objectOf({ os: text, arch: text, node: text, programs: tableOf(text) }),
    ackWaitMs: amount,
    aside: optional(tableOf(text)),
  },
  farewell: { type: either("farewell"), run: isId },
  worker: {
    type: either("worker"),
    worker: isId,
    name: text,
    pare: text,
    slots: count,
    os: text,
    arch: text,
    load: amount,
    cacheBytes: count,
    draining: flag,
    runs: listOf(
      objectOf({
        run: isId,
        state: either("opening", "ready", "unfit"),
        reason: optional(text),
        differs: optional(text),
        running: count,
        done: count,
      }),
    ),
  },
  job: {
    type: either("job"),
    id: isId,
    run: isId,
    kit: isDigest,
    key: isKey,
    base: optional(isDigest),
    blob: optional(isDigest),
    sha256: isDigest,
    bytes: count,
    terms: isPlain,
    shared: flag,
  },
  claim: { type: either("claim"), run: isId, job: isId, worker: isId, sequence: count, nonce: isId },
  grant: { type: either("grant"), nonce: isId, granted: flag, reason: optional(text) },
  answer: {
    type: either("answer"),
    run: isId,
    job: isId,
    worker: isId,
    nonce: isId,
    reply: optional(isPlain),
    error: optional(objectOf({ code: optional(text), message: text, advice: optional(text) })),
    ms: amount,
    benchMs: amount,
  },
  receipt: { type: either("receipt"), nonce: isId },
  cancel: { type: either("cancel"), run: isId, jobs: listOf(isId) },
};
