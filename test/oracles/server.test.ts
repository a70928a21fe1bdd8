/** Warm oracles. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { serverOracle } from "../../src/oracles/server.ts";
import type { ProcessOracle } from "../../src/oracles/oracle.ts";
import { has, NEVER, openWorkshop, textCase } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

const SERVER = `import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
appendFileSync(process.argv[2], process.pid + "\\n");
for await (const line of createInterface({ input: process.stdin })) {
  const text = readFileSync(JSON.parse(line).path, "utf8");
  if (text.includes("die")) process.exit(3);
  if (text.includes("hang")) await new Promise((r) => setTimeout(r, 60000));
  if (text.includes("garbage")) console.log("yes");
  else console.log(JSON.stringify({ outcome: text.includes("bug") ? "fail" : "pass", reason: text.trim() }));
}
`;
workshop.write("server.mjs", SERVER);

let logs = 0;
const open = () => {
  logs += 1;
  const log = join(workshop.folder, `pids${logs}`);
  const oracle = serverOracle({ ...workshop.setting("in.txt"), command: `exec node server.mjs ${log}` });
  const pids = (): readonly number[] => readFileSync(log, "utf8").trim().split("\n").map(Number);
  return { oracle, pids };
};
const ask = (oracle: ProcessOracle, text: string, timeout = 30_000, signal = NEVER) =>
  oracle.test(textCase("in.txt", text), { timeout }, signal);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("one process answers many questions, and is gone when closed", async () => {
  const { oracle, pids } = open();
  expect(await ask(oracle, "a bug")).toMatchObject({ outcome: "fail", reason: "a bug" });
  expect(await ask(oracle, "fine")).toMatchObject({ outcome: "pass" });
  expect(pids().length).toBe(1);
  await oracle.close();
  expect(pids().filter(isAlive)).toEqual([]);
});

test("questions at once go to processes of their own", async () => {
  const { oracle, pids } = open();
  const answers = await Promise.all(["bug 1", "fine", "bug 2"].map((text) => ask(oracle, text)));
  expect(answers.map(({ outcome }) => outcome)).toEqual(["fail", "pass", "fail"]);
  expect(pids().length).toBe(3);
  await oracle.close();
});

describe("a process that fails is replaced", () => {
  test("the test on which two have died is unresolved", async () => {
    const { oracle, pids } = open();
    await ask(oracle, "fine");
    expect(await ask(oracle, "die")).toMatchObject({
      outcome: "unresolved",
      reason: "the oracle server exited with 3",
    });
    expect(pids().length).toBe(2);
    expect(await ask(oracle, "bug")).toMatchObject({ outcome: "fail" });
    expect(pids().length).toBe(3);
    expect(pids().filter(isAlive).length).toBe(1);
    await oracle.close();
  });

  test("one that takes too long is killed", async () => {
    const { oracle, pids } = open();
    await ask(oracle, "fine");
    expect(await ask(oracle, "hang", 100)).toMatchObject({
      outcome: "unresolved",
      reason: "timeout",
      evidence: { timedOut: true },
    });
    expect(pids().filter(isAlive)).toEqual([]);
    expect(await ask(oracle, "bug")).toMatchObject({ outcome: "fail" });
    await oracle.close();
  });

  test("so is one whose answer is not wanted any more", async () => {
    const { oracle, pids } = open();
    await ask(oracle, "fine");
    const controller = new AbortController();
    const answer = ask(oracle, "hang", 30_000, controller.signal);
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    expect(pids().filter(isAlive)).toEqual([]);
    await oracle.close();
  });
});

describe("a server that dies now and then", () => {
  /** Dies on every question of which the number is given, and starts slowly when told so. */
  const MOODY = `import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const [, , log, when, startMs] = process.argv;
await new Promise((r) => setTimeout(r, Number(startMs ?? 0)));
for await (const line of createInterface({ input: process.stdin })) {
  const { path } = JSON.parse(line);
  const text = readFileSync(path, "utf8");
  appendFileSync(log, "?");
  appendFileSync(path, " spoilt");
  if (when.split(",").includes(String(readFileSync(log, "utf8").length))) process.exit(4);
  if (text.includes("hang")) await new Promise((r) => setTimeout(r, 60000));
  console.log(JSON.stringify({ outcome: text.includes("bug") ? "fail" : "pass", reason: text }));
}
`;
  workshop.write("moody.mjs", MOODY);
  const openMoody = (when: string, startMs = 0) => {
    logs += 1;
    const log = join(workshop.folder, `questions${logs}`);
    const command = `exec node moody.mjs ${log} ${when} ${startMs}`;
    return {
      oracle: serverOracle({ ...workshop.setting("in.txt"), command }),
      questions: () => readFileSync(log, "utf8").length,
    };
  };

  test("is asked again, about the candidate as it was", async () => {
    const { oracle, questions } = openMoody("2,4");
    for (const text of ["bug 1", "bug 2", "bug 3"]) {
      expect(await ask(oracle, text)).toMatchObject({ outcome: "fail", reason: text });
    }
    expect(questions()).toBe(5);
    await oracle.close();
  });

  test("is asked again at the very first question", async () => {
    const { oracle } = openMoody("1");
    expect(await ask(oracle, "bug")).toMatchObject({ outcome: "fail" });
    await oracle.close();
  });

  test("is given up when it dies twice at the very first question", async () => {
    const { oracle, questions } = openMoody("1,2");
    await expect(ask(oracle, "bug")).rejects.toMatchObject({
      code: "SERVER_DIED",
      message: expect.stringContaining("exited with 4"),
    });
    expect(questions()).toBe(2);
    await oracle.close();
  });

  test("is started once more when it has died between two questions", async () => {
    const { oracle, pids } = open();
    await ask(oracle, "fine");
    process.kill(pids()[0] ?? 0, "SIGKILL");
    await expect.poll(() => pids().filter(isAlive)).toEqual([]);
    expect(await ask(oracle, "bug")).toMatchObject({ outcome: "fail" });
    await oracle.close();
  });

  test("candidates on which it hangs cost their limit and a start, not more", async () => {
    const { oracle } = openMoody("0");
    await ask(oracle, "fine");
    const begun = performance.now();
    for (const text of ["hang 1", "hang 2", "hang 3"]) {
      expect(await ask(oracle, text, 200)).toMatchObject({ outcome: "unresolved", reason: "timeout" });
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
    await oracle.close();
  });

  test("one that takes longer to start than a test may take is still given its time to start", async () => {
    const { oracle } = openMoody("0", 700);
    expect(await ask(oracle, "fine", 200)).toMatchObject({ outcome: "pass" });
    expect(await ask(oracle, "hang", 200)).toMatchObject({ reason: "timeout" });
    expect(await ask(oracle, "bug", 200)).toMatchObject({ outcome: "fail" });
    await oracle.close();
  });
});

test("what is no answer is the user's mistake", async () => {
  const { oracle } = open();
  await expect(ask(oracle, "garbage")).rejects.toMatchObject({
    code: "BAD_ANSWER",
    message: 'The oracle server answered "yes".',
  });
  await oracle.close();
});

test("so is a server that never answers", async () => {
  const oracle = serverOracle({ ...workshop.setting("in.txt"), command: "no-such-server" });
  await expect(ask(oracle, "x")).rejects.toMatchObject({
    code: "SERVER_DIED",
    message: expect.stringContaining("not found"),
  });
  await oracle.close();
});

test.skipIf(!has("python3"))("a server in Python", async () => {
  workshop.write(
    "server.py",
    `import json, sys
for line in sys.stdin:
    text = open(json.loads(line)["path"]).read()
    print(json.dumps({"outcome": "fail" if "bug" in text else "pass"}), flush=True)
`,
  );
  const oracle = serverOracle({ ...workshop.setting("in.txt"), command: "python3 server.py" });
  expect(await ask(oracle, "a bug")).toMatchObject({ outcome: "fail" });
  expect(await ask(oracle, "fine")).toMatchObject({ outcome: "pass" });
  await oracle.close();
});
