/** What only the native runner can promise, and how one is chosen. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openRunner, openScratch } from "../../src/runner/index.ts";
import { hasTerminal, ownSession } from "../../src/runner/processes.ts";
import { eventually, job, never, processesWith, shell, text, unique, zombies } from "./support.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the native runner", () => {
  it("gives each job a group of its own, in a session of its own only where there is a terminal", async () => {
    const runner = openRunner({ backend: "native" });
    const { stdout } = await runner.run(shell("cat /proc/$$/stat; exit"), never);
    const [pid, , , , group, session] = text(stdout).split(" ");
    expect(group).toBe(pid);
    expect(session).toBe(hasTerminal() ? group : ownSession());
    await runner.close();
  });

  it("finds daemons that threw their environment away", async () => {
    const runner = openRunner({ backend: "native" });
    const seconds = unique();
    await runner.run(shell(`env -i setsid sleep ${seconds} & sleep 0.1`), never);
    expect(processesWith(seconds)).toEqual([]);
    await runner.close();
  });

  it("leaves the children of other code alone, those that are there and those that come", async () => {
    const seconds = unique();
    const earlier = spawn("sleep", [seconds], { detached: true });
    const runner = openRunner({ backend: "native" });
    const later = spawn("sleep", [seconds], { detached: true });
    await runner.run(shell("setsid sleep 30 & exit 0"), never);
    expect(processesWith(seconds)).toHaveLength(2);
    const short = spawn("sh", ["-c", "exit 9"]);
    await runner.run(shell("setsid sleep 0.1 & sleep 0.3"), never);
    expect(short.exitCode ?? (await once(short, "exit"))[0]).toBe(9);
    earlier.kill();
    later.kill();
    await Promise.all([once(earlier, "exit"), once(later, "exit")]);
    await runner.close();
  });

  it("reaps the orphans that it adopts while a job runs", async () => {
    const runner = openRunner({ backend: "native" });
    const result = runner.run(shell("for i in 1 2 3 4 5; do setsid true & done; sleep 1"), never);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await eventually(() => zombies().length === 0, 5000)).toBe(true);
    await result;
    await runner.close();
  });

  it("executes files that were written while other jobs were being started", async () => {
    const scratch = openScratch();
    const runner = openRunner({ backend: "native", scratch });
    const bytes = Buffer.from("#!/bin/sh\nexit 3\n");
    const one = async (): Promise<void> => {
      for (let round = 0; round < 40; round++) {
        const directory = scratch.directory([{ path: "run.sh", mode: 0o755, bytes }]);
        const exit = await runner.run(shell("./run.sh", { cwd: directory.path }), never);
        expect([exit.code, text(exit.stderr)]).toEqual([3, ""]);
        directory.remove();
      }
    };
    await Promise.all([one(), one(), one(), one()]);
    await runner.close();
    scratch.close();
  });
});

describe("the choice of the runner", () => {
  it("is made by PARE_RUNNER", async () => {
    vi.stubEnv("PARE_RUNNER", "spawn");
    const runner = openRunner();
    expect([runner.name, (await runner.run(job(["true"]), never)).code]).toEqual(["spawn", 0]);
    await runner.close();
  });

  it("refuses what it does not know", () => {
    vi.stubEnv("PARE_RUNNER", "fast");
    expect(() => openRunner()).toThrow('There is no way to run processes called "fast".');
  });
});
