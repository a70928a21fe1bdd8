import { createHmac, hkdfSync } from "node:crypto";
import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { PROTOCOL, type Message } from "./protocol.ts";
import { Refusal, signerOf } from "./signing.ts";
import { drawBytes } from "../../test/support/seeds.ts";

const secret = Buffer.from("a secret of the tests");
const signer = signerOf(secret);

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const digest = fc.stringMatching(/^[0-9a-f]{64}$/);
const amount = fc.double({ min: 0, max: 1e12, noNaN: true }).map((value) => value + 0);
const count = fc.nat();
const words = fc.string({ maxLength: 40, unit: "binary" });
const data = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes("__proto__"));
const maybe = { noNullPrototype: true };
const type = <T extends Message["type"]>(name: T): fc.Arbitrary<T> => fc.constant(name);
const participation = fc.record(
  { run: id, state: fc.constantFrom("opening", "ready", "unfit"), reason: words, running: count, done: count },
  { ...maybe, requiredKeys: ["run", "state", "running", "done"] },
);
const messages = {
  announcement: fc.record({
    type: type("announcement"),
    run: id,
    title: words,
    pare: words,
    kit: digest,
    original: digest,
    terms: data,
    environment: fc.record({
      os: words,
      arch: words,
      node: words,
      programs: fc.dictionary(
        id.filter((name) => name !== "__proto__"),
        words,
        maybe,
      ),
    }),
    ackWaitMs: amount,
  }),
  farewell: fc.record({ type: type("farewell"), run: id }),
  worker: fc.record({
    type: type("worker"),
    worker: id,
    name: words,
    pare: words,
    slots: count,
    os: words,
    arch: words,
    load: amount,
    cacheBytes: count,
    draining: fc.boolean(),
    runs: fc.array(participation),
  }),
  job: fc.record(
    {
      type: type("job"),
      id,
      run: id,
      kit: digest,
      key: digest,
      base: digest,
      blob: digest,
      sha256: digest,
      bytes: count,
      terms: data,
      shared: fc.boolean(),
    },
    { ...maybe, requiredKeys: ["type", "id", "run", "kit", "key", "sha256", "bytes", "terms", "shared"] },
  ),
  claim: fc.record({ type: type("claim"), run: id, job: id, worker: id, sequence: count, nonce: id }),
  grant: fc.record(
    { type: type("grant"), nonce: id, granted: fc.boolean(), reason: words },
    { ...maybe, requiredKeys: ["type", "nonce", "granted"] },
  ),
  answer: fc.record(
    {
      type: type("answer"),
      run: id,
      job: id,
      worker: id,
      nonce: id,
      reply: data,
      error: fc.record({ code: words, message: words, advice: words }, { ...maybe, requiredKeys: ["message"] }),
      ms: amount,
      benchMs: amount,
      waitMs: amount,
    },
    { ...maybe, requiredKeys: ["type", "run", "job", "worker", "nonce", "ms", "benchMs", "waitMs"] },
  ),
  receipt: fc.record({ type: type("receipt"), nonce: id }),
  cancel: fc.record({ type: type("cancel"), run: id, jobs: fc.array(id) }),
} satisfies { readonly [T in Message["type"]]: fc.Arbitrary<Extract<Message, { readonly type: T }>> };
const types = Object.keys(messages) as readonly Message["type"][];

/** The format, written down a second time. */
const forge = (header: unknown, payload = "", length?: number): Uint8Array => {
  const json = typeof header === "string" ? Buffer.from(header) : Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length ?? json.length);
  const rest = Buffer.concat([size, json, Buffer.from(payload)]);
  const key = Buffer.from(hkdfSync("sha256", secret, "pare cluster", "messages", 32));
  return Buffer.concat([createHmac("sha256", key).update(rest).digest(), rest]);
};
const stamp = (more: object = {}): object => ({
  protocol: PROTOCOL,
  at: Date.now(),
  expires: Date.now() + 1000,
  ...more,
});

const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
  return "nothing refused";
};

afterEach(() => {
  vi.useRealTimers();
});

test.each(types)("a message of the type %s arrives as it was", (name) => {
  fc.assert(
    fc.property(messages[name] as fc.Arbitrary<Message>, fc.uint8Array(), (message, payload) => {
      const before = Date.now();
      const opened = signer.open(signer.seal(message, { payload, lifeMs: 2000 }), name);
      const { protocol, at, expires, ...rest } = opened.message;
      expect(rest).toEqual(JSON.parse(JSON.stringify(message)));
      expect(Buffer.from(opened.payload)).toEqual(Buffer.from(payload));
      expect(protocol).toBe(PROTOCOL);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(expires).toBe(at + 2000);
    }),
  );
});

test("the format is the one that is written down", () => {
  const opened = signer.open(forge(stamp({ type: "receipt", nonce: "n" }), "payload"), "receipt");
  expect(opened.message.nonce).toBe("n");
  expect(Buffer.from(opened.payload).toString()).toBe("payload");
});

test("any flipped bit is refused", () => {
  const bytes = signer.seal({ type: "cancel", run: "run", jobs: ["a", "b"] }, { payload: Buffer.from("some payload") });
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const damaged = Uint8Array.from(bytes);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    expect(refusalOf(() => signer.open(damaged, "cancel"))).toBe("wrong signature");
  }
});

test("bytes at random, cut and lengthened messages are refused, and nothing else is thrown", () => {
  const bytes = signer.seal({ type: "farewell", run: "run" });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(bytes.length - 1), (noise, cut) => {
      for (const hostile of [noise, bytes.subarray(0, cut), Buffer.concat([bytes, noise, Buffer.of(0)])]) {
        expect(refusalOf(() => signer.open(hostile, "farewell"))).toBe(
          hostile.length < 36 ? "unsigned" : "wrong signature",
        );
      }
    }),
  );
});

test("what was signed with another secret, or for another purpose, is refused", () => {
  const message = { type: "receipt", nonce: "n" } as const;
  expect(refusalOf(() => signer.open(signerOf(drawBytes(32)).seal(message), "receipt"))).toBe("wrong signature");
  const header = Buffer.from(JSON.stringify(stamp(message)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(header.length);
  const value = signer.sealValue("", JSON.parse(header.toString()));
  const mixed = Buffer.concat([value.subarray(0, 32), size, value.subarray(32)]);
  expect(refusalOf(() => signer.open(mixed, "receipt"))).toBe("wrong signature");
});

test("a message of another type is refused, for every pair of types", () => {
  for (const given of types) {
    const bytes = signer.seal(fc.sample<Message>(messages[given], { numRuns: 1, seed: 1 })[0]!);
    for (const wanted of types) {
      expect(refusalOf(() => signer.open(bytes, wanted))).toBe(given === wanted ? "nothing refused" : "malformed");
    }
  }
});

test("messages are void after their time, with five seconds for the way and a minute for clocks", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const bytes = signer.seal({ type: "farewell", run: "run" }, { lifeMs: 10_000 });
  const at = (now: number): string => {
    vi.setSystemTime(now);
    return refusalOf(() => signer.open(bytes, "farewell"));
  };
  expect(at(1_010_000)).toBe("nothing refused");
  expect(at(1_015_000)).toBe("nothing refused");
  expect(at(1_015_001)).toBe("expired");
  expect(at(940_000)).toBe("nothing refused");
  expect(at(939_999)).toBe("expired");
});

test("without words a message lives a minute", () => {
  const { message } = signer.open(signer.seal({ type: "farewell", run: "run" }), "farewell");
  expect(message.expires - message.at).toBe(60_000);
});

test.each([
  ["another protocol", { type: "farewell", run: "run", protocol: PROTOCOL + 1 }],
  ["another protocol", { type: "farewell", run: "run", protocol: undefined }],
  ["another protocol", { type: "farewell", run: "run", protocol: String(PROTOCOL) }],
  ["malformed", { type: "farewell", run: "run", at: "now" }],
  ["malformed", { type: "farewell", run: "run", expires: null }],
  ["malformed", { type: "farewell" }],
  ["malformed", { type: "farewell", run: "run", more: 1 }],
  ["malformed", { type: "farewell", run: "run", constructor: 1 }],
  ["malformed", { type: "farewell", run: "run", toString: "x" }],
  ["malformed", JSON.parse('{"type":"farewell","run":"run","__proto__":{}}') as object],
  ["malformed", { type: "farewell", run: 1 }],
  ["malformed", { type: "farewell", run: "a.b" }],
  ["malformed", { type: "farewell", run: "*" }],
  ["malformed", { type: "farewell", run: "a\n" }],
  ["malformed", { type: "farewell", run: "" }],
  ["malformed", { type: "farewell", run: "a".repeat(65) }],
  ["malformed", { run: "run" }],
  ["malformed", { type: "constructor", run: "run" }],
])("%s: %j", (reason, header) => {
  expect(refusalOf(() => signer.open(forge(stamp(header)), "farewell"))).toBe(reason);
});

test.each(["null", "[]", "1", '"x"', "", "{", '{"a":1}x', "[".repeat(200_000), '{"__proto__":{"type":"farewell"}}'])(
  "a header that is no message is refused (%#)",
  (header) => {
    expect(refusalOf(() => signer.open(forge(header), "farewell"))).toMatch(/malformed|another protocol/);
  },
);

test("a hostile length, bytes that are no UTF-8 and what is nested too deeply are refused", () => {
  const header = stamp({ type: "receipt", nonce: "n" });
  for (const length of [0, 5, 0x7fffffff, 0xffffffff]) {
    expect(refusalOf(() => signer.open(forge(header, "", length), "receipt"))).toMatch(/malformed/);
  }
  const large = { type: "cancel", run: "run", jobs: Array.from({ length: 40_000 }, () => "abcdefgh") };
  expect(refusalOf(() => signer.open(forge(stamp(large)), "cancel"))).toBe("malformed");
  const job = {
    type: "job",
    id: "i",
    run: "r",
    kit: "0".repeat(64),
    key: "k",
    sha256: "0".repeat(64),
    bytes: 1,
    shared: true,
  };
  const nested = (depth: number): Uint8Array =>
    forge(JSON.stringify(stamp(job)).replace(/}$/, `,"terms":${"[".repeat(depth)}${"]".repeat(depth)}}`));
  expect(refusalOf(() => signer.open(nested(20), "job"))).toBe("nothing refused");
  expect(refusalOf(() => signer.open(nested(100_000), "job"))).toBe("malformed");
});

test("a member of any message that is replaced by something else is refused or harmless, and nothing else is thrown", () => {
  const odd = fc.constantFrom<unknown>(-1, 1.5, "../../etc", "a.b", null, [], {}, true, "x".repeat(70_000), [[1]]);
  for (const name of types) {
    fc.assert(
      fc.property(messages[name] as fc.Arbitrary<Message>, fc.nat(), odd, (message, which, value) => {
        const members = Object.keys(message);
        const member = members[which % members.length]!;
        const bytes = forge(stamp({ ...message, [member]: value }));
        const refusal = refusalOf(() => signer.open(bytes, name));
        if (
          ["run", "job", "id", "worker", "nonce", "kit", "base", "blob", "sha256", "original", "type"].includes(member)
        ) {
          expect(refusal).toBe(value === "x" ? "nothing refused" : "malformed");
        } else expect(refusal).toMatch(/^(malformed|nothing refused)$/);
      }),
      { numRuns: 60 },
    );
  }
});

test("what nobody would open is not sealed", () => {
  expect(refusalOf(() => signer.seal({ type: "farewell", run: "a b" }))).toBe("malformed");
  expect(
    refusalOf(() => signer.seal({ type: "cancel", run: "r", jobs: Array.from({ length: 40_000 }, () => "abcdefgh") })),
  ).toBe("malformed");
});

test("names differ with the secret, with the parts and with where they are cut", () => {
  const names = [
    signer.name("ab", "c"),
    signer.name("a", "bc"),
    signer.name("abc"),
    signer.name("abc", ""),
    signer.name(),
    signerOf(drawBytes(32)).name("ab", "c"),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(signerOf(secret).name("ab", "c")).toBe(names[0]);
});

test("values come back under their name only", () => {
  fc.assert(
    fc.property(data, words, (value, name) => {
      const bytes = signer.sealValue(name, value);
      expect(signer.openValue(name, bytes)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(refusalOf(() => signer.openValue(`${name}.`, bytes))).toBe("wrong signature");
      const damaged = Uint8Array.from(bytes);
      damaged[damaged.length - 1]! ^= 1;
      expect(refusalOf(() => signer.openValue(name, damaged))).toBe("wrong signature");
    }),
  );
  expect(refusalOf(() => signer.openValue("name", Buffer.alloc(31)))).toBe("unsigned");
});
