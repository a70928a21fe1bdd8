/** Warm oracles. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { serverOracle } from "../../src/oracles/server.ts";
import type { ProcessOracle } from "../../src/oracles/oracle.ts";
import { NEVER, openWorkshop, textCase } from "./workshop.ts";
import { lacks } from "../support/needs.ts";

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
    const startedAt = performance.now();
    for (const text of ["hang 1", "hang 2", "hang 3"]) {
      expect(await ask(oracle, text, 200)).toMatchObject({ outcome: "unresolved", reason: "timeout" });
    }
    expect(performance.now() - startedAt).toBeLessThan(300_000);
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

describe("a server that breaks the protocol is ended with a clear error", () => {
  /** Does on each question what the candidate says: JavaScript with `say`, `id` and `text`. */
  const OBEDIENT = `import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const say = (text) => process.stdout.write(text);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, path } = JSON.parse(line);
  const told = (more = {}) => JSON.stringify({ id, outcome: "fail", ...more }) + "\\n";
  const plain = '{"outcome": "pass"}\\n';
  await eval("(async () => {" + readFileSync(path, "utf8") + "})()");
}
`;
  workshop.write("obedient.mjs", OBEDIENT);
  const openObedient = () => serverOracle({ ...workshop.setting("in.txt"), command: "exec node obedient.mjs" });
  const refusal = async (oracle: ProcessOracle, ...texts: readonly string[]): Promise<UserError> => {
    try {
      for (const text of texts) await ask(oracle, text);
    } catch (error) {
      if (error instanceof UserError) return error;
      throw error;
    } finally {
      await oracle.close();
    }
    throw new Error("nothing was refused");
  };

  test.each([
    ["two answers at once", ["say(plain + plain)"], "OUT_OF_TURN"],
    ["an answer and half of another", ["say(plain + '{\"outcome\"')"], "OUT_OF_TURN"],
    ["two numbered answers at once", ["say(told() + told())"], "OUT_OF_TURN"],
    ["the number of another question", ["say(told())", "say(told({ id: 1 }))"], "OUT_OF_TURN"],
    ["no number any more", ["say(told())", "say(plain)"], "OUT_OF_TURN"],
    ["a number that is a text", ["say(told({ id: '1' }))"], "OUT_OF_TURN"],
    [
      "a surplus line that comes when the next question is open",
      ["say(told()); setTimeout(say, 0, told())", "setTimeout(say, 500, told())"],
      "OUT_OF_TURN",
    ],
    ["a line longer than 1 MB", ["say(told({ reason: 'x'.repeat(2 ** 20) }))"], "BAD_ANSWER"],
    [
      "a line without an end",
      ["(await import('node:child_process')).spawnSync('cat', ['/dev/zero'], { stdio: 'inherit' })"],
      "BAD_ANSWER",
    ],
    [
      "bytes that are not UTF-8",
      ["process.stdout.write(Buffer.from('7b226f7574636f6d65223a226661696c22ff7d0a', 'hex'))"],
      "BAD_ANSWER",
    ],
    ["NUL bytes", ["say('\\0\\0\\n')"], "BAD_ANSWER"],
    ["another outcome", ["say(told({ outcome: 'maybe' }))"], "BAD_ANSWER"],
    ["a list", ["say('[1]\\n')"], "BAD_ANSWER"],
  ])("%s", async (_, texts, code) => {
    const { code: found, message, advice } = await refusal(openObedient(), ...texts);
    expect({ found, message }).toEqual({
      found: code,
      message: expect.stringMatching(/^The oracle server (answered|printed) /),
    });
    expect(message.length).toBeLessThan(2000);
    expect(advice).toContain("one line like");
  });

  test("what it prints while nothing is asked ends it, and every question after that is refused", async () => {
    const oracle = openObedient();
    const late =
      "say(JSON.stringify({ outcome: 'pass', reason: String(process.pid) }) + '\\n'); setTimeout(say, 20, plain)";
    const { reason } = await ask(oracle, late);
    await expect.poll(() => isAlive(Number(reason))).toBe(false);
    expect(await refusal(oracle, "say(plain)")).toMatchObject({ code: "OUT_OF_TURN" });
  });

  test("an answer that comes while it is being ended breaks nothing", async () => {
    const oracle = openObedient();
    for (let turn = 0; turn < 20; turn++) {
      await ask(oracle, "say(told())");
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("enough")), 5);
      const answer = ask(oracle, "setTimeout(say, 5, told())", 60_000, controller.signal);
      expect(await answer.then(({ outcome }) => outcome, String)).toMatch(/^(fail|Error: enough)$/);
    }
    await oracle.close();
  });

  test("blank lines, lines of exactly 1 MB and answers byte by byte are fine, and long reasons are cut", async () => {
    const oracle = openObedient();
    expect(await ask(oracle, "say('\\n \\r\\n' + told() + '\\n')")).toMatchObject({ outcome: "fail" });
    const padded = "say(told().trimEnd().padEnd(2 ** 20, ' ') + '\\n')";
    expect(await ask(oracle, padded)).toMatchObject({ outcome: "fail" });
    expect(await ask(oracle, "for (const byte of told()) { say(byte); await 0 }")).toMatchObject({ outcome: "fail" });
    const { reason = "" } = await ask(oracle, "say(told({ reason: 'é'.repeat(10000) }))");
    expect(reason.length).toBe(2000);
    await oracle.close();
  });

  test("one that closes its output cannot answer: it is replaced at once", async () => {
    const oracle = openObedient();
    await ask(oracle, "say(told())");
    expect(await ask(oracle, "(await import('node:fs')).closeSync(1)", 600_000)).toMatchObject({
      outcome: "unresolved",
      reason: "the oracle server closed its standard output",
    });
    expect(await ask(oracle, "say(told())")).toMatchObject({ outcome: "fail" });
    await oracle.close();
  });
});

test("so is a server that never answers", async () => {
  const oracle = serverOracle({ ...workshop.setting("in.txt"), command: "no-such-server" });
  await expect(ask(oracle, "x")).rejects.toMatchObject({
    code: "SERVER_DIED",
    message: expect.stringContaining("not found"),
  });
  await oracle.close();
});

test.skipIf(lacks("python3"))("a server in Python", async () => {
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
