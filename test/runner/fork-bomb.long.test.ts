/** Tests that never stop to start processes, in a cage that holds 200 of them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { pidLimit } from "./pid-limit.ts";
import { eventually, temporary, writeScript } from "./support.ts";
import { without } from "../support/needs.ts";

/** Enough on any machine, in milliseconds. */
const LONG = 300_000;

const victim = fileURLToPath(new URL("victim.ts", import.meta.url));
const directory = temporary();

const script = (name: string, lines: string): string =>
  writeScript(join(directory, name), `#!/bin/sh\ntrap '' TERM INT HUP\n${lines}\n`);

/** A shell ends when it cannot start another: its parent then starts it again. */
const BOMBS: Readonly<Record<string, string>> = {
  "in its group": script("group", 'while :; do "$0" & "$0" & wait; done'),
  "in many sessions, each of which goes away": script("fleeting", 'setsid "$0" & setsid "$0" & exit 0'),
  "in many sessions without an environment": script(
    "bare",
    'while :; do env -i setsid "$0" & env -i setsid "$0" & wait; done',
  ),
};

interface Explosion {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
}

const cage = pidLimit(200);

describe.skipIf(without("a limit of processes", typeof cage !== "string"))("after a fork bomb", () => {
  if (typeof cage === "string") return;
  afterEach(async () => {
    await eventually(() => {
      cage.clear();
      return cage.count() === 0;
    }, LONG);
  });
  afterAll(() => cage.remove());

  const explode = async (backend: string, bomb: string, timeout: number): Promise<Explosion> => {
    const before = cage.refused();
    const [shell = "", ...rest] = cage.command;
    const command = [
      process.execPath,
      "--import",
      "tsx",
      victim,
      backend,
      `'${bomb}' & exec sleep 600`,
      String(timeout),
    ];
    const child = spawn(shell, [...rest, ...command], { stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    await once(child.stdout, "data");
    expect(await eventually(() => cage.refused() > before, LONG)).toBe(true);
    return { child, exit };
  };

  describe.each(["native", "spawn"])("in the %s runner", (backend) => {
    it.each(Object.entries(BOMBS))("%s, nothing is left when the test is over", async (_, bomb) => {
      const { exit } = await explode(backend, bomb, 1500);
      await exit;
      expect(await eventually(() => cage.count() === 0, LONG)).toBe(true);
    });

    it.each(Object.entries(BOMBS))("%s, nothing is left when pare is interrupted", async (_, bomb) => {
      const { child, exit } = await explode(backend, bomb, 600_000);
      child.kill("SIGINT");
      await exit;
      expect(await eventually(() => cage.count() === 0, LONG)).toBe(true);
    });

    it.each(Object.entries(BOMBS))("%s, nothing is left when pare is killed", async (_, bomb) => {
      const { child, exit } = await explode(backend, bomb, 600_000);
      child.kill("SIGKILL");
      await exit;
      expect(await eventually(() => cage.count() === 0, LONG)).toBe(true);
    });
  });
});
