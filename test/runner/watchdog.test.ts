/** What happens when pare itself is killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openRunner } from "../../src/runner/index.ts";
import { eventually, isNoted, processesWith, temporary, unique } from "./support.ts";

/** Enough on any machine, in milliseconds. */
const LONG = 20_000;

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

  it("a daemon that threw its environment away and is nobody's child is ended too", async () => {
    const seconds = unique();
    const flag = join(temporary(), "flag");
    // Nothing of its own tells whose it is: other session, no mark, no file.
    const daemon = `cd /; env -i sh -c 'sleep ${seconds} & exec sleep ${seconds}' <&- >&- 2>&-`;
    const parent = `(${daemon}) & until [ -e "$FLAG" ]; do sleep 0.05; done`;
    const script = `export FLAG='${flag}'; setsid sh -c "$(cat <<'END'\n${parent}\nEND\n)" & exec sleep ${unique()}`;
    const { kill, scratch } = await start(backend, script);
    const daemons = (): readonly number[] => processesWith(`sleep\0${seconds}`);
    expect(
      await eventually(() => daemons().length === 2 && (backend === "native" || isNoted(scratch, daemons())), LONG),
    ).toBe(true);
    writeFileSync(flag, "");
    expect(await eventually(() => daemons().some((pid) => isNoted(scratch, [pid])), LONG)).toBe(true);
    await kill();
    expect(await eventually(() => processesWith(seconds).length === 0, LONG)).toBe(true);
  });

  it("a daemon that nobody had the time to note is known by the files that it has open", async () => {
    const seconds = unique();
    const { kill } = await start(backend, `(setsid env -i sleep ${seconds} &); exec sleep ${unique()}`);
    expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 1, LONG)).toBe(true);
    await kill();
    expect(await eventually(() => processesWith(seconds).length === 0, LONG)).toBe(true);
  });
});

describe("the watchdog", () => {
  it("leaves alone what is not of the run, though it be as young and work in the directory", async () => {
    const seconds = unique();
    const { kill, scratch } = await start("native", `exec sleep ${seconds}`);
    const other = spawn("sleep", [seconds], { cwd: scratch, detached: true, stdio: "ignore" });
    expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 2, LONG)).toBe(true);
    await kill();
    expect(await eventually(() => !existsSync(scratch), LONG)).toBe(true);
    // A process that was killed may be seen for a moment.
    expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 1, LONG)).toBe(true);
    expect(processesWith(`sleep\0${seconds}`)).toEqual([other.pid]);
    other.kill();
    await once(other, "exit");
  });

  it("leaves alone what shares the session of pare", async () => {
    const seconds = unique();
    const { kill, scratch } = await start("native", `exec sleep ${seconds}`);
    const other = spawn("sleep", [seconds], { stdio: "ignore" });
    expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 2, LONG)).toBe(true);
    await kill();
    expect(await eventually(() => !existsSync(scratch), LONG)).toBe(true);
    expect(processesWith(`sleep\0${seconds}`)).toContain(other.pid);
    other.kill();
    await once(other, "exit");
  });

  it("goes away with the runner", async () => {
    const runner = openRunner();
    expect(await eventually(() => processesWith(`pare-${process.pid}-`).length === 1, 5000)).toBe(true);
    await runner.close();
    expect(processesWith(`pare-${process.pid}-`)).toEqual([]);
  });
});
