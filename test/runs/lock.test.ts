import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { holderOf, takeLock } from "../../src/runs/lock.ts";
import { newDirectory } from "./support.ts";
import { without } from "../support/needs.ts";

const newLock = (): string => join(newDirectory(), "lock");

test("a lock is held once, and can be taken again when it was released", () => {
  const path = newLock();
  const lock = takeLock(path);
  expect(holderOf(path)?.pid).toBe(process.pid);
  expect(() => takeLock(path)).toThrow(
    expect.objectContaining({ code: "LOCKED", message: expect.stringContaining(String(process.pid)) as string }),
  );
  lock.release();
  expect(existsSync(path)).toBe(false);
  takeLock(path).release();
});

test("the lock of a dead process is taken over", () => {
  const path = newLock();
  const { pid } = spawnSync("true");
  writeFileSync(path, JSON.stringify({ pid, started: "1", host: hostname() }));
  expect(holderOf(path)).toBeUndefined();
  const lock = takeLock(path);
  expect(holderOf(path)?.pid).toBe(process.pid);
  lock.release();
});

test.skipIf(without("Linux", process.platform === "linux"))(
  "so is that of one that has ended, and whose parent never asks how",
  async () => {
    const path = newLock();
    // The child ends only when its parent is a program that asks about no child.
    const parent = spawn("sh", ["-c", "cat <&3 & echo $!; exec sleep 600 3<&-"], {
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    try {
      const [pid] = (await once(parent.stdout as Readable, "data")).map(Number);
      while (readFileSync(`/proc/${parent.pid}/comm`, "utf8") !== "sleep\n") await setTimeout(10);
      (parent.stdio[3] as Writable).end();
      const isZombie = (): boolean => / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
      while (!isZombie()) await setTimeout(10);
      writeFileSync(path, JSON.stringify({ pid, host: hostname() }));
      expect(holderOf(path)).toBeUndefined();
    } finally {
      parent.kill("SIGKILL");
    }
  },
);

test("so is that of an earlier process with the number of a living one", () => {
  const path = newLock();
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: "1", host: hostname() }));
  takeLock(path).release();
  expect(existsSync(path)).toBe(false);
});

test("so is one that a power failure has left empty", () => {
  const path = newLock();
  writeFileSync(path, "");
  takeLock(path).release();
  expect(existsSync(path)).toBe(false);
});

test("a process of another machine counts as alive, and the advice says what to remove", () => {
  const path = newLock();
  writeFileSync(path, JSON.stringify({ pid: 1, host: "elsewhere" }));
  expect(() => takeLock(path)).toThrow(
    expect.objectContaining({ code: "LOCKED", advice: expect.stringContaining(path) as string }),
  );
});

test("a lock that somebody else has taken meanwhile is not released", () => {
  const path = newLock();
  const lock = takeLock(path);
  const other = JSON.stringify({ pid: 1, host: "elsewhere" });
  writeFileSync(path, other);
  lock.release();
  expect(readFileSync(path, "utf8")).toBe(other);
});

test("a lock that cannot be read is not waited for", () => {
  const path = newLock();
  mkdirSync(path);
  expect(() => takeLock(path)).toThrow(
    expect.objectContaining({ code: "LOCKED", advice: expect.any(String) as string }),
  );
});
