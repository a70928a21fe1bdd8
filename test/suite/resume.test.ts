/** What a reduction of a suite goes on with, and what it forgets; what it says of files that are not its own. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReduceSuiteOptions } from "../../src/suite/options.ts";
import { isCheapToStart, paysOff } from "../../src/suite/reduce/start-up.ts";
import { reduceSuite } from "../../src/suite/reduce/suite.ts";
import { createUniverse } from "../../src/suite/covers.ts";
import type { Measurer } from "../../src/suite/run/measurer.ts";
import { programStamps } from "../../src/suite/run/stamps.ts";
import { readTests } from "../../src/suite/tests.ts";
import { folderWith, troubleOf } from "./measuring.ts";

const TEXT = "one\ntwo\none\ntwo\none\n";
const SCRIPT = 'sort -u "$1" > "$PARE_COVERAGE/covered"\n';

const suite = (more: Readonly<Record<string, string>> = {}): string =>
  folderWith({ "tests/a.txt": TEXT, "tests/b.txt": `${TEXT}three\n`, "run.sh": SCRIPT, ...more });

/** The script by its full path: relative ones are looked up in the scratch directory. */
const reduceIn = (cwd: string, more: Partial<ReduceSuiteOptions> = {}) =>
  reduceSuite({
    tests: ["tests"],
    cover: "file:covered",
    command: ["sh", join(cwd, "run.sh"), "{}"],
    output: "small",
    start: "whole",
    cwd,
    jobs: 2,
    ...more,
  });

const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

describe("a reduced suite", () => {
  it("is written to another directory without being reduced again", async () => {
    const cwd = suite();
    const first = await reduceIn(cwd);
    const second = await reduceIn(cwd, { output: "elsewhere/deep" });
    expect([first.counts.run > 0, second.counts.run, second.run]).toEqual([true, 0, first.run]);
    const results = contents(join(cwd, "elsewhere/deep"));
    expect(Object.keys(results)).toEqual(["a.txt", "b.txt"]);
    expect(results).toEqual(contents(join(cwd, "small")));
  });

  it("is reduced again when a script that the command names has changed", async () => {
    const cwd = suite();
    const first = await reduceIn(cwd);
    writeFileSync(join(cwd, "run.sh"), 'grep -v one "$1" | sort -u > "$PARE_COVERAGE/covered"\n');
    const second = await reduceIn(cwd);
    expect(second.run).not.toBe(first.run);
    expect([second.units.after, second.tests.map(({ trouble }) => trouble)]).toEqual([3, [undefined, undefined]]);
    // The first program has its run still.
    writeFileSync(join(cwd, "run.sh"), SCRIPT);
    expect((await reduceIn(cwd)).counts.run).toBe(0);
  });

  it("comes with a note about what was there before", async () => {
    const cwd = suite({ "small/old.txt": "old\n", "small/deep/older.txt": "old\n", "small/.gitignore": "*\n" });
    const { hints } = await reduceIn(cwd);
    expect(hints).toEqual(["small has 2 other files that were there before: deep/older.txt, …"]);
    expect((await reduceIn(cwd, { output: "new" })).hints).toEqual([]);
  });
});

describe("a suite while somebody else is at work", () => {
  it("is not reduced by a script that changes meanwhile, and later to the same results", async () => {
    const calm = suite();
    await reduceIn(calm);
    const cwd = suite();
    let runs = 0;
    const onEvent: ReduceSuiteOptions["onEvent"] = (event) => {
      if (event.type === "run" && ++runs === 2)
        writeFileSync(join(cwd, "run.sh"), 'echo x > "$PARE_COVERAGE/covered"\n');
    };
    expect((await troubleOf(reduceIn(cwd, { onEvent }))).code).toBe("TEST_CHANGED");
    writeFileSync(join(cwd, "run.sh"), SCRIPT);
    await reduceIn(cwd);
    expect(contents(join(cwd, "small"))).toEqual(contents(join(calm, "small")));
  });

  it("goes on when a script was only touched", async () => {
    const cwd = suite();
    let runs = 0;
    const notes: string[] = [];
    const onEvent: ReduceSuiteOptions["onEvent"] = (event) => {
      if (event.type === "run" && ++runs === 2) utimesSync(join(cwd, "run.sh"), 1, 1);
      if (event.type === "note") notes.push(event.text);
    };
    expect((await reduceIn(cwd, { onEvent })).status).toBe("complete");
    expect(notes).toHaveLength(1);
  });

  it("does not replace a result that somebody writes there", async () => {
    const cwd = suite();
    const onEvent: ReduceSuiteOptions["onEvent"] = (event) => {
      if (event.type !== "begun") return;
      mkdirSync(join(cwd, "small"));
      writeFileSync(join(cwd, "small/b.txt"), "mine\n");
    };
    expect((await troubleOf(reduceIn(cwd, { onEvent }))).code).toBe("OUTPUT_CHANGED");
    expect(readFileSync(join(cwd, "small/b.txt"), "utf8")).toBe("mine\n");
  });
});

describe("the stamps of a program", () => {
  const stamped = (cwd: string, more: object): string => JSON.stringify(programStamps({ tests: [], cwd, ...more }));

  it("follow every file that the command names, and what lies beside the tests", () => {
    const cwd = folderWith({ "prog.js": "1", "lib/x.js": "1", "more/data": "1" });
    const command = ["node", "prog.js", join(cwd, "lib/x.js"), "lib", "a\0b", "x".repeat(5000), "{}"];
    const of = (): string => stamped(cwd, { command, extraFiles: ["more"] });
    const states = [of()];
    for (const name of ["prog.js", "lib/x.js", "more/data"]) {
      writeFileSync(join(cwd, name), "22");
      states.push(of());
    }
    expect(new Set(states).size).toBe(4);
    writeFileSync(join(cwd, "other"), "3");
    expect(of()).toBe(states.at(-1));
  });

  it("follow a module and the folders that are measured", () => {
    const cwd = folderWith({ "run.js": "1", "lib/x.js": "1" });
    const of = (): string => stamped(cwd, { inProcess: "./run.js#run", cover: "counters:lib,missing" });
    const states = [of()];
    for (const name of ["run.js", "lib/x.js"]) {
      writeFileSync(join(cwd, name), "22");
      states.push(of());
    }
    expect(new Set(states).size).toBe(3);
  });
});

describe("a start with single units", () => {
  it("pays off when a run with one unit takes much less than the whole, however many there are", () => {
    for (const units of [10, 60, 1000, 100_000]) {
      expect(paysOff([{ units, alone: 10, whole: 10 }])).toBe(false);
      expect(paysOff([{ units, alone: 1, whole: 10 }])).toBe(true);
    }
    // The longer test weighs more.
    const quick = { units: 1000, alone: 1, whole: 10 };
    expect(paysOff([quick, { units: 10, alone: 10, whole: 10 }])).toBe(true);
    expect(paysOff([quick, { units: 5000, alone: 10, whole: 10 }])).toBe(false);
  });

  it("is decided by how long a measurement takes, not the program alone", async () => {
    const cwd = folderWith();
    mkdirSync(join(cwd, "tests"));
    writeFileSync(join(cwd, "tests", "a"), "line\n".repeat(60));
    let clock = 0;
    const measurer = (reading: number): Measurer => ({
      universe: createUniverse(),
      identity: {},
      measure: async ({ bytes }) => {
        const ms = 1 + bytes.length / 10;
        clock += ms + reading;
        return { ending: "exits with 0", timedOut: false, ms };
      },
      close: async () => {},
    });
    const limits = { timeout: 1000, signal: new AbortController().signal };
    const decide = (reading: number): Promise<boolean> =>
      isCheapToStart(readTests(["tests"], cwd), "lines", measurer(reading), limits, () => clock);
    expect([await decide(0), await decide(500)]).toEqual([true, false]);
  });
});
