/** Somebody changes the test while pare asks it: each of its parts, in every way, at many moments, and when pare is killed. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { reduce } from "../../src/reduce/reduce.ts";
import { buildIfMissing, mainFile } from "../cli/support.ts";
import { CHANGES, isHonest, keep, newPinned, PARTS, TOUCHES, watched, type PartKind } from "../runs/pin-support.ts";
import { newDirectory, writeScript } from "../runs/support.ts";
import { inTurns } from "./in-turns.ts";
import { tally } from "./tally.ts";

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

interface Schedule {
  readonly name: string;
  readonly kind: PartKind;
  readonly at: number;
  readonly change: (path: string, lie: string) => void;
}

/** Each part in each way, at moments that go round; the script at all of them. */
const MOMENTS = [0, 1, 3, 6];
const schedulesOf = (changes: typeof CHANGES): readonly Schedule[] =>
  Object.entries(PARTS).flatMap(([part, kind], row) =>
    Object.entries(changes).flatMap(([how, change], column) => {
      const moments = part === "the script" ? MOMENTS : [MOMENTS[(row + column) % MOMENTS.length] as number];
      return moments.map((at) => ({ name: `${part} ${how} at ${at}`, kind, at, change }));
    }),
  );

/** Of an undisturbed run. */
const calm = new Map<PartKind, Promise<string>>();
const calmOf = (kind: PartKind): Promise<string> => {
  const known = calm.get(kind) ?? reduce(newPinned(kind).options).result.then(({ best }) => textOf(best));
  calm.set(kind, known);
  return known;
};

test("a part that changes ends the run before a result is called final, and what it said is not believed later", async (context) => {
  const schedules = schedulesOf(CHANGES);
  const broken = await inTurns(schedules, 3, async ({ name, kind, at, change }) => {
    const { directory, options, part } = newPinned(kind);
    const back = keep(part);
    const { error } = await watched(options, (done) => done === at && change(part, kind.lie));
    const output = join(directory, "input.reduced.txt");
    const isNoticed = error?.code === "TEST_CHANGED" && (!existsSync(output) || isHonest(output));
    back();
    const again = await reduce(options).result;
    const isSame = textOf(again.best) === (await calmOf(kind)) && readFileSync(output, "utf8") === textOf(again.best);
    return isNoticed && isSame ? [] : [`${name}: ${error?.code ?? "not noticed"}`];
  });
  tally(context, "pinned", { tried: schedules.length, held: broken.filter(({ length }) => length === 0).length });
  expect(broken.flat()).toEqual([]);
});

test("a part that is touched, or another one for a moment, changes no byte", async (context) => {
  const script = PARTS["the script"] as PartKind;
  const schedules = Object.entries(TOUCHES).flatMap(([how, touch]) =>
    [0, 2, 5].map((at) => ({ name: `${how} at ${at}`, at, touch })),
  );
  const broken = await inTurns(schedules, 3, async ({ name, at, touch }) => {
    const { options, part } = newPinned(script);
    const { result } = await watched(options, (done) => done === at && touch(part, ""));
    return result !== undefined && textOf(result.best) === (await calmOf(script)) ? [] : [name];
  });
  tally(context, "pinned", { tried: schedules.length, held: broken.filter(({ length }) => length === 0).length });
  expect(broken.flat()).toEqual([]);
});

beforeAll(buildIfMissing);

const TEXT = Array.from({ length: 40 }, (_, i) => `line ${i}${i % 17 === 3 ? " needle" : ""}\n`).join("");
const HONEST = 'grep -q needle "$1"';

/** Where a run was killed by its own test, which was put back since. A busy machine may notice before that that the test is another one. */
const killedAt = (at: number): string => {
  const directory = newDirectory();
  writeFileSync(join(directory, "in.txt"), TEXT);
  writeFileSync(join(directory, "count"), "");
  const script = join(directory, "test.sh");
  // It puts a liar in its own place; that one answers a few times, then kills pare, and nobody who has adopted it since.
  writeScript(
    `${script}.lie`,
    `echo x >> "$PARE_ORIGIN/count"
[ "$(wc -l < "$PARE_ORIGIN/count")" -ge ${at + 3} ] && grep -aq in.txt "/proc/$PPID/cmdline" && kill -9 "$PPID"
exit 0`,
  );
  writeScript(
    script,
    `echo x >> "$PARE_ORIGIN/count"
if [ "$(wc -l < "$PARE_ORIGIN/count")" -eq ${at} ]; then
  mv "$PARE_ORIGIN/test.sh" "$PARE_ORIGIN/test.sh.honest"; mv "$PARE_ORIGIN/test.sh.lie" "$PARE_ORIGIN/test.sh"
fi
${HONEST}`,
  );
  spawnSync(process.execPath, [mainFile, "in.txt", "--test", "./test.sh", "-j", "1"], { cwd: directory });
  if (existsSync(`${script}.honest`)) renameSync(`${script}.honest`, script);
  // It does not count that far again.
  writeFileSync(join(directory, "count"), "x\n".repeat(100));
  return directory;
};

test("killed with -9 while the test was another one: put back, the run goes on to the same bytes", async (context) => {
  const calmBest = await (async () => {
    const directory = newDirectory();
    writeFileSync(join(directory, "in.txt"), TEXT);
    writeScript(join(directory, "test.sh"), HONEST);
    return textOf((await reduce({ cwd: directory, input: "in.txt", test: "./test.sh" }).result).best);
  })();
  const moments = [6, 9, 14];
  const broken: string[] = [];
  for (const at of moments) {
    const { best } = await reduce({ cwd: killedAt(at), input: "in.txt", test: "./test.sh" }).result;
    if (textOf(best) !== calmBest) broken.push(`at test ${at}: ${JSON.stringify(textOf(best))}`);
  }
  tally(context, "pinned", { tried: moments.length, held: moments.length - broken.length });
  expect(broken).toEqual([]);
});
