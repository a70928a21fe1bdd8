import { expect, test } from "vitest";
import { MOMENTS, type Moment } from "./moments.ts";
import { ground, inTurns } from "./started.ts";
import { tally } from "./tally.ts";

/** A moment lasts 300 s unless something ends it. A run that ends so long before that did not wait for it, however busy the machine is. */
const MAX_LATE_MS = 120_000;

interface Outcome {
  readonly name: string;
  readonly code: number | null;
  readonly inTime: boolean;
  readonly said: string;
}

/** In seconds. On a busy machine the moment may not come within the first. */
const BUDGETS = [2, 6, 18, 54, 162];

/** Waits for nothing by the clock: a budget that ran out before the moment came says nothing, and a longer one is tried. */
const tried = async (moment: Moment): Promise<Outcome> => {
  for (const budget of BUDGETS) {
    const outcome = await triedWith(moment, budget);
    if (outcome !== undefined) return outcome;
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
    const ended = await here.start(line, { ...reached, ...environment?.(here) }).ended;
    if (!here.has("reached")) return undefined;
    const limit = 1000 * budget + MAX_LATE_MS;
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
