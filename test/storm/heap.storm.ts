/** A heap that is nearly used up is noticed before V8 gives up, whatever its size; garbage is not mistaken for it. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tally } from "./tally.ts";

const growing = fileURLToPath(new URL("messages/growing.mjs", import.meta.url));

const saidWith = (mega: number, what: string): string =>
  spawnSync(process.execPath, [`--max-old-space-size=${mega}`, growing, what], { encoding: "utf8" }).stdout;

test("the watch of the heap", (context) => {
  const answers = [32, 48, 64, 128, 256].flatMap((mega) => [
    [mega, saidWith(mega, "grows"), "low"],
    [mega, saidWith(mega, "garbage"), "enough"],
  ]);
  const wrong = answers.filter(([, said, right]) => said !== right);
  tally(context, "messages", { tried: answers.length, held: answers.length - wrong.length });
  expect(wrong).toEqual([]);
});
