/** What the runner that needs nothing but Node can know of processes that hide. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openRunner, openScratch } from "../../src/runner/index.ts";
import { eventually, isNoted, never, processesWith, shell, temporary, unique } from "./support.ts";

it("ends a daemon that threw its environment away, if it was seen while its parent lived", async () => {
  const scratch = openScratch();
  const runner = openRunner({ backend: "spawn", scratch });
  const seconds = unique();
  const flag = join(temporary(), "flag");
  const script = `env -i setsid sleep ${seconds} & until [ -e '${flag}' ]; do sleep 0.05; done; exit 4`;
  const result = runner.run(shell(script), never);
  const daemons = (): readonly number[] => processesWith(`sleep\0${seconds}`);
  expect(await eventually(() => daemons().length === 1 && isNoted(scratch.path, daemons()), 20_000)).toBe(true);
  writeFileSync(flag, "");
  expect((await result).code).toBe(4);
  expect(daemons()).toEqual([]);
  await runner.close();
  scratch.close();
});

it("ends a daemon that threw its environment away with the job that is stopped", async () => {
  const runner = openRunner({ backend: "spawn" });
  const seconds = unique();
  const controller = new AbortController();
  const result = runner.run(shell(`env -i setsid sleep ${seconds} & sleep ${seconds}`), controller.signal);
  expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 2, 20_000)).toBe(true);
  controller.abort(new Error("enough"));
  await expect(result).rejects.toThrow("enough");
  expect(processesWith(seconds)).toEqual([]);
  await runner.close();
});
