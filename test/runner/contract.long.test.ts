/** What every way of running processes promises. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { openRunner, type ProcessExit, type Runner } from "../../src/runner/index.ts";
import * as seen from "./support.ts";

const { job, never, shell, text, unique } = seen;

const refused = async (promise: Promise<ProcessExit>): Promise<UserError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
};

describe.each(["native", "spawn"] as const)("the %s runner", (backend) => {
  let runner: Runner;
  beforeEach(() => {
    runner = openRunner({ backend });
  });
  afterEach(async () => {
    await runner.close();
    expect(seen.zombies()).toEqual([]);
  });

  it("tells its name", () => {
    expect(runner.name).toBe(backend);
  });

  it.each([0, 1, 3, 125, 255])("tells exit code %d", async (code) => {
    const exit = await runner.run(shell(`exit ${code}`), never);
    expect(exit).toMatchObject({ code, timedOut: false, truncated: false });
    expect(exit.signal).toBeUndefined();
  });

  it.each(["SIGSEGV", "SIGABRT", "SIGKILL", "SIGTERM"])("tells signal %s by its name", async (signal) => {
    const exit = await runner.run(shell(`kill -${signal.slice(3)} $$`), never);
    expect(exit).toMatchObject({ signal, timedOut: false });
    expect(exit.code).toBeUndefined();
  });

  it("keeps both streams apart", async () => {
    const exit = await runner.run(shell("echo out; echo err >&2; printf 'more'"), never);
    expect([text(exit.stdout), text(exit.stderr)]).toEqual(["out\nmore", "err\n"]);
  });

  it("shows a job nothing of the output of the one before", async () => {
    await runner.run(shell("echo first; echo first >&2"), never);
    const exit = await runner.run(shell("echo 2"), never);
    expect([text(exit.stdout), text(exit.stderr)]).toEqual(["2\n", ""]);
  });

  it("feeds a file, and nothing unless told", async () => {
    const file = join(seen.temporary(), "fed to\nit");
    writeFileSync(file, "some input");
    expect(text((await runner.run(job(["cat"], { stdin: file }), never)).stdout)).toBe("some input");
    expect(text((await runner.run(job(["cat"]), never)).stdout)).toBe("");
  });

  it("runs in the directory, with the environment and exactly the arguments", async () => {
    const cwd = join(seen.temporary(), "a\nb c");
    mkdirSync(cwd);
    const env = { PATH: seen.environment["PATH"] ?? "", GIVEN: "a b\nc=d", EMPTY: "" };
    const script = 'pwd; printf "%s|" "$GIVEN" "$EMPTY" "$@"; echo "${HOME-unset}"';
    const exit = await runner.run(job(["sh", "-c", script, "sh", "x y", "", "é\n*"], { cwd, env }), never);
    expect(text(exit.stdout)).toBe(`${cwd}\na b\nc=d||x y||é\n*|unset\n`);
  });

  it("executes scripts whose path holds spaces and newlines, absolute or relative to the directory", async () => {
    const cwd = seen.temporary();
    const path = seen.writeScript(join(cwd, "my\nscript .sh"), "#!/bin/sh\nexit 7\n");
    expect((await runner.run(job([path]), never)).code).toBe(7);
    expect((await runner.run(job(["./my\nscript .sh"], { cwd }), never)).code).toBe(7);
  });

  it("starts with signals as a fresh process has them", async () => {
    const exit = await runner.run(job(["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]), never);
    expect(text(exit.stdout)).toMatch(/^SigBlk:\s0+\nSigIgn:\s0+\n$/);
  });

  it("says that a program does not exist", async () => {
    const error = await refused(runner.run(job(["no-such-program"]), never));
    expect([error.code, error.message]).toEqual([
      "NO_COMMAND",
      'There is no program "no-such-program" in the directories of PATH.',
    ]);
    expect((await refused(runner.run(job(["/no/such/program"]), never))).message).toBe(
      'There is no file "/no/such/program".',
    );
    expect((await refused(runner.run(job([]), never))).code).toBe("NO_COMMAND");
    expect((await refused(runner.run(job(["true", "\0"]), never))).code).toBe("NO_COMMAND");
  });

  it("says that a script lies in the directory when it was called without ./", async () => {
    const cwd = seen.temporary();
    seen.writeScript(join(cwd, "test.sh"), "#!/bin/sh\n");
    expect((await refused(runner.run(job(["test.sh"], { cwd }), never))).advice).toContain("write ./test.sh");
  });

  it("says that a script is not executable, lacks its first line, or names an interpreter that is not there", async () => {
    const directory = seen.temporary();
    const dull = join(directory, "dull.sh");
    writeFileSync(dull, "#!/bin/sh\nexit 0\n");
    expect((await refused(runner.run(job([dull]), never))).advice).toContain(`chmod +x ${dull}`);
    const bare = seen.writeScript(join(directory, "bare.sh"), "exit 0\n");
    expect((await refused(runner.run(job([bare]), never))).advice).toContain("#!/bin/sh");
    const foreign = seen.writeScript(join(directory, "foreign.sh"), "#!/bin/zzsh\r\nexit 0\n");
    const error = await refused(runner.run(job([foreign]), never));
    expect([error.code, error.message, error.advice].join(" ")).toMatch(/NO_COMMAND .*\/bin\/zzsh.* CR LF/);
    expect((await refused(runner.run(job([directory]), never))).message).toContain("is a directory");
  });

  it("says that the directory or the input does not exist", async () => {
    expect((await refused(runner.run(job(["true"], { cwd: "/no/such" }), never))).message).toContain("/no/such");
    expect((await refused(runner.run(job(["true"], { stdin: "/no/input" }), never))).message).toContain("/no/input");
  });

  it("kills after the timeout, keeping what was printed", async () => {
    const seconds = unique();
    const exit = await runner.run(shell(`echo begun; sleep ${seconds}; exit 1`, { timeout: 300 }), never);
    expect(exit).toMatchObject({ signal: "SIGTERM", timedOut: true });
    expect(text(exit.stdout)).toBe("begun\n");
    expect(seen.processesWith(seconds)).toEqual([]);
  });

  it("kills what ignores SIGTERM, and lets the others tidy up", async () => {
    const stubborn = await runner.run(shell("trap '' TERM; while :; do sleep 0.1; done", { timeout: 100 }), never);
    expect(stubborn).toMatchObject({ signal: "SIGKILL", timedOut: true });
    const tidy = await runner.run(
      shell("trap 'echo tidied; exit 5' TERM; while :; do sleep 0.01; done", { timeout: 300 }),
      never,
    );
    expect([tidy.code, tidy.timedOut, text(tidy.stdout)]).toEqual([5, true, "tidied\n"]);
  });

  it.each([
    ["children in the background", "sleep N & sleep N & exit 4"],
    ["a daemon in a session of its own", "setsid sleep N & exit 4"],
    ["a daemon of a daemon", "setsid sh -c 'setsid sleep N & sleep N' & sleep 0.1; exit 4"],
    ["children that ignore SIGTERM and closed their streams", "(trap '' TERM; exec <&- >&- 2>&-; sleep N) & exit 4"],
  ])("leaves nothing of %s", async (_, script) => {
    for (const timeout of [60_000, 300]) {
      const seconds = unique();
      const wait = timeout === 300 ? "sleep 60; exit 4" : "exit 4";
      const command = script.replaceAll("N", seconds).replace("exit 4", wait);
      const exit = await runner.run(shell(command, { timeout }), never);
      expect(exit.timedOut ? 4 : exit.code).toBe(4);
      expect(seen.processesWith(seconds)).toEqual([]);
    }
  });

  it("leaves a daemon of one job alone while another one ends, and ends it with its own", async () => {
    const seconds = unique();
    const long = runner.run(shell(`setsid sleep ${seconds} & sleep 0.8`), never);
    await sleep(300);
    await runner.run(job(["true"]), never);
    expect(seen.processesWith(`sleep\0${seconds}`)).toHaveLength(1);
    await long;
    expect(seen.processesWith(seconds)).toEqual([]);
  });

  it("waits for the end of a program that closed its streams", async () => {
    expect((await runner.run(shell("exec >&- 2>&-; sleep 0.2; exit 6"), never)).code).toBe(6);
  });

  it("keeps the two ends of a long output", async () => {
    const exit = await runner.run(shell("seq 1 100000", { keep: 20 }), never);
    expect([text(exit.stdout), exit.truncated]).toEqual(["1\n2\n3\n4\n5\n99\n100000\n", true]);
    const whole = await runner.run(shell("seq 1 100000; echo end >&2", { keep: 1_000_000 }), never);
    expect([whole.stdout.length, text(whole.stderr), whole.truncated]).toEqual([588_895, "end\n", false]);
  });

  it("bears a gigabyte of output", async () => {
    const exit = await runner.run(shell("echo first; head -c 1G /dev/zero; echo last", { keep: 1000 }), never);
    expect([exit.code, exit.truncated, exit.stdout.length]).toEqual([0, true, 1000]);
    // Where no hole can be punched, what is printed between the look and the cut is lost: it may be the end.
    expect(text(exit.stdout)).toMatch(runner.name === "spawn" ? /^first\n\0+(?:last\n)?$/ : /^first\n\0+last\n$/);
  });

  it("survives a fork bomb", async () => {
    const seconds = unique();
    const bomb = `
      bomb() { [ "$1" -gt 7 ] && exec sleep ${seconds}; bomb $(($1 + 1)) & bomb $(($1 + 1)) & setsid sleep ${seconds} & wait; }
      trap '' TERM; bomb 1`;
    const exit = await runner.run(job(["bash", "-c", bomb], { timeout: 1500 }), never);
    expect(exit.timedOut).toBe(true);
    expect(seen.processesWith(seconds)).toEqual([]);
  });

  it("limits memory", async () => {
    const eater = ["node", "-e", "const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));"];
    const exit = await runner.run(job(eater, { memory: 2 ** 31, timeout: 600_000 }), never);
    expect(exit).toMatchObject({ timedOut: false });
    expect(exit.code).not.toBe(0);
    const limit = await runner.run(shell("sleep 0.3; ulimit -v; (ulimit -v); ulimit -c", { memory: 2 ** 31 }), never);
    expect(text(limit.stdout)).toBe("2097152\n2097152\n0\n");
  });

  it("ends a job that is aborted, with the reason", async () => {
    const seconds = unique();
    const controller = new AbortController();
    const result = runner.run(shell(`setsid sleep ${seconds} & sleep ${seconds}`), controller.signal);
    await seen.eventually(() => seen.processesWith(seconds).length >= 2, 300_000);
    controller.abort(new Error("enough"));
    await expect(result).rejects.toThrow("enough");
    expect(seen.processesWith(seconds)).toEqual([]);
    await expect(runner.run(job(["true"]), controller.signal)).rejects.toThrow("enough");
    const sudden = new AbortController();
    const started = runner.run(shell(`sleep ${seconds}`), sudden.signal);
    sudden.abort(new Error("at once"));
    await expect(started).rejects.toThrow("at once");
    expect(seen.processesWith(seconds)).toEqual([]);
  });

  it("runs 200 jobs at once and loses no file descriptor", async () => {
    await runner.close();
    const before = seen.openFiles();
    runner = openRunner({ backend });
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const exits = await Promise.all(
      numbers.map((number) => runner.run(shell(`echo ${number}; exit ${number}`), new AbortController().signal)),
    );
    expect(exits.map(({ code }) => code)).toEqual(numbers);
    expect(exits.map(({ stdout }) => Number(text(stdout)))).toEqual(numbers);
    await runner.close();
    expect(await seen.eventually(() => seen.openFiles() <= before, 5000)).toBe(true);
  });

  it("ends running jobs when it is closed", async () => {
    const seconds = unique();
    const result = runner.run(shell(`sleep ${seconds}`), never);
    const [outcome] = await Promise.allSettled([result, runner.close()]);
    expect(outcome).toMatchObject({ status: "rejected", reason: { message: "the runner was closed" } });
    expect(seen.processesWith(seconds)).toEqual([]);
    await expect(runner.run(job(["true"]), never)).rejects.toThrow("closed");
  });

  it("shares the process with another runner", async () => {
    const other = openRunner({ backend });
    const long = other.run(shell("sleep 0.5; echo done"), never);
    await runner.run(shell("setsid sleep 5 & exit 0"), never);
    await runner.close();
    expect(text((await long).stdout)).toBe("done\n");
    await other.close();
  });
});
