/** Somebody edits the output while pare works on it: at every publication, in every way, and when pare is killed. */
import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { reduce } from "../../src/reduce/reduce.ts";
import { buildIfMissing, mainFile } from "../cli/support.ts";
import { disturb, editsOf, keepsEdit, lookAt, type OutputKind } from "../runs/edit-support.ts";
import { mistake, newDirectory, writeScript } from "../runs/support.ts";
import { inTurns } from "./in-turns.ts";
import { tally } from "./tally.ts";

const KINDS: readonly OutputKind[] = ["in place", "named", "default", "directory"];
/** Before the first publication, after each of the first ones, and after one that comes late or never. */
const MOMENTS = [0, 1, 2, 3, 4, 6] as const;

test.for(KINDS)("an output %s, edited at every moment in every way", async (kind, context) => {
  const schedules = MOMENTS.flatMap((at) =>
    Object.entries(editsOf(kind)).map(([name, edit]) => ({ name: `${name} at ${at}`, at, edit })),
  );
  const tried = await inTurns(schedules, 16, async ({ name, at, edit }) => {
    const disturbed = await disturb(kind, at, edit);
    return { name, reached: disturbed.edited !== undefined, holds: keepsEdit(disturbed) };
  });
  const reached = tried.filter((each) => each.reached);
  const broken = reached.filter(({ holds }) => !holds).map(({ name }) => name);
  tally(context, "edits", { tried: reached.length, held: reached.length - broken.length });
  expect(broken).toEqual([]);
  expect(reached.length).toBeGreaterThan(schedules.length / 2);
});

beforeAll(buildIfMissing);

const TEXT = Array.from({ length: 40 }, (_, i) => `line ${i}${i % 17 === 3 ? " needle" : ""}\n`).join("");

/** A place where pare is killed by its own test, at the given one. */
const killedAt = (
  at: number,
  flags: readonly string[],
): { readonly directory: string; readonly output: string; readonly isKilled: boolean } => {
  const directory = newDirectory();
  writeFileSync(join(directory, "in.txt"), TEXT);
  writeFileSync(join(directory, "count"), "");
  writeScript(
    join(directory, "test.sh"),
    `echo x >> "$PARE_ORIGIN/count"
[ "$(wc -l < "$PARE_ORIGIN/count")" -eq ${at} ] && kill -9 "$PPID"
grep -q needle "$1"`,
  );
  const words = [mainFile, "in.txt", "--test", "./test.sh", "-j", "1", ...flags];
  const { signal } = spawnSync(process.execPath, words, { cwd: directory });
  const output = join(directory, flags.includes("--in-place") ? "in.txt" : "out.txt");
  return { directory, output, isKilled: signal === "SIGKILL" };
};

const WAYS = [["--in-place"], ["-o", "out.txt"]] as const;

test("killed with -9 at many tests; what was edited before the next run is kept, and the run goes on to the same bytes", async (context) => {
  const schedules = WAYS.flatMap((flags) => [8, 11, 15, 20].map((at) => ({ flags, at })));
  const calm = await reduce({
    cwd: killedAt(1_000_000, ["--max-tests", "0"]).directory,
    input: "in.txt",
    test: "./test.sh",
  }).result;
  const broken: string[] = [];
  let tried = 0;
  for (const { flags, at } of schedules) {
    const { directory, output, isKilled } = killedAt(at, flags);
    // A best is tested once more beside the search: two tests at once can pass over the count, and then nobody is killed.
    if (!isKilled) continue;
    tried++;
    const inPlace = flags.includes("--in-place" as never);
    const options = {
      cwd: directory,
      input: "in.txt",
      test: "./test.sh",
      ...(inPlace ? { inPlace } : { output: "out.txt" }),
    };
    const before = existsSync(output) ? readFileSync(output) : undefined;
    appendFileSync(output, "EDIT\n");
    const edited = lookAt(output);
    const error = await mistake(reduce(options).result).catch((thrown: unknown) => ({ code: String(thrown) }));
    const isKept = lookAt(output) === edited && /^(?:CHANGED_IN_PLACE|OUTPUT_CHANGED)$/.test(error.code);
    // Nothing that pare has written lay there yet: an original or an output of the user's own.
    const isNew = lookAt(output) !== edited && before === undefined;
    if (before === undefined) rmSync(output, { force: true });
    else if (inPlace && existsSync(`${output}.orig`)) copyFileSync(`${output}.orig`, output);
    else writeFileSync(output, before);
    const { best } = await reduce(options).result;
    const isSame = Buffer.compare(best, calm.best) === 0;
    if (!isSame || !(isKept || isNew)) broken.push(`${flags.join(" ")} killed at test ${at}: ${error.code}`);
  }
  tally(context, "edits", { tried, held: tried - broken.length });
  expect(broken).toEqual([]);
  expect(tried).toBeGreaterThan(schedules.length / 2);
});
