import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { listCase } from "../../src/formats/values.ts";
import { threads, type ThreadOptions } from "../../src/executors/threads.ts";
import type { ValueExecutor } from "../../src/executors/value-tester.ts";

const module = new URL("../fixtures/predicates/threads.mjs", import.meta.url);
const never = new AbortController().signal;
const opened: ValueExecutor<readonly unknown[]>[] = [];

const open = (options: ThreadOptions = {}, from: URL | string = module) => {
  const executor = threads<readonly unknown[]>(from, options).open({ jobs: 1 });
  opened.push(executor);
  return executor;
};

afterEach(async () => {
  for (const executor of opened.splice(0)) await executor.close();
});

test("asks the default export, by address or by path", async () => {
  const executor = open();
  expect(await executor.run(listCase([7]), never)).toMatchObject({ outcome: "fail" });
  expect(await executor.run(listCase([8]), never)).toMatchObject({ outcome: "pass" });
  expect(await open({}, fileURLToPath(module)).run(listCase([7]), never)).toMatchObject({ outcome: "fail" });
  expect(await open({ export: "later" }).run(listCase([7]), never)).toMatchObject({ outcome: "fail" });
});

test("its own options come before those of the run", () => {
  expect(threads(module, { jobs: 3 }).open({ jobs: 5 }).capacity).toBe(3);
  expect(threads(module).open({ jobs: 5 }).capacity).toBe(5);
  expect(threads(module).open({}).capacity).toBeGreaterThan(0);
});

describe("a thread that is lost is unresolved with a reason, and replaced", () => {
  const cases: readonly (readonly [string, ThreadOptions, string | RegExp])[] = [
    ["endless code, after a timeout", { export: "endless", timeout: 1000 }, "timeout"],
    ["a promise that never settles, after a timeout", { export: "waits", timeout: 20 }, "timeout"],
    ["process.exit", { export: "exits" }, "the thread exited with code 3"],
    ["out of memory", { export: "hungry", memory: 16 }, /memory/],
    ["an error outside of the test", { export: "crashesLater" }, "from a timer"],
  ];
  test.each(cases)("%s", async (_, options, reason) => {
    const executor = open(options);
    const finding = await executor.run(listCase([1]), never);
    expect(finding.outcome).toBe("unresolved");
    expect(finding.reason).toMatch(reason);
    if (options.export === "waits" || options.export === "crashesLater") return;
    expect(await executor.run(listCase([7]), never)).toMatchObject({ outcome: "fail" });
  });
});

test("an aborted test ends, endless code included, and the pool goes on", async () => {
  const executor = open({ export: "endless" });
  const stop = new AbortController();
  const finding = executor.run(listCase([1]), stop.signal);
  setTimeout(() => stop.abort(), 100);
  expect(await finding).toMatchObject({ outcome: "unresolved" });
  expect(await executor.run(listCase([1]), AbortSignal.abort())).toMatchObject({ outcome: "unresolved" });
  expect(await executor.run(listCase([7]), never)).toMatchObject({ outcome: "fail" });
});

test("a throw is unresolved and remembered", async () => {
  const executor = open({ export: "throwsError" });
  expect(await executor.run(listCase([7]), never)).toMatchObject({ outcome: "unresolved", reason: "out of range" });
  expect(executor.thrown?.error).toBeInstanceOf(RangeError);
  const odd = open({ export: "throwsFunction" });
  expect(await odd.run(listCase([7]), never)).toMatchObject({ outcome: "unresolved", reason: "() => 1" });
});

test.each(["saysNothing", "saysFunction"])("garbage is refused: %s", async (name) => {
  await expect(open({ export: name }).run(listCase([7]), never)).rejects.toMatchObject({ code: "BAD_PREDICATE" });
});

test("a module that is missing, broken or lacks the export is refused", async () => {
  const bad = [
    open({}, new URL("missing.mjs", module)),
    open({}, new URL("broken.mjs", module)),
    open({ export: "absent" }),
    open({ export: "notAFunction" }),
  ];
  for (const executor of bad)
    await expect(executor.run(listCase([7]), never)).rejects.toMatchObject({ name: "UserError", code: "BAD_MODULE" });
});

test("a value that cannot be cloned is refused", async () => {
  await expect(open().run(listCase([() => 1]), never)).rejects.toMatchObject({ code: "BAD_VALUE" });
});

test("idle threads do not keep the process alive", () => {
  const script = `
    import { threads } from "./src/executors/threads.ts";
    import { listCase } from "./src/formats/values.ts";
    const executor = threads(new URL(${JSON.stringify(module.href)})).open({ jobs: 2 });
    const finding = await executor.run(listCase([7]), new AbortController().signal);
    console.log(finding.outcome);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  expect(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 100_000 })).toBe("fail\n");
});
