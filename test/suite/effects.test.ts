/** Effects as oracles: at least so much, or all that was covered. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { parseEffect } from "../../src/suite/effects/effect.ts";
import { openEffect, type EffectOptions } from "../../src/suite/effects/open.ts";
import type { EffectOracle } from "../../src/suite/effects/quantity.ts";
import { folderWith, troubleOf } from "./measuring.ts";
import { without } from "../support/needs.ts";

describe("an effect", () => {
  it("is read from words", () => {
    expect(parseEffect("memory>=1G")).toMatchObject({ kind: "memory", least: 2 ** 30 });
    expect(parseEffect("time >= 1.5s")).toMatchObject({ kind: "time", least: 1500 });
    expect(parseEffect("output>=64k")).toMatchObject({ kind: "output", least: 65_536 });
    expect(parseEffect("coverage:lcov:a/b.info")).toEqual({ kind: "coverage", reader: "lcov:a/b.info" });
    expect(parseEffect("stderr>=2k")).toMatchObject({ kind: "stderr", least: 2048 });
    expect(parseEffect("maximize:stderr/size")).toMatchObject({ kind: "stderr", least: "original" });
    expect(parseEffect("maximize:time")).toMatchObject({ kind: "time", least: "original" });
    for (const wrong of ["memory", "memory>=big", "size>=1", "coverage:", "", "maximize:", "maximize:stderr"])
      expect(() => parseEffect(wrong)).toThrow("--effect");
  });

  const opened = async (text: string, options: Omit<EffectOptions, "input" | "cwd">): Promise<EffectOracle> => {
    const cwd = folderWith({ "in.txt": text });
    return await openEffect({ ...options, input: "in.txt", cwd });
  };

  const outcomes = async (oracle: EffectOracle, ...texts: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = [];
    try {
      for (const text of texts) {
        found.push((await oracle.test(caseOf(text), { timeout: 600_000 }, new AbortController().signal)).outcome);
      }
    } finally {
      await oracle.close();
    }
    return found;
  };

  it("of output counts both streams, however much is printed, and the ending", async () => {
    const command = ["sh", "-c", 'cat "$1" "$1" >&2; cat "$1"; test -s "$1"', "-", "{}"];
    const oracle = await opened("x".repeat(50), { effect: "output>=30", command });
    expect(await outcomes(oracle, "x".repeat(10), "x".repeat(9), "")).toEqual(["fail", "pass", "pass"]);
    const loud = ["sh", "-c", 'head -c $(wc -c < "$1")00000 /dev/zero', "-", "{}"];
    expect(
      await outcomes(
        await opened("x".repeat(99), { effect: "output>=1M", command: loud }),
        "x".repeat(99),
        "x".repeat(10),
      ),
    ).toEqual(["fail", "pass"]);
  });

  it("of a value is the last number that is printed", async () => {
    const oracle = await opened("a\nb\nc\n", {
      effect: "value>=2",
      command: ["sh", "-c", 'echo 99 lines; grep -c "" "$1"; true', "-", "{}"],
    });
    expect(await outcomes(oracle, "a\nb\n", "a\n", "")).toEqual(["fail", "pass", "pass"]);
  });

  it.skipIf(without("Linux", process.platform === "linux"))(
    "of memory sees the largest process of the command, not ours",
    async () => {
      const command = [
        process.execPath,
        "-e",
        'const s = require("fs").readFileSync(process.argv[1]); Buffer.alloc(s.length * 1e6, 1)',
        "{}",
      ];
      const oracle = await opened("x".repeat(300), { effect: "memory>=200M", command });
      expect(await outcomes(oracle, "x".repeat(300), "x".repeat(2))).toEqual(["fail", "pass"]);
    },
  );

  it("of time lets slow runs run", async () => {
    const oracle = await opened("1", { effect: "time>=400ms", command: ["sh", "-c", 'sleep $(cat "$1")', "-", "{}"] });
    expect(await outcomes(oracle, "0.8", "0")).toEqual(["fail", "pass"]);
  });

  const caseOf = (text: string): TestCase => {
    const content = Buffer.from(text);
    return fileCase({ path: "in.txt", mode: 0o644, bytes: () => content }, content.length);
  };

  it("that is maximized is at least what the original has, on that stream alone, and is accounted for", async () => {
    // Every a is a byte of the message, every b three; standard output is louder than it.
    const command = [
      "sh",
      "-c",
      'printf %s "$(tr -cd a < "$1")" >&2; tr -cd b < "$1" | sed "s/b/bbb/g" >&2; cat "$1" "$1" "$1"; exit 1',
      "-",
      "{}",
    ];
    const oracle = await opened("aabx", { effect: "maximize:stderr/size", command });
    expect(oracle.description).toContain("at least 5 bytes");
    const terms = { timeout: 600_000, signal: new AbortController().signal };
    expect(await oracle.account?.(caseOf("bb"), terms)).toEqual({
      effect: "maximize:stderr/size",
      unit: "bytes",
      original: 5,
      result: 6,
    });
    expect(await outcomes(oracle, "aab", "bb", "ab", "xxxxxxxxx")).toEqual(["fail", "fail", "pass", "pass"]);
  });

  it("that is maximized is never asked for more than a run has", async () => {
    // Memory differs from run to run: the original itself must always do.
    const command = [
      process.execPath,
      "-e",
      "Buffer.alloc(1e6 * require('fs').statSync(process.argv[1]).size, 1)",
      "{}",
    ];
    if (process.platform === "linux")
      expect(
        await outcomes(await opened("x".repeat(200), { effect: "maximize:memory", command }), "x".repeat(200), "x"),
      ).toEqual(["fail", "pass"]);
    const value = { effect: "maximize:value", command: ["sh", "-c", 'wc -c < "$1"', "-", "{}"] };
    expect(await outcomes(await opened("four", value), "five", "six")).toEqual(["fail", "pass"]);
    expect((await troubleOf(opened("a", { ...value, command: ["true", "{}"] }))).code).toBe("NO_EFFECT");
  });

  it("of coverage is a superset, with the same ending", async () => {
    const command = ["sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"; ! grep -q bad "$1"', "-", "{}"];
    const oracle = await opened("a\nb\na\n", { effect: "coverage:file:covered", command });
    expect(oracle.description).toContain("2 entities");
    expect(await outcomes(oracle, "a\nb\n", "b\n", "b\nc\na\n", "a\nb\nbad\n", "")).toEqual([
      "fail",
      "pass",
      "fail",
      "pass",
      "pass",
    ]);
  });

  it("needs a file that has it", async () => {
    const command = ["true", "{}"];
    expect((await troubleOf(opened("a", { effect: "coverage:file:covered", command }))).code).toBe("NO_COVERAGE");
    expect((await troubleOf(opened("a", { effect: "coverage:nonsense", command }))).code).toBe("BAD_READER");
    expect((await troubleOf(opened("a", { effect: "output>=1" }))).code).toBe("NO_COMMAND");
    const cwd = folderWith({ "d/x": "" });
    writeFileSync(join(cwd, "d", "y"), "");
    expect((await troubleOf(openEffect({ effect: "output>=1", command, input: "d", cwd }))).code).toBe("BAD_EFFECT");
  });
});
