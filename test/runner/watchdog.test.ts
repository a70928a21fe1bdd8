/** What happens when pare itself is killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openRunner } from "../../src/runner/index.ts";
import { eventually, processesWith, unique } from "./support.ts";

const victim = fileURLToPath(new URL("victim.ts", import.meta.url));

interface Victim {
  readonly pid: number;
  readonly scratch: string;
  readonly kill: () => Promise<void>;
}

const start = async (backend: string, script: string): Promise<Victim> => {
  const child = spawn(process.execPath, ["--import", "tsx", victim, backend, script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { pid: child.pid ?? 0, kill, scratch: line.toString().trim() };
};

describe.each(["native", "spawn"])("after SIGKILL of a process that uses the %s runner", (backend) => {
  it("nothing of its jobs is left within 2 s, and the scratch directory is gone", async () => {
    const seconds = unique();
    const sleeper = `sleep ${seconds}`;
    const script = `trap '' TERM HUP; (setsid ${sleeper} &); setsid sh -c 'setsid ${sleeper} & ${sleeper}' & ${sleeper} & ${sleeper}`;
    const { pid, kill, scratch } = await start(backend, script);
    expect(await eventually(() => processesWith(sleeper.replace(" ", "\0")).length === 5, 20_000)).toBe(true);
    expect(existsSync(scratch)).toBe(true);
    await kill();
    expect(await eventually(() => processesWith(seconds).length === 0, 2000)).toBe(true);
    expect(await eventually(() => !existsSync(scratch), 5000)).toBe(true);
    expect(await eventually(() => processesWith(`pare-${pid}-`).length === 0, 5000)).toBe(true);
  });

  it("a job that threw its environment away is ended too", async () => {
    const seconds = unique();
    const { kill } = await start(backend, `exec env -i sleep ${seconds}`);
    expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 1, 20_000)).toBe(true);
    await kill();
    expect(await eventually(() => processesWith(seconds).length === 0, 2000)).toBe(true);
  });
});

describe("the watchdog", () => {
  it("goes away with the runner", async () => {
    const runner = openRunner();
    expect(await eventually(() => processesWith(`pare-${process.pid}-`).length === 1, 5000)).toBe(true);
    await runner.close();
    expect(processesWith(`pare-${process.pid}-`)).toEqual([]);
  });
});
