/** Signs what is sent, and refuses what does not verify. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { PROTOCOL, type Message, type MessageStamp } from "./protocol.ts";
import { faultOf, isPlain } from "./validate.ts";

/** A message that is not acted upon, and why. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: "unsigned" | "wrong signature" | "expired" | "malformed" | "another protocol";
  constructor(reason: Refusal["reason"], detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** A message that has verified, and the bytes that came with it. */
export interface Envelope<T extends Message["type"]> {
  readonly message: Extract<Message, { readonly type: T }> & MessageStamp;
  readonly payload: Uint8Array;
}

export interface Signer {
  /**
   * `lifeMs`: how long it is good for; a minute unless given.
   * Throws a `Refusal` (malformed) for what nobody would open: the sender is to know, not to wait.
   */
  seal(message: Message, options?: { readonly payload?: Uint8Array; readonly lifeMs?: number }): Uint8Array;
  /** Throws a `Refusal` unless the bytes are a valid message of this type that has not expired. */
  open<T extends Message["type"]>(bytes: Uint8Array, type: T): Envelope<T>;
  /** A name that only who has the secret can make, in hexadecimal: for keys of shared buckets. */
  name(...parts: readonly string[]): string;
  /** Values of shared buckets, bound to their names. Throws a `Refusal`. They do not expire. */
  sealValue(name: string, value: unknown): Uint8Array;
  openValue(name: string, bytes: Uint8Array): unknown;
}

const macBytes = 32;
/** The code and the length of the header. */
const prefixBytes = macBytes + 4;
const maximumHeaderBytes = 256 * 1024;
const minuteMs = 60_000;
/** How far the clock of the sender may be ahead, and how late a message may come. */
const aheadMs = minuteMs;
const lateMs = 5000;

/**
 * A message is its authentication code (HMAC-SHA-256 of the rest), the length of the header (32 bits, big endian), the header
 * (JSON of message and stamp) and the payload. Nothing is parsed before the code was found right.
 */
export const signerOf = (secret: Uint8Array): Signer => {
  const messageKey = derived(secret, "messages");
  const nameKey = derived(secret, "names");
  const valueKey = derived(secret, "values");
  const macOfValue = (name: string, body: Uint8Array): Buffer => {
    const bound = Buffer.from(name);
    return createHmac("sha256", valueKey).update(lengthOf(bound)).update(bound).update(body).digest();
  };
  return {
    seal: (message, options) => seal(messageKey, message, options),
    open: (bytes, type) => open(messageKey, bytes, type),
    name: (...parts) => {
      const mac = createHmac("sha256", nameKey);
      for (const part of parts) {
        const bytes = Buffer.from(part);
        mac.update(lengthOf(bytes)).update(bytes);
      }
      return mac.digest("hex");
    },
    sealValue: (name, value) => {
      const body = Buffer.from(JSON.stringify(value) ?? "null");
      return Buffer.concat([macOfValue(name, body), body]);
    },
    openValue: (name, bytes) => {
      if (bytes.length < macBytes) throw new Refusal("unsigned");
      const body = bytes.subarray(macBytes);
      check(bytes, macOfValue(name, body));
      const value = parsed(body);
      if (!isPlain(value)) throw new Refusal("malformed", "nested too deeply");
      return value;
    },
  };
};

const seal = (
  key: Uint8Array,
  message: Message,
  { payload, lifeMs = minuteMs }: { readonly payload?: Uint8Array; readonly lifeMs?: number } = {},
): Uint8Array => {
  const at = Date.now();
  const stamped = { ...message, protocol: PROTOCOL, at, expires: at + lifeMs };
  const fault = faultOf(stamped);
  if (fault !== undefined) throw new Refusal("malformed", fault);
  const header = Buffer.from(JSON.stringify(stamped));
  if (header.length > maximumHeaderBytes) throw new Refusal("malformed", `a header of ${header.length} bytes`);
  const bytes = Buffer.allocUnsafeSlow(prefixBytes + header.length + (payload?.length ?? 0));
  bytes.writeUInt32BE(header.length, macBytes);
  bytes.set(header, prefixBytes);
  if (payload !== undefined) bytes.set(payload, prefixBytes + header.length);
  bytes.set(createHmac("sha256", key).update(bytes.subarray(macBytes)).digest(), 0);
  return bytes;
};

const open = <T extends Message["type"]>(key: Uint8Array, bytes: Uint8Array, type: T): Envelope<T> => {
  if (bytes.length < prefixBytes) throw new Refusal("unsigned");
  check(bytes, createHmac("sha256", key).update(bytes.subarray(macBytes)).digest());
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(macBytes);
  if (length > maximumHeaderBytes || length > bytes.length - prefixBytes)
    throw new Refusal("malformed", "the header's length");
  const header = parsed(bytes.subarray(prefixBytes, prefixBytes + length));
  if (typeof header !== "object" || header === null || Array.isArray(header))
    throw new Refusal("malformed", "no object");
  const message = header as Readonly<Record<string, unknown>>;
  checkStamp(message);
  if (message["type"] !== type) throw new Refusal("malformed", `not of the type ${type}`);
  const fault = faultOf(message);
  if (fault !== undefined) throw new Refusal("malformed", fault);
  return { message: message as unknown as Envelope<T>["message"], payload: bytes.subarray(prefixBytes + length) };
};

/** A key for each purpose, so that nothing signed for one passes for another. */
const derived = (secret: Uint8Array, label: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "pare cluster", label, 32));

const lengthOf = (bytes: Uint8Array): Uint8Array => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
};

/** In constant time. */
const check = (bytes: Uint8Array, mac: Uint8Array): void => {
  if (!timingSafeEqual(bytes.subarray(0, macBytes), mac)) throw new Refusal("wrong signature");
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal("malformed", "no JSON");
  }
};

const checkStamp = ({ protocol, at, expires }: Readonly<Record<string, unknown>>): void => {
  if (protocol !== PROTOCOL) {
    throw new Refusal("another protocol", typeof protocol === "number" ? `${protocol}, not ${PROTOCOL}` : undefined);
  }
  if (!Number.isFinite(at) || !Number.isFinite(expires)) throw new Refusal("malformed", "no times");
  const now = Date.now();
  const ahead = (at as number) - now;
  const late = now - (expires as number);
  if (ahead > aheadMs) throw new Refusal("expired", `signed ${seconds(ahead)} ahead of this machine's clock`);
  if (late > lateMs) throw new Refusal("expired", `${seconds(late)} ago by this machine's clock`);
};

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
