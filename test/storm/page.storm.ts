import { expect, test } from "vitest";
import { MOMENTS, type Moment } from "./moments.ts";
import { ground, inTurns, until, type Ground, type Started } from "./started.ts";
import { tally } from "./tally.ts";

interface Page {
  readonly address: string;
  readonly token: string;
}

/** The page of a run, as soon as it is told. */
const pageOf = async (run: Started): Promise<Page> => {
  const told = (): RegExpExecArray | null => /live page: (http:\/\/\S+\/)#token=(\w+)\n/.exec(run.said());
  await until(() => told() !== null, run);
  const [, address = "", token = ""] = told() ?? [];
  return { address, token };
};

const post = async ({ address }: Page, control: string, request: RequestInit = {}): Promise<number> =>
  (await fetch(`${address}api/control/${control}`, { method: "POST", ...request })).status;
const steer = async (page: Page, control: string): Promise<number> =>
  await post(page, control, { headers: { "x-pare-token": page.token } });

/** The token everywhere but in its header. */
const forged = async (page: Page): Promise<readonly number[]> => {
  const { token } = page;
  const form = new URLSearchParams({ token, "x-pare-token": token });
  return await Promise.all([
    post(page, `stop?${form.toString()}`),
    post(page, "stop", { headers: { cookie: `token=${token}; x-pare-token=${token}` } }),
    post(page, "stop", { headers: { authorization: `Bearer ${token}` } }),
    post(page, "stop", { body: form }),
    post(page, "stop", { body: JSON.stringify({ token }), headers: { "content-type": "application/json" } }),
    post(page, "stop", { headers: { "x-pare-token": token, origin: "http://evil.example" } }),
  ]);
};

/** What is done at the page before it stops the run. */
const WAYS: readonly (readonly string[])[] = [["stop"], ["pause", "stop"], ["skip", "pause", "skip", "resume", "stop"]];
/** Where there is no best yet, it ends as after Ctrl-C. */
const INTERRUPTED = 130;

interface Outcome {
  readonly name: string;
  readonly code: number | null;
  readonly answers: readonly number[];
  readonly forgeries: readonly number[];
}

const startedAt = (here: Ground, { typed, environment }: Moment): Started => {
  const at = typed.includes("--") ? typed.indexOf("--") : typed.length;
  const reached = { REACHED: `${here.path}/reached` };
  return here.start([...typed.slice(0, at), "--web", ...typed.slice(at)], { ...reached, ...environment?.(here) });
};

/** Whoever is not heard waits for as long as the moment lasts: that ends the test as a whole. */
const stoppedAt = async ({ moment, way }: { moment: Moment; way: readonly string[] }): Promise<Outcome> => {
  const here = ground();
  try {
    moment.prepare(here);
    const run = startedAt(here, moment);
    const page = await pageOf(run);
    if (moment.name !== START) await until(() => here.has("reached"), run);
    const forgeries = await forged(page);
    const answers: number[] = [];
    for (const control of way) answers.push(await steer(page, control));
    const { code, ms } = await run.ended;
    return { name: `${moment.name}: ${way.join(", ")}`, code: ms < 250_000 ? code : null, answers, forgeries };
  } finally {
    here.remove();
  }
};

const START = "the start";

test("the page stops the run, whatever it is doing, and only for who has the token in its header", async (context) => {
  const reductions = MOMENTS.filter(({ typed: [command = ""] }) => !["isolate", "suite"].includes(command));
  const begins = reductions.find(({ name }) => name === "the original is tested") as Moment;
  const moments = [{ ...begins, name: START }, ...reductions];
  const all = moments.map((moment, at) => ({ moment, way: WAYS[at % WAYS.length] as readonly string[] }));
  const wanted = all.map(({ moment, way }) => ({
    name: `${moment.name}: ${way.join(", ")}`,
    code: moment.code === 0 ? 0 : INTERRUPTED,
    answers: way.map(() => 200),
    forgeries: Array.from({ length: 6 }, () => 403),
  }));
  const outcomes = await inTurns(all, 3, stoppedAt);
  const held = outcomes.filter((outcome, at) => JSON.stringify(outcome) === JSON.stringify(wanted[at])).length;
  tally(context, "page", { tried: all.length, held });
  expect(outcomes).toEqual(wanted);
});

test("a pause and a skip while the original is measured lose nothing", async (context) => {
  const here = ground();
  try {
    here.write("hay.txt", "hay\nneedle\nhay\n");
    here.write(
      "test.sh",
      '#!/bin/sh\n: > "$PARE_ORIGIN/reached"\nwhile [ ! -e "$PARE_ORIGIN/go" ]; do sleep 0.02; done\ngrep -q needle "$1"\n',
    );
    const run = here.start(["hay.txt", "--test", "./test.sh", "--web", "--json"]);
    const page = await pageOf(run);
    await until(() => here.has("reached"), run);
    for (const control of ["pause", "skip"]) await steer(page, control);
    here.write("go", "");
    const paused = async (): Promise<boolean> => {
      const { progress } = (await (await fetch(`${page.address}api/state`)).json()) as {
        progress: { paused: boolean };
      };
      return progress.paused;
    };
    // The search has begun, and holds.
    while (!(await paused()));
    await steer(page, "resume");
    const { code, stdout } = await run.ended;
    const { status, claims, output } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
    const got = { code, status, isProved: (claims as string[]).length > 0, bytes: (output as { bytes: number }).bytes };
    const wanted = { code: 0, status: "complete", isProved: true, bytes: 7 };
    tally(context, "page", { tried: 1, held: JSON.stringify(got) === JSON.stringify(wanted) ? 1 : 0 });
    expect(got).toEqual(wanted);
  } finally {
    here.remove();
  }
});
