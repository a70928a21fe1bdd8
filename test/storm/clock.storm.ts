import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ground, type Ended, type Ground } from "./started.ts";
import { tally } from "./tally.ts";

/** In seconds. */
const DAY = 86_400;
const HAY = Array.from({ length: 40 }, (_, i) => (i === 17 ? "the needle\n" : `hay ${i}\n`)).join("");

let library: string;
let built: string;
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), "pare-clock-"));
  library = join(built, "shifted-clock.so");
  const source = fileURLToPath(new URL("shifted-clock.c", import.meta.url));
  execFileSync("gcc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Every fourth test moves the clock on by one in the list, but not while the original is tested; the last one stays. */
const TEST = `#!/bin/sh
unset LD_PRELOAD
echo >> "$PARE_ORIGIN/tests"
set -- "$1" $SHIFTS
n=$((($(wc -l < "$PARE_ORIGIN/tests") - 2) / 4))
while [ $n -gt 0 ] && [ $# -gt 2 ]; do a=$1; shift 2; set -- "$a" "$@"; n=$((n - 1)); done
printf %s "$2" > "$CLOCK_SHIFT"
grep -q needle "$1"
`;

const clockOf = (here: Ground): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library,
  CLOCK_SHIFT: `${here.path}/shift`,
});

const started = (here: Ground, shifts: readonly number[], ...typed: readonly string[]): Promise<Ended> => {
  here.write("shift", String(shifts[0]));
  const environment = { ...clockOf(here), SHIFTS: shifts.join(" ") };
  return here.start(["hay.txt", "--test", "./test.sh", "-j", "1", "--json", ...typed], environment).ended;
};

const hay = (): Ground => {
  const here = ground();
  here.write("hay.txt", HAY);
  here.write("test.sh", TEST);
  return here;
};

interface Told {
  readonly status: string;
  readonly tests: Readonly<Record<"fail" | "pass" | "unresolved" | "timeouts" | "recalled", number>>;
  readonly output: { readonly sha256: string };
  readonly claims: readonly string[];
  readonly wallMs: number;
}

const toldBy = ({ stdout }: Ended): Told => JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Told;
const recordIn = (here: Ground): { readonly started: string; readonly changed: string } => {
  const run = readdirSync(join(here.path, ".pare")).find((name) => name.startsWith("hay.txt-")) ?? "";
  return JSON.parse(readFileSync(join(here.path, ".pare", run, "run.json"), "utf8")) as ReturnType<typeof recordIn>;
};
/** What must not depend on the clock; how often bests are tested again depends on how busy the machine is. */
const essence = ({ status, tests: { fail, pass, unresolved, timeouts }, output, claims }: Told): unknown => ({
  status,
  tests: { fail, pass, unresolved, timeouts },
  output,
  claims,
});

const JUMPS: readonly (readonly number[])[] = [
  [0, DAY],
  [0, -DAY],
  [DAY, 0],
  [-DAY, 0, DAY, -DAY, 365 * DAY],
  [0, -50 * 365 * DAY],
];

test("a clock that jumps during a run changes neither the result nor how it is found", async (context) => {
  const still = hay();
  const reference = essence(toldBy(await started(still, [0])));
  still.remove();
  const outcomes: unknown[] = [];
  for (const shifts of JUMPS) {
    const here = hay();
    // A limit and a budget that no jump reaches, though the clock passes both.
    const ended = await started(here, shifts, "--budget", "10m", "--timeout", "300");
    const told = toldBy(ended);
    const { started: from, changed: to } = recordIn(here);
    const off = (date: string, shift = 0): number => Math.abs((Date.parse(date) - Date.now()) / 1000 - shift);
    outcomes.push({
      shifts,
      code: ended.code,
      told: essence(told),
      // The clock did jump.
      moved: off(from, shifts[0]) < DAY / 2 && off(to, shifts.at(-1)) < DAY / 2,
      isTimed: told.wallMs > 0 && told.wallMs < 1000 * (DAY / 2),
    });
    here.remove();
  }
  const wanted = JUMPS.map((shifts) => ({ shifts, code: 0, told: reference, moved: true, isTimed: true }));
  const held = outcomes.filter((outcome, at) => JSON.stringify(outcome) === JSON.stringify(wanted[at])).length;
  tally(context, "clock", { tried: JUMPS.length, held });
  expect(outcomes).toEqual(wanted);
});

test("a run goes on after a jump, with files of another time", async (context) => {
  const whole = hay();
  const { status, output, claims } = toldBy(await started(whole, [0]));
  whole.remove();
  const outcomes: unknown[] = [];
  for (const jump of [DAY, -DAY]) {
    const here = hay();
    await started(here, [0], "--max-tests", "5");
    const other = new Date(Date.now() - 1000 * jump);
    for (const name of [".pare", "hay.txt", "test.sh"]) age(join(here.path, name), other);
    const rest = toldBy(await started(here, [jump]));
    const listed = await here.start(["report", "--list"], clockOf(here)).ended;
    const lines = listed.stdout.split("\n").filter((line) => line.includes("hay.txt-")).length;
    outcomes.push({ ...rest, tests: rest.tests.recalled > 0, code: listed.code, lines });
    here.remove();
  }
  const wanted = { status, output, claims, tests: true, code: 0, lines: 1 };
  tally(context, "clock", { tried: outcomes.length, held: outcomes.filter((each) => matches(each, wanted)).length });
  for (const outcome of outcomes) expect(outcome).toMatchObject(wanted);
});

/** A file, or a directory with all that is in it. */
const age = (path: string, time: Date): void => {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) age(join(path, name), time);
  utimesSync(path, time, time);
};

const matches = (found: unknown, wanted: object): boolean =>
  Object.entries(wanted).every(
    ([name, value]) => JSON.stringify((found as Record<string, unknown>)[name]) === JSON.stringify(value),
  );

/** In seconds. On a busy machine the search may not begin within the first: then the exit code is 2. */
const BUDGETS = [10, 40, 160];

/** Whatever is smaller than the original sleeps; each jumps, too. */
const SLEEPING = `${TEST.trimEnd()} || exit 1\n[ $(wc -c < "$1") -lt ${HAY.length} ] || exit 0\nsleep 600\n`;

const stoppedBy = async (jump: number): Promise<unknown> => {
  for (const budget of BUDGETS) {
    const here = hay();
    here.write("test.sh", SLEEPING);
    const { code, ms, stdout, stderr } = await started(
      here,
      [0, jump, 0, jump],
      "--budget",
      `${budget}s`,
      "--timeout",
      "2",
    );
    here.remove();
    if (code === 2 && stderr.includes("The time budget ran out before")) continue;
    // Neither ended by the clock, nor waiting for it or for what sleeps.
    const isInTime = ms > 1000 * budget - 500 && ms < 500_000;
    return { code, isInTime, stopped: stdout.includes('"stopped"'), said: code === 0 ? "" : stderr };
  }
  return { said: "the search never began" };
};

test("a budget and a timeout hold though the clock jumps", async (context) => {
  const outcomes = await Promise.all([DAY, -DAY].map(stoppedBy));
  const wanted = { code: 0, isInTime: true, stopped: true, said: "" };
  tally(context, "clock", { tried: outcomes.length, held: outcomes.filter((each) => matches(each, wanted)).length });
  expect(outcomes).toEqual([wanted, wanted]);
});
