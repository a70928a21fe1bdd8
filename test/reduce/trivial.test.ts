import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canTrace } from "../../src/cli/check/strace.ts";
import { whyTrivial } from "../../src/cli/commands/check.ts";
import { thisTerminal } from "../../src/cli/terminal.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { SAMPLES, testsOf, type Sample } from "./honest.ts";
import { NEVER, openGround, wronglyRefused, type Ground } from "./support.ts";
import { VACUOUS, type Vacuous } from "./vacuous.ts";

let ground: Ground;

beforeAll(() => {
  ground = openGround();
});
afterAll(() => ground.close());

const BUG = SAMPLES[0] as Sample;

/** The code of the error that a reduction ends with, and the reason that is told. */
const refusalOf = async (each: Vacuous, index: number): Promise<readonly (string | undefined)[]> => {
  const name = `vacuous-${index}`;
  const placed = (text: string): string => text.replaceAll("HERE", join(ground.folder, name));
  const { script, command, refine = {} } = each;
  const directory = ground.layOut(name, BUG, script && placed(script));
  const given = {
    ...(script !== undefined && { test: "./test.sh" }),
    ...(command !== undefined && { command: command.map(placed) }),
  };
  const error = await reduce({ input: BUG.name, cwd: directory, ...given, refine, jobs: 2 }).result.then(
    () => undefined,
    (thrown: { readonly code?: string }) => thrown,
  );
  const about = { terminal: { ...terminal, directory }, signal: NEVER };
  const why = await whyTrivial([BUG.name], { ...given, ...refine }, about);
  return [each.title, error?.code, why?.reason];
};

const terminal = thisTerminal();

test("tests that tell nothing are refused, each with its reason", async () => {
  // Where nothing can be traced, nobody sees what is not opened.
  const unseen = (reason: string): string => (reason === "never-opened" && !canTrace() ? "always" : reason);
  const expected = VACUOUS.map(({ title, reason }) => [title, "TRIVIAL", unseen(reason)]);
  expect(await Promise.all(VACUOUS.map(refusalOf))).toEqual(expected);
});

test("honest tests of all kinds are not refused", async () => {
  const pairs = SAMPLES.flatMap((sample, index) => {
    const tests = testsOf(sample);
    const honest = tests[index % tests.length];
    return honest === undefined ? [] : [{ sample, honest }];
  });
  expect(await wronglyRefused(pairs, 2)).toEqual([]);
});

test("what was asked before the search is not asked again, and an allowed result says what it is worth", async () => {
  const cwd = ground.layOut("allowed", BUG, "exit 0");
  const options = { input: BUG.name, cwd, test: "./test.sh", jobs: 1 } as const;
  await expect(reduce(options).result).rejects.toMatchObject({ code: "TRIVIAL" });
  const allowed = await reduce({ ...options, allowTrivial: true }).result;
  expect(allowed.trivial).toEqual(["an empty file", "the file `int main(void) { return 0; }`"]);
  expect(allowed.warnings.map(({ code }) => code)).toEqual(["TRIVIAL"]);
  expect(allowed.best).toHaveLength(0);
  expect(allowed.tests.recalled).toBeGreaterThan(0);
  // A finished run is refused, too, where it is not allowed.
  await expect(reduce(options).result).rejects.toMatchObject({ code: "TRIVIAL" });
  const again = await reduce({ ...options, allowTrivial: true }).result;
  expect(again).toMatchObject({ resumed: true, trivial: allowed.trivial });
});
