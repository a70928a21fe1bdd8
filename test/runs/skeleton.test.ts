/** The skeleton of a run does the same for every command: here for one that only this test knows. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { pathsOfRun } from "../../src/runs/directory.ts";
import { Pins } from "../../src/runs/pins.ts";
import { newRecord, type SuiteRecord } from "../../src/runs/record.ts";
import { runPinned, startRun, warningNote, type RunContext, type Warning } from "../../src/runs/run.ts";
import { RunSession } from "../../src/runs/session.ts";
import { mistake, newDirectory, newPlace, writeScript } from "./support.ts";

type Note = { readonly type: "counted"; readonly to: number } | ({ readonly type: "warning" } & Warning);
type Context = RunContext<Note>;

const started = <Result>(
  options: Parameters<typeof startRun<Note, never, Result>>[0]["options"],
  work: (context: Context) => Promise<Result>,
): ReturnType<typeof startRun<Note, never, Result>> => startRun({ options, warning: warningNote, work });

const RECORD = newRecord<SuiteRecord>({
  command: "suite",
  pare: "0.1.0",
  hash: "h",
  request: "r",
  identity: { name: "n", input: "i", beside: [], options: {}, version: "0.1.0" },
  description: "counts",
  input: { path: "n", bytes: 1 },
  output: "/out",
});

/** A session about counting, in the runs of a context. */
const sessionIn = ({ runs, signal }: Context, fresh = false): RunSession<"suite"> =>
  new RunSession("suite", {
    runs,
    paths: pathsOfRun(runs, { name: "count", hash: "0123456789abcdef" }),
    fresh,
    signal,
  });

test("events have a version and a time, and are told to both the caller and the one who iterates", async () => {
  const told: unknown[] = [];
  const run = started(
    { cwd: newDirectory(), onEvent: (event) => told.push(event) },
    async ({ emit, warn, warnings }) => {
      emit({ type: "counted", to: 1 });
      warn("SLOW", "counting is slow");
      return warnings;
    },
  );
  const seen: unknown[] = [];
  for await (const event of run) seen.push(event);
  expect(seen).toEqual(told);
  expect(seen).toMatchObject([
    { type: "counted", to: 1, version: 1, ms: expect.any(Number) as number },
    { type: "warning", code: "SLOW" },
  ]);
  expect(await run.result).toEqual([{ code: "SLOW", message: "counting is slow" }]);
});

test("whatever breaks after a stop is told as that stop, but for mistakes of the user", async () => {
  const stop = new AbortController();
  const broken = started({ cwd: newDirectory(), signal: stop.signal }, async () => {
    stop.abort();
    throw new Error("a process was killed");
  });
  await expect(broken.result).rejects.toMatchObject({ name: "Stopped", why: "signal" });
  const late = new AbortController();
  const wrong = started({ cwd: newDirectory(), signal: late.signal }, async () => {
    late.abort();
    throw new UserError("NO_INPUT", "There is no input.", { advice: "Name one." });
  });
  expect((await mistake(wrong.result)).code).toBe("NO_INPUT");
});

test("a run that has written its record is gone on with; one that has not leaves nothing", async () => {
  const cwd = newDirectory();
  const first = await started({ cwd }, async (context) => {
    const session = sessionIn(context);
    await session.close();
    return existsSync(session.paths.directory);
  }).result;
  expect(first).toBe(false);
  const count = (fresh: boolean): Promise<number> =>
    started({ cwd }, async (context) => {
      const session = sessionIn(context, fresh);
      try {
        session.watch({ pins: new Pins([]), content: "same" });
        const journal = session.openJournal();
        session.write(RECORD);
        journal.record(`key ${journal.replayed}`, { outcome: "pass", ms: 1 });
        session.vouch();
        return journal.replayed;
      } finally {
        await session.close();
      }
    }).result;
  expect([await count(false), await count(false), await count(false)]).toEqual([0, 1, 2]);
  expect(await count(true)).toBe(0);
});

test("a run is locked until its session is closed, also when that fails in between", async () => {
  const cwd = newDirectory();
  await started({ cwd }, async (context) => {
    const session = sessionIn(context);
    expect(() => sessionIn(context)).toThrow("is working on this run");
    expect(() => session.openJournal()).toThrow("not watched");
    await session.close();
    await sessionIn(context).close();
  }).result;
});

describe("the test as it was", () => {
  test("work is done again when a part was touched, and starts over only once", async () => {
    const cwd = newDirectory();
    const part = join(cwd, "tool");
    writeFileSync(part, "1");
    const turns: boolean[] = [];
    const run = started({ cwd, fresh: true }, (context) =>
      runPinned(
        context,
        () => [{ path: part, called: "the tool" }],
        async ({ pins, fresh }) => {
          turns.push(fresh);
          const session = sessionIn(context, fresh);
          try {
            session.watch({ pins });
            if (turns.length === 1) writeFileSync(part, "1");
            session.vouch();
            return context.warnings.map(({ code }) => code);
          } finally {
            await session.close();
          }
        },
      ),
    );
    expect(await run.result).toEqual(["TEST_TOUCHED"]);
    expect(turns).toEqual([true, false]);
  });

  test("a part that has changed ends the run", async () => {
    const cwd = newDirectory();
    const part = join(cwd, "tool");
    writeFileSync(part, "1");
    const run = started({ cwd }, (context) =>
      runPinned(
        context,
        () => [{ path: part, called: "the tool" }],
        async ({ pins }) => {
          const session = sessionIn(context);
          try {
            session.watch({ pins });
            writeFileSync(part, "2");
            session.vouch();
          } finally {
            await session.close();
          }
        },
      ),
    );
    expect((await mistake(run.result)).code).toBe("TEST_CHANGED");
  });
});

test("what was learnt is judged once, before the search, and a refusal ends the run without a trace", async () => {
  const { directory } = newPlace(["needle"]);
  writeScript(join(directory, "says"), 'grep -q needle "$1" && echo "fatal: boom" >&2 && exit 7');
  const options = { cwd: directory, input: "input.txt", command: ["./says", "{}"] };
  const refused = reduce({ ...options, onLearnt: () => Promise.reject(new UserError("NO", "No.", { advice: "" })) });
  const types: string[] = [];
  for await (const event of refused) types.push(event.type);
  expect((await mistake(refused.result)).code).toBe("NO");
  expect(types).toEqual(["oracle"]);
  expect(existsSync(join(directory, "input.reduced.txt"))).toBe(false);
  const judged: string[] = [];
  const onLearnt = async (description: string): Promise<void> => void judged.push(description);
  expect((await reduce({ ...options, onLearnt }).result).status).toBe("complete");
  // The second time it is known.
  await reduce({ ...options, onLearnt }).result;
  expect(judged).toEqual(["exits with 7 and prints on stderr: fatal: boom"]);
});

test.each([
  ["appended to", ">>"],
  ["written again", ">"],
])(
  "a lesson that is refused ends the run with that error, though the test's own log was %s",
  async (_, redirection) => {
    const { directory } = newPlace(["needle"]);
    const log = join(directory, "test.log");
    writeFileSync(log, "x\n");
    let asked = 0;
    const { result } = reduce({
      input: "input.txt",
      cwd: directory,
      command: ["sh", "-c", `echo x ${redirection} ${log}; ! grep needle input.txt`],
      onLearnt: async () => {
        asked++;
        throw new UserError("NO", "No.", { advice: "" });
      },
    });
    await expect(result).rejects.toMatchObject({ code: "NO" });
    expect(asked).toBe(1);
  },
);
