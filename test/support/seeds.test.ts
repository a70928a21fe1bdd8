import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { draws, drawBytes, FIXED_SEED, nowAndThen } from "./seeds.ts";

const place = mkdtempSync(join(tmpdir(), "pare-seeds-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("draws are the same in every run, and others with another salt", () => {
  const some = (salt: number): readonly number[] => {
    const random = draws(salt);
    return Array.from({ length: 5 }, () => random.below(1000));
  };
  expect(some(1)).toEqual(some(1));
  expect(some(1)).not.toEqual(some(2));
  expect(drawBytes(1000)).toHaveLength(1000);
  expect(drawBytes(1000).equals(drawBytes(1000))).toBe(false);
  expect(FIXED_SEED % 2).toBe(0);
});

test("what holds now and then holds in so many of 256 runs", () => {
  const counter = join(place, "counter");
  const script = `for i in $(seq 256); do if ${nowAndThen(counter, 64)}; then echo held; fi; done`;
  const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect(stdout.match(/held/g)).toHaveLength(64);
});
