/** What runs besides tests goes, too, when pare is killed. */
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { isAlive } from "../../src/runs/atomic.ts";
import { buildIfMissing, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** Says who it is, and would last longer than any test. */
const LONG = '{ echo $$ > "$HELD.part"; mv "$HELD.part" "$HELD"; exec sleep 600; }';

/** Kills pare when the program is reached. Is that alive? */
const killed = async (here: Place, ...typed: readonly string[]): Promise<() => boolean> => {
  const held = join(here.path, "held");
  const child = here.start(...typed);
  const ended = once(child, "exit");
  while (!existsSync(held) && child.exitCode === null) await sleep(20);
  child.kill("SIGKILL");
  await ended;
  const pid = Number(readFileSync(held, "utf8"));
  return () => isAlive(pid);
};

test("a shell that times quick tests", async () => {
  const here = place();
  mkdirSync(join(here.path, "tests"));
  here.write("tests/a.txt", "one\n");
  // In the script of a quick test a shell starts it.
  const program = `#!/bin/sh\nHELD="$PARE_ORIGIN/held"\n[ "$(cat /proc/$PPID/comm)" = sh ] && ${LONG}\ncp "$1" "$PARE_COVERAGE/covered"\n`;
  here.write("cover.sh", program, 0o755);
  const lives = await killed(here, "suite", "quick", "tests", "--cover", "file:covered", "--", "./cover.sh", "{}");
  await expect.poll(lives).toBe(false);
});

test("a runner that lists its tests", async () => {
  const here = place();
  here.write("pytest", `#!/bin/sh\nHELD=${here.path}/held\n${LONG}\n`, 0o755);
  const lives = await killed(here, "isolate", "--tests", "pytest", "--victim", "t", "--", "./pytest", "{tests}");
  await expect.poll(lives).toBe(false);
});
