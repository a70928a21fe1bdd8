import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import { isLoopback, secretFor } from "./secret.ts";
import { serversOf } from "./servers.ts";

const directory = mkdtempSync(join(tmpdir(), "pare-secret-"));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});
const fileOf = (content: string, mode = 0o600): string => {
  const path = join(directory, "secret");
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};
const far = "nats://10.0.0.1:4222";
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return error.code;
    throw error;
  }
  return "none";
};

test.each([
  ["nats://127.0.0.1:4222", true],
  ["nats://127.9.8.7", true],
  ["localhost", true],
  ["nats://LOCALHOST:1", true],
  ["tls://[::1]:4222", true],
  ["nats://user:word@127.0.0.1,nats://[::1]", true],
  ["nats://127.1:4222", true],
  ["nats://127.0.0.1,nats://10.0.0.1", false],
  ["nats://10.0.0.1", false],
  ["nats://0.0.0.0", false],
  ["nats://127.0.0.1.example.org", false],
  ["nats://localhost.example.org", false],
  ["nats://127.0.0.1@example.org", false],
  ["nats://127.0.0.1:4222@example.org", false],
  ["nats://[::2]", false],
])("%s is on this machine: %s", (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});

test("one newline at the end does not belong to the secret", () => {
  const secretOf = (content: string): string => Buffer.from(secretFor(far, fileOf(content)).bytes).toString();
  expect(secretOf("0123456789abcdef\n")).toBe("0123456789abcdef");
  expect(secretOf("0123456789abcdef\r\n")).toBe("0123456789abcdef");
  expect(secretOf("0123456789abcdef\n\n")).toBe("0123456789abcdef\n");
  expect(secretOf("0123456789abcdef")).toBe("0123456789abcdef");
});

test("a secret that is too short, too long or not there is the user's mistake", () => {
  expect(codeOf(() => secretFor(far, fileOf("0123456789abcde\n")))).toBe("BAD_SECRET");
  expect(codeOf(() => secretFor(far, fileOf("")))).toBe("BAD_SECRET");
  expect(codeOf(() => secretFor(far, fileOf("\n")))).toBe("BAD_SECRET");
  expect(codeOf(() => secretFor(far, fileOf("x".repeat(70_000))))).toBe("BAD_SECRET");
  expect(codeOf(() => secretFor(far, join(directory, "missing")))).toBe("NO_SECRET");
  expect(codeOf(() => secretFor(far, directory))).toBe("NO_SECRET");
});

test("a file that others may read is warned of", () => {
  expect(secretFor(far, fileOf("0123456789abcdef", 0o600)).warning).toBeUndefined();
  expect(secretFor(far, fileOf("0123456789abcdef", 0o640)).warning).toContain("chmod 600");
  expect(secretFor(far, fileOf("0123456789abcdef", 0o604)).warning).toContain("chmod 600");
});

test("without a file there is a public secret on loopback, and none beyond", () => {
  const secret = secretFor("nats://127.0.0.1", undefined);
  expect(secret.isPublic).toBe(true);
  expect(secretFor("nats://localhost:5", undefined).bytes).toEqual(secret.bytes);
  expect(codeOf(() => secretFor(far, undefined))).toBe("NO_SECRET");
  expect(() => secretFor("nats://anna:hidden@10.0.0.1", undefined)).toThrow(/: nats:\/\/10\.0\.0\.1:4222\.$/);
  expect(secretFor("nats://127.0.0.1", fileOf("0123456789abcdef")).isPublic).toBe(false);
});

test("addresses are taken apart", () => {
  expect(serversOf("nats://anna:p%40ss@a.example:1, b.example, tls://[::1]:7")).toEqual({
    addresses: ["a.example:1", "b.example:4222", "[::1]:7"],
    hosts: ["a.example", "b.example", "::1"],
    ports: [1, 4222, 7],
    shown: "nats://a.example:1,nats://b.example:4222,tls://[::1]:7",
    tls: true,
    user: "anna",
    password: "p@ss",
  });
  expect(serversOf("nats://word@h")).toMatchObject({ token: "word", tls: false });
  expect(serversOf("nats://anna:@h")).toMatchObject({ user: "anna", password: "" });
  expect(serversOf("nats://h:80").addresses).toEqual(["h:80"]);
});

test.each([
  "",
  ",",
  "http://h",
  "ws://h",
  "nats://",
  "nats://h:99999",
  "nats://h:port",
  "nats://h/path",
  "nats://h?x=1",
  "nats://a b",
  "nats://anna:hidden/hidden@h",
  "nats://anna:hidden#hidden@h",
  "nats://anna:hidden,hidden@h",
  "nats://anna:hidden%zz@h",
  "nats://:hidden@h",
  "nats://anna:hidden@h,nats://berta:hidden@i",
  "http://anna:hidden@h",
])("%j is no address of a cluster, and the message shows no password", (url) => {
  expect(codeOf(() => serversOf(url))).toBe("BAD_CLUSTER_URL");
  expect(() => serversOf(url)).not.toThrow(/hidden/);
});
