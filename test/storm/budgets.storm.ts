import { expect, test } from "vitest";
import { MOMENTS, type Moment } from "./moments.ts";
import { ground, inTurns, startIn, type Ended } from "./started.ts";
import { tally } from "./tally.ts";

/** What this machine itself is late with, in milliseconds: a process that waits as long, ends a child and is gone. */
const lateness = async (ms: number): Promise<number> => {
  const lines = `const c = require("node:child_process").spawn("sh", ["-c", "trap '' TERM; sleep 300"], { detached: true });
setTimeout(() => { c.on("exit", () => process.exit()); process.kill(-c.pid, "SIGTERM"); setTimeout(() => process.kill(-c.pid, "SIGKILL"), 150); }, ${ms} - performance.now());`;
  return (await startIn("/", [process.execPath, "-e", lines]).ended).ms - ms;
};

/** Enough for any load that leaves a control process in time, and far less than a moment that is waited for. */
const ALLOWED = 10;

interface Outcome {
  readonly name: string;
  readonly code: number | null;
  readonly inTime: boolean;
  readonly said: string;
}

/** In seconds. On a busy machine the moment may not come within the first. */
const BUDGETS = [2, 6, 18, 54, 162];

/** A machine may be busy with other things just when a run has to end, and a run that cannot end in order leaves at once: late is what is late every time. */
const TIMES = 4;

/** Waits for nothing by the clock: a budget that ran out before the moment came says nothing, and a longer one is tried. */
const tried = async (moment: Moment): Promise<Outcome> => {
  let late: Outcome | undefined;
  for (const budget of BUDGETS) {
    for (let time = 0; time < TIMES; time++) {
      const outcome = await triedWith(moment, budget);
      if (outcome === undefined) break;
      if (outcome.said === "") return outcome;
      late = outcome;
    }
    if (late !== undefined) return late;
  }
  return { name: moment.name, code: null, inTime: false, said: "the moment never came" };
};

const triedWith = async (moment: Moment, budget: number): Promise<Outcome | undefined> => {
  const { name, prepare, typed, environment, code } = moment;
  const here = ground();
  try {
    prepare(here);
    const at = typed.includes("--") ? typed.indexOf("--") : typed.length;
    const line = [...typed.slice(0, at), "--budget", `${budget}s`, ...typed.slice(at)];
    const reached = { REACHED: `${here.path}/reached` };
    const [late, ended]: [number, Ended] = await Promise.all([
      lateness(1000 * budget),
      here.start(line, { ...reached, ...environment?.(here) }).ended,
    ]);
    if (!here.has("reached")) return undefined;
    const limit = 1000 * budget + 2000 + ALLOWED * late;
    const inTime = ended.ms < limit;
    const isFine = inTime && ended.code === code;
    return { name, code: ended.code, inTime, said: isFine ? "" : `${ended.ms} ms of ${limit} ms: ${ended.stderr}` };
  } finally {
    here.remove();
  }
};

test("a budget ends the run, whatever it is doing", async (context) => {
  const outcomes = await inTurns(MOMENTS, 3, tried);
  const wanted = MOMENTS.map(({ name, code }) => ({ name, code, inTime: true, said: "" }));
  const held = outcomes.filter(({ code, inTime }, at) => inTime && code === wanted[at]?.code).length;
  tally(context, "budgets", { tried: MOMENTS.length, held });
  expect(outcomes).toEqual(wanted);
});
