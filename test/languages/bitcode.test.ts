/** LLVM bitcode: reduced as text, tested as bitcode, by LLVM's own programs. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reduce } from "../../src/reduce/reduce.ts";
import { openGround, type Ground } from "../reduce/support.ts";
import { lacks } from "../support/needs.ts";

let ground: Ground;

beforeAll(() => {
  ground = openGround();
});
afterAll(() => ground.close());

const MODULE = `
source_filename = "bug.c"
@count = global i32 7
declare i32 @f(i32)
define i32 @other(i32 %x) {
  %y = add nsw i32 %x, 1
  ret i32 %y
}
define i32 @main(i32 %n) {
entry:
  %a = call i32 @other(i32 %n)
  %b = sdiv i32 %a, %n
  %c = icmp eq i32 %b, 0
  br i1 %c, label %yes, label %no
yes:
  %d = call i32 @f(i32 %b)
  ret i32 %d
no:
  ret i32 0
}
`;

const assembled = (text: string): Buffer => spawnSync("llvm-as", ["-o", "-", "-"], { input: text }).stdout;
const disassembled = (bytes: Uint8Array): string =>
  spawnSync("llvm-dis", ["-o", "-", "-"], { input: bytes, encoding: "utf8" }).stdout;

/** Accepts bitcode alone, in which something is divided; notes what it was shown. */
const SCRIPT = `head -c 2 "$1" | grep -q BC || { echo text >> "$PARE_ORIGIN/wrong"; exit 1; }
llvm-dis -o - "$1" > text || { echo unreadable >> "$PARE_ORIGIN/wrong"; exit 1; }
grep -q sdiv text`;

describe.skipIf(lacks("llvm-as", "llvm-dis"))("bitcode", () => {
  test("is reduced as text; tests see bitcode, and the result is bitcode with its text beside it", async () => {
    const cwd = ground.layOut(
      "bitcode",
      { name: "bug.bc", content: assembled(MODULE), words: ["sdiv", "ret"] },
      SCRIPT,
    );
    const options = { input: "bug.bc", cwd, test: "./test.sh", jobs: 1 } as const;
    const { output, warnings, best, repeatLine } = await reduce(options).result;
    expect(existsSync(join(cwd, "wrong"))).toBe(false);
    const text = readFileSync(join(cwd, "bug.reduced.ll"), "utf8");
    expect(text).toBe(Buffer.from(best).toString());
    expect(text.trim().split("\n")).toEqual(["define void @main() {", "  %b = sdiv i32 0, 0", "  ret void", "}"]);
    expect(disassembled(readFileSync(output.path))).toContain("sdiv i32");
    expect(warnings.map(({ code }) => code)).toContain("DISASSEMBLED");
    expect(spawnSync("sh", ["-c", repeatLine], { cwd }).status).toBe(0);
    const again = await reduce(options).result;
    expect([again.tests.run, Buffer.from(again.best).toString()]).toEqual([0, text]);
  });

  test("that a killed run has published is known for its own when the run goes on", async () => {
    const cwd = ground.layOut("killed", { name: "bug.bc", content: assembled(MODULE), words: ["sdiv", "ret"] }, SCRIPT);
    const options = { input: "bug.bc", cwd, test: "./test.sh", jobs: 1 } as const;
    const stopped = await reduce({ ...options, maxTests: 12 }).result;
    expect(stopped.status).toBe("stopped");
    const { status, best } = await reduce(options).result;
    expect([status, best.length < stopped.best.length]).toEqual(["complete", true]);
  });

  test("is read as it is with --format bytes, and cannot be reduced in place as text", async () => {
    const cwd = ground.layOut(
      "bytes",
      { name: "bug.bc", content: assembled(MODULE), words: ["sdiv", "ret"] },
      'head -c 2 "$1" | grep -q BC',
    );
    const options = { input: "bug.bc", cwd, test: "./test.sh", jobs: 1 } as const;
    const { best } = await reduce({ ...options, format: "bytes" }).result;
    expect(Buffer.from(best).toString()).toBe("BC");
    await expect(reduce({ ...options, inPlace: true }).result).rejects.toMatchObject({ code: "USAGE" });
  });

  test("that nobody can read is refused with advice", async () => {
    const broken = assembled(MODULE).subarray(0, 400);
    const cwd = ground.layOut("broken", { name: "bug.bc", content: broken, words: ["sdiv", "ret"] }, "true");
    const refusal = reduce({ input: "bug.bc", cwd, test: "./test.sh" }).result;
    await expect(refusal).rejects.toMatchObject({ code: "NOT_DISASSEMBLED" });
    const path = process.env["PATH"];
    process.env["PATH"] = cwd;
    try {
      writeFileSync(join(cwd, "bug.bc"), new Uint8Array([0x42, 0x43, 0xc0, 0xde]));
      const alone = reduce({ input: "bug.bc", cwd, test: "./test.sh" }).result;
      await expect(alone).rejects.toThrow("llvm-dis and llvm-as are not both in the directories of PATH");
    } finally {
      process.env["PATH"] = path;
    }
  });
});
