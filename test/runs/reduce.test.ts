import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { claimText } from "../../src/core/claim.ts";
import { Controls } from "../../src/driver/controls.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { cleanRuns, listRuns } from "../../src/runs/list.ts";
import { readSteps, rebuild } from "../../src/runs/steps/steps.ts";
import { draws, nowAndThen } from "../support/seeds.ts";
import { mistake, newDirectory, newPlace, writeScript } from "./support.ts";

const WORDS = ["needle", "thread"];
const small = (directory: string): string => readFileSync(join(directory, "input.reduced.txt"), "utf8");
const input = (directory: string): string => readFileSync(join(directory, "input.txt"), "utf8");

afterEach(() => {
  vi.restoreAllMocks();
});

describe("reduce", () => {
  test("makes a file small, says what is proved, and leaves the input alone", async () => {
    const { directory, runs } = newPlace(WORDS);
    const before = input(directory);
    const result = await reduce({ cwd: directory, input: "input.txt", test: "./test.sh", jobs: 2 }).result;
    expect(Buffer.from(result.best).toString()).toBe(small(directory));
    expect(small(directory)).toMatch(/^\s*needle\s*thread\s*$/);
    expect(result).toMatchObject({
      status: "complete",
      format: "text (plain)",
      strategy: "auto",
      warnings: [],
    });
    expect(result.claims.map(claimText)).toContain("1-minimal by tokens");
    expect(result.output).toMatchObject({ path: join(directory, "input.reduced.txt"), bytes: result.best.length });
    // Aborted tests may end before they have counted themselves.
    expect(runs()).toBeLessThanOrEqual(result.tests.run);
    expect(runs()).toBeGreaterThanOrEqual(result.tests.run - result.tests.wasted);
    expect(result.repeatLine).toContain("test.sh");
    expect(input(directory)).toBe(before);
  });

  test("answers a finished run at once, to another output too, and starts over when told to", async () => {
    const { directory, runs } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", jobs: 1 };
    const first = await reduce(options).result;
    const ran = runs();
    const again = await reduce({ ...options, jobs: 2, output: "other.txt" }).result;
    expect(runs()).toBe(ran);
    expect(again).toMatchObject({ status: "complete", claims: first.claims, run: first.run, resumed: true });
    expect(again.tests).toMatchObject({ run: 0, fail: first.tests.fail, pass: first.tests.pass });
    expect(readFileSync(join(directory, "other.txt"), "utf8")).toBe(small(directory));
    const fresh = await reduce({ ...options, fresh: true }).result;
    // How many bests are tested once more, side by side with the search, depends on how long tests take.
    expect(Math.abs(runs() - 2 * ran)).toBeLessThanOrEqual(3);
    expect(fresh.best).toEqual(first.best);
  });

  test("goes on where a run was stopped, without running anything twice", async () => {
    const { directory, runs } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", jobs: 1 };
    const whole = await reduce({ ...options, runsDirectory: "whole" }).result;
    const alone = runs();
    const stopped = await reduce({ ...options, maxTests: 12 }).result;
    expect(stopped).toMatchObject({ status: "stopped", reason: "max-tests", claims: [] });
    const events: ReduceEvent[] = [];
    const rest = await reduce({ ...options, onEvent: (event) => events.push(event) }).result;
    expect(events.find(({ type }) => type === "run")).toMatchObject({ resumed: { dropped: 0 } });
    expect(rest.best).toEqual(whole.best);
    // 2 x 12 questions more at most would have been asked again; start-up and final checks are what is left.
    expect(runs() - alone).toBeLessThanOrEqual(alone + 6);
    expect(rest.tests.recalled).toBeGreaterThanOrEqual(12);
  });

  test("stops at a size, by a signal and by hand with a best that fails, and goes on", async () => {
    const { directory } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", jobs: 2 };
    const sized = await reduce({ ...options, untilSize: 200 }).result;
    expect(sized).toMatchObject({ status: "stopped", reason: "until-size" });
    expect(sized.best.length).toBeLessThanOrEqual(200);
    const stop = new AbortController();
    const controls = new Controls();
    const stopAt = (size: number, end: () => void) => (event: ReduceEvent) => {
      if (event.type === "best" && event.size < size) end();
    };
    const signalled = await reduce({ ...options, signal: stop.signal, onEvent: stopAt(100, () => stop.abort()) })
      .result;
    expect(signalled).toMatchObject({ status: "stopped", reason: "signal" });
    expect(small(directory)).toMatch(/needle.*thread/s);
    const byHand = await reduce({ ...options, controls, onEvent: stopAt(40, () => controls.stop()) }).result;
    expect(byHand).toMatchObject({ status: "stopped", reason: "stop" });
    expect((await reduce(options).result).status).toBe("complete");
  });

  test("yields events to whoever iterates, from the first to the last", async () => {
    const { directory } = newPlace(WORDS);
    const types: string[] = [];
    const run = reduce({ cwd: directory, input: "input.txt", test: "./test.sh" });
    for await (const event of run) types.push(event.type);
    expect(types.slice(0, 4)).toEqual(["oracle", "original", "run", "start"]);
    expect(types).toContain("best");
    expect(types.at(-1)).toBe("published");
    expect((await run.result).status).toBe("complete");
  });

  test("learns a command's behaviour once, and reuses what it has learnt", async () => {
    const directory = newDirectory();
    writeFileSync(
      join(directory, "input.txt"),
      Array.from({ length: 30 }, (_, i) => `l${i}${i === 7 ? " boom" : ""}\n`).join(""),
    );
    writeScript(
      join(directory, "tool"),
      `echo x >> "$PARE_ORIGIN/count"\ngrep -q boom "$1" || exit 0\necho "fatal: boom found" >&2\nexit 3`,
    );
    const options = { cwd: directory, input: "input.txt", command: ["./tool", "{}"], jobs: 1 };
    const stopped = await reduce({ ...options, maxTests: 2 }).result;
    const events: ReduceEvent[] = [];
    const result = await reduce({ ...options, onEvent: (event) => events.push(event) }).result;
    expect(events.find(({ type }) => type === "oracle")).toMatchObject({ learnt: false });
    expect(result.run).toBe(stopped.run);
    expect(result.description).toContain("fatal: boom found");
    expect(Buffer.from(result.best).toString().trim()).toBe("boom");
  });

  test("rebuilds every step, each of which fails", async () => {
    const { directory } = newPlace(WORDS);
    const result = await reduce({ cwd: directory, input: "input.txt", test: "./test.sh" }).result;
    const steps = readSteps(join(result.run, "steps.jsonl"));
    expect(steps.size).toBeGreaterThan(3);
    for (const number of steps.keys())
      expect(Buffer.from(rebuild(Buffer.from(input(directory)), steps, number) as Uint8Array).toString()).toMatch(
        /needle.*thread/s,
      );
    expect(JSON.parse(readFileSync(join(result.run, "evidence.json"), "utf8"))).toMatchObject({
      outcome: "fail",
      sha256: result.output.sha256,
    });
    expect(readFileSync(join(directory, ".pare", ".gitignore"), "utf8")).toBe("*\n");
  });

  test("goes on over a damaged journal and says so", async () => {
    const { directory } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", jobs: 1 };
    const { run } = await reduce({ ...options, maxTests: 20 }).result;
    const journal = join(run, "journal.jsonl");
    const lines = readFileSync(journal, "utf8").split("\n");
    const sixth = lines.findIndex((line, index) => index > 4 && line.includes('"outcome":"'));
    lines[sixth] = (lines[sixth] as string).replace('"outcome":"', '"outcome":"x');
    writeFileSync(journal, `${lines.join("\n")}{"crc":"0000`);
    const { warnings, best } = await reduce(options).result;
    expect(warnings).toMatchObject([
      { code: "JOURNAL_DAMAGED", message: "2 damaged records of the journal were dropped." },
    ]);
    expect(Buffer.from(best).toString()).toMatch(/^\s*needle\s*thread\s*$/);
  });
});

describe("in place", () => {
  test("the first original is kept for ever, and is what later runs start from", async () => {
    const { directory } = newPlace(WORDS);
    const original = input(directory);
    chmodSync(join(directory, "input.txt"), 0o775);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", inPlace: true };
    await reduce({ ...options, maxTests: 10 }).result;
    expect(readFileSync(join(directory, "input.txt.orig"), "utf8")).toBe(original);
    expect(input(directory).length).toBeLessThan(original.length);
    const { status } = await reduce(options).result;
    expect(status).toBe("complete");
    expect(readFileSync(join(directory, "input.txt.orig"), "utf8")).toBe(original);
    expect(input(directory)).toMatch(/^\s*needle\s*thread\s*$/);
    expect(statSync(join(directory, "input.txt")).mode & 0o777).toBe(0o775);
    // Another way to reduce finds a result of pare at the place, too.
    await reduce({ ...options, format: "lines" }).result;
    expect(input(directory)).toMatch(/^line \d+ needle\nline \d+ thread\n$/);
  });

  test("a change by hand is never overwritten", async () => {
    const { directory } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", inPlace: true };
    await reduce({ ...options, maxTests: 10 }).result;
    appendFileSync(join(directory, "input.txt"), "my own work\n");
    const error = await mistake(reduce(options).result);
    expect(error.code).toBe("CHANGED_IN_PLACE");
    expect(error.advice).toContain("input.txt.orig");
    expect(input(directory)).toContain("my own work");
  });

  test("an original that does not fail leaves nothing behind", async () => {
    const { directory } = newPlace(WORDS);
    await mistake(reduce({ cwd: directory, input: "input.txt", test: "/bin/false", inPlace: true }).result);
    expect(readdirSync(directory).toSorted()).toEqual([".pare", "count", "input.txt", "test.sh"]);
    expect(listRuns(join(directory, ".pare"))).toEqual([]);
  });
});

describe("mistakes are explained", () => {
  test("an original that does not show it, with its output and the line that repeats it", async () => {
    const { directory } = newPlace(WORDS);
    writeScript(join(directory, "no.sh"), "echo to stdout; echo to stderr >&2; exit 7");
    const error = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./no.sh" }).result);
    expect(error.code).toBe("NOT_FAILING");
    for (const part of ["exit 7", "to stdout", "to stderr", "\nTo repeat it:\n", "cat > no.sh <<"])
      expect(error.message).toContain(part);
    expect(error.advice).toContain("--with");
  });

  test("an oracle that lies on the original", async () => {
    const { directory } = newPlace(WORDS);
    // One at a time: runs side by side would otherwise count each other, and might all come out alike.
    writeScript(
      join(directory, "coin.sh"),
      'exec 9>> "$PARE_ORIGIN/turn"; flock 9\necho x >> "$PARE_ORIGIN/count"; [ $(($(wc -l < "$PARE_ORIGIN/count") % 2)) = 1 ]',
    );
    const error = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./coin.sh" }).result);
    expect(error.code).toBe("FLAKY");
    expect(error.message).toMatch(/shows in \d+ of 20 runs/);
    expect(error.advice).toContain("--flaky");
  });

  test("an oracle that lies on a best, found out by testing it once more", async () => {
    const { directory } = newPlace(WORDS);
    // Tells the truth about the whole; what is shorter fails the first time it is seen, and never again.
    writeScript(
      join(directory, "liar.sh"),
      'name=$(md5sum < "$1" | cut -c1-32)\n[ $(wc -c < "$1") -gt 500 ] && exit 0\n[ $(wc -c < "$1") -gt 9 ] || exit 1\n[ -e "$PARE_ORIGIN/seen-$name" ] && exit 1\ntouch "$PARE_ORIGIN/seen-$name"',
    );
    const error = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./liar.sh", jobs: 1 }).result);
    expect(error.code).toBe("FLAKY");
    expect(error.message).toContain("0 of 20 runs");
  });

  test("an oracle that lies once is believed no further: that candidate is given up, and the search goes on", async () => {
    const { directory } = newPlace(WORDS);
    const honest = 'grep -q needle "$1" && grep -q thread "$1"';
    writeScript(
      join(directory, "once.sh"),
      `${honest} && exit 0\n[ $(wc -c < "$1") -lt 300 ] && [ $(wc -c < "$1") -gt 9 ] && mkdir "$PARE_ORIGIN/lied" 2> "$PARE_ORIGIN/log"`,
    );
    const revised: number[] = [];
    const { status, best } = await reduce({
      cwd: directory,
      input: "input.txt",
      test: "./once.sh",
      jobs: 1,
      onEvent: (event) => event.type === "revised" && revised.push(event.size),
    }).result;
    expect(revised).toHaveLength(1);
    expect(status).toBe("complete");
    expect(Buffer.from(best).toString()).toMatch(/^\s*needle\s*thread\s*$/);
  });

  test.each([
    ["NO_INPUT", { input: "nothing.txt" }],
    ["BAD_INPUT", { input: "input.txt", more: ["."] }],
    ["USAGE", { input: "input.txt", test: undefined }],
    ["USAGE", { input: "input.txt", inPlace: true, output: "x" }],
    ["OUTPUT_IS_INPUT", { input: "input.txt", output: "./input.txt" }],
    ["OUTPUT_IS_DIRECTORY", { input: "input.txt", output: "folder" }],
    ["NO_DIRECTORY", { input: "input.txt", output: "missing/folder/out.txt" }],
    ["UNKNOWN_STRATEGY", { input: "input.txt", strategy: "ddmax" }],
    ["NO_BESIDE", { input: "input.txt", extraFiles: ["missing.h"] }],
  ])("%s", async (code, options) => {
    const { directory } = newPlace(WORDS);
    mkdirSync(join(directory, "folder"));
    const { test: script = "./test.sh", ...rest } = { test: "./test.sh", ...options };
    const oracle = "test" in options ? {} : { test: script };
    const error = await mistake(reduce({ cwd: directory, ...oracle, ...rest }).result);
    expect(error.code).toBe(code);
    expect(error.advice).not.toBe("");
  });

  test("a run that another process works on", async () => {
    const { directory } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", jobs: 1 };
    const first = reduce(options);
    for await (const event of first) if (event.type === "start") break;
    const error = await mistake(reduce(options).result);
    expect(error.code).toBe("LOCKED");
    expect(error.message).toContain(String(process.pid));
    expect((await first.result).status).toBe("complete");
  });

  test("a stop before the search has begun", async () => {
    const { directory } = newPlace(WORDS);
    const error = await mistake(
      reduce({ cwd: directory, input: "input.txt", test: "./test.sh", signal: AbortSignal.abort() }).result,
    );
    expect(error.code).toBe("INTERRUPTED");
  });

  test.each<readonly [string, (controls: Controls) => Partial<ReduceOptions>, string]>([
    ["by hand", (controls) => ({ controls, onEvent: () => controls.stop() }), "INTERRUPTED"],
    ["by its budget", () => ({ budget: 500 }), "BUDGET_SPENT"],
  ])("a stop %s while the original is tested", async (_, how, code) => {
    const { directory } = newPlace(WORDS);
    writeScript(join(directory, "test.sh"), "exec sleep 600");
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", ...how(new Controls()) };
    expect((await mistake(reduce(options).result)).code).toBe(code);
    expect(existsSync(join(directory, "input.reduced.txt"))).toBe(false);
  });
});

describe("the world around it", () => {
  test("a budget longer than any timer can wait does not end at once", async () => {
    const { directory } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", budget: 2 ** 40 };
    expect((await reduce(options).result).status).toBe("complete");
  });

  test("an input that changes during the run is noticed at the end", async () => {
    const { directory } = newPlace(WORDS);
    const onEvent = (event: ReduceEvent): void => {
      if (event.type === "start") appendFileSync(join(directory, "input.txt"), "changed\n");
    };
    const { warnings, best } = await reduce({ cwd: directory, input: "input.txt", test: "./test.sh", onEvent }).result;
    expect(warnings).toMatchObject([{ code: "INPUT_CHANGED" }]);
    expect(Buffer.from(best).toString()).toMatch(/^\s*needle\s*thread\s*$/);
  });

  test("a clock that jumps changes nothing", async () => {
    const { directory } = newPlace(WORDS);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", jobs: 1 };
    const whole = await reduce({ ...options, runsDirectory: "whole" }).result;
    const real = Date.now();
    const random = draws();
    vi.spyOn(Date, "now").mockImplementation(() => real + (random.next() - 0.5) * 1e12);
    await reduce({ ...options, maxTests: 10 }).result;
    const { best, tests } = await reduce(options).result;
    expect(best).toEqual(whole.best);
    expect(tests.recalled).toBeGreaterThanOrEqual(10);
  });

  test("with a failure that shows now and then, the result carries its rate", async () => {
    const { directory } = newPlace(["needle"], 12);
    writeScript(join(directory, "rare.sh"), `grep -q needle "$1" && ${nowAndThen(join(newDirectory(), "runs"), 128)}`);
    const options = {
      cwd: directory,
      input: "input.txt",
      test: "./rare.sh",
      flaky: true,
      format: "lines",
      jobs: 2,
    } as const;
    const { rate, best, status } = await reduce(options).result;
    expect(status).toBe("complete");
    expect(Buffer.from(best).toString()).toContain("needle");
    expect(rate).toMatchObject({ runs: 100, confidence: 0.999 });
    expect(rate?.low).toBeLessThan(0.5);
    expect(rate?.high).toBeGreaterThan(0.5);
  });
});

test("runs are listed, the latest first, and cleaned unless somebody works on them", async () => {
  const { directory } = newPlace(WORDS);
  const runs = join(directory, ".pare");
  const options = { cwd: directory, input: "input.txt", test: "./test.sh" };
  await reduce({ ...options, format: "lines" }).result;
  await reduce({ ...options, maxTests: 3 }).result;
  mkdirSync(join(runs, "broken-123"));
  const [latest, earlier, broken] = listRuns(runs);
  expect(latest).toMatchObject({ status: "stopped", input: { bytes: input(directory).length } });
  expect(earlier).toMatchObject({ status: "complete", bytes: expect.any(Number) as number });
  expect(earlier?.diskBytes).toBeGreaterThan(100);
  expect(broken).toMatchObject({ name: "broken-123", status: "damaged" });
  expect(cleanRuns(runs, { olderThan: 3_600_000 }).map(({ name }) => name)).toEqual(["broken-123"]);
  const working = reduce({ ...options, format: "characters" });
  for await (const event of working) if (event.type === "start") break;
  expect(listRuns(runs)[0]).toMatchObject({ status: "running", pid: process.pid });
  expect(cleanRuns(runs)).toHaveLength(2);
  expect(listRuns(runs)).toHaveLength(1);
  await working.result;
  expect(cleanRuns(runs, { names: ["another"] })).toEqual([]);
  expect(cleanRuns(runs)).toHaveLength(1);
  expect(existsSync(join(directory, "input.reduced.txt"))).toBe(true);
});

describe("an original whose first run does not show the failure", () => {
  const counting = (then: string): string =>
    `echo x >> "$PARE_ORIGIN/count"; n=$(wc -l < "$PARE_ORIGIN/count"); ${then}`;

  test("is flaky when a later one does, with the rate and its interval", async () => {
    const { directory } = newPlace(WORDS);
    writeScript(join(directory, "late.sh"), counting("[ $((n % 5)) = 0 ]"));
    const error = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./late.sh", jobs: 1 }).result);
    expect(error.code).toBe("FLAKY");
    expect(error.message).toMatch(/shows in 4 of 20 runs \(20\.0 %; with 99\.9 % confidence between .* and .*\)/);
  });

  test("is run often before that is said to be so, but not when it does not end in time", async () => {
    const { directory } = newPlace(WORDS);
    const runs = (): number => readFileSync(join(directory, "count"), "utf8").split("\n").length - 1;
    writeScript(join(directory, "never.sh"), counting("exit 1"));
    const begun = runs();
    const never = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./never.sh", jobs: 1 }).result);
    expect(never.code).toBe("NOT_FAILING");
    expect(runs() - begun).toBe(20);
    writeScript(join(directory, "slow.sh"), counting("sleep 20"));
    const again = runs();
    const late = { cwd: directory, input: "input.txt", test: "./slow.sh", timeout: 300, jobs: 1 };
    const slow = await mistake(reduce(late).result);
    expect(slow.code).toBe("NOT_FAILING");
    expect(runs() - again).toBe(1);
  });
});
