/** Suites reduced test by test: real processes, with lists of names as their coverage. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { createUniverse, coverOf, numbersIn } from "../../src/suite/covers.ts";
import type { ReduceSuiteOptions } from "../../src/suite/options.ts";
import { seedOf } from "../../src/suite/reduce/seed.ts";
import { reduceSuite } from "../../src/suite/reduce/suite.ts";
import type { UnitTrial } from "../../src/suite/reduce/trials.ts";
import { volumeOfWhole } from "../../src/suite/reduce/volume.ts";
import { joinUnits, splitUnits } from "../../src/suite/units.ts";
import { folderWith, troubleOf } from "./measuring.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (some: Uint8Array): string => Buffer.from(some).toString();

describe("units", () => {
  it("are a test again when all of them are kept, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom("lines", "^a", "b|\\n"), (test, unit) => {
        const units = splitUnits(test, unit, "test");
        expect(Buffer.compare(joinUnits(units, units.units), test)).toBe(0);
      }),
    );
  });

  it("of an expression begin where it matches; what comes before is fixed", () => {
    const units = splitUnits(bytes("head\ntest(1)\n more\ntest(2)\n"), "^test\\(", "t");
    expect(units.units.map(textOf)).toEqual(["test(1)\n more\n", "test(2)\n"]);
    expect(textOf(joinUnits(units, units.units.slice(1)))).toBe("head\ntest(2)\n");
  });

  it("of JSON are the elements of the outermost array", () => {
    const units = splitUnits(bytes('{"a": [1, "x,]", [2, 3], {"b": [4]}], "c": [5]}'), "json", "t");
    expect(units.units.map(textOf)).toEqual(["1", '"x,]"', "[2, 3]", '{"b": [4]}']);
    const left = textOf(joinUnits(units, units.units.slice(1, 3)));
    expect(JSON.parse(left)).toEqual({ a: ["x,]", [2, 3]], c: [5] });
    expect(() => splitUnits(bytes("[1,"), "json", "t")).toThrow(UserError);
    expect(splitUnits(bytes("[]"), "json", "t").units).toEqual([]);
  });
});

describe("the seeded start", () => {
  const universe = createUniverse();
  const number = (name: string): number => universe.number("statement", name);
  const order = (trial: UnitTrial, target: readonly string[]) => ({
    sizes: Array.from({ length: 200 }, () => 5),
    target: coverOf(target.map(number)),
    trial,
    nameOf: (entity: number) => universe.nameOf(entity),
    dropVolume: true,
    seed: 1,
  });

  it("finds units that others need, in any order", async () => {
    const trial: UnitTrial = async (units) => {
      const has = new Set(units);
      const names = [
        ...(has.has(7) ? ["seven"] : []),
        ...(has.has(40) && has.has(150) && has.has(90) ? ["all three"] : []),
      ];
      return { cover: coverOf(names.map(number)), endsAlike: true };
    };
    const { units, volume } = await seedOf(order(trial, ["seven", "all three"]));
    expect(units).toEqual(expect.arrayContaining([7, 40, 90, 150]));
    expect(units?.length).toBeLessThan(8);
    expect(numbersIn(volume)).toEqual([]);
  });

  it("drops what depends on how many units there are, and nothing else", async () => {
    const trial: UnitTrial = async (units) => {
      const has = new Set(units);
      const names = [
        ...(has.has(3) && has.has(4) ? ["pair"] : []),
        ...(units.length > 120 ? ["collector", "marks"] : []),
      ];
      return { cover: coverOf(names.map(number)), endsAlike: true };
    };
    const { units, volume } = await seedOf(order(trial, ["pair", "collector", "marks"]));
    expect(
      numbersIn(volume)
        .map((entity) => universe.nameOf(entity))
        .toSorted(),
    ).toEqual(["collector", "marks"]);
    expect(units).toEqual(expect.arrayContaining([3, 4]));
    expect(units?.length).toBeLessThan(20);
    const kept = await seedOf({ ...order(trial, ["collector"]), dropVolume: false });
    expect(numbersIn(kept.volume)).toEqual([]);
  });

  it("keeps the ending, too", async () => {
    const trial: UnitTrial = async (units) => ({ cover: coverOf([]), endsAlike: units.includes(77) });
    expect((await seedOf(order(trial, []))).units).toContain(77);
  });
});

describe("volume of a whole test", () => {
  const universe = createUniverse();
  const number = (name: string): number => universe.number("statement", name);
  const nameOf = (entity: number): string => universe.nameOf(entity);

  it("is what needs many units, whichever; not what needs some of them", async () => {
    const trial: UnitTrial = async (units) => {
      const has = new Set(units);
      const names = [
        "always",
        ...(units.length > 90 ? ["collector"] : []),
        ...(units.length > 180 ? ["second collection"] : []),
        ...([3, 60, 61, 120, 199].every((unit) => has.has(unit)) ? ["five"] : []),
        ...(has.has(8) ? ["one"] : []),
      ];
      return { cover: coverOf(names.map(number)), endsAlike: true };
    };
    const target = coverOf(["always", "collector", "second collection", "five", "one"].map(number));
    for (const seed of [1, 2, 3]) {
      const volume = await volumeOfWhole({ trial, count: 200, target, nameOf, seed });
      // More than 90 of 200 are there with some halves: only what is not is suspected.
      expect(numbersIn(volume).map(nameOf)).toContain("second collection");
      expect(numbersIn(volume).map(nameOf)).not.toContain("five");
      expect(numbersIn(volume).map(nameOf)).not.toContain("one");
    }
  });

  it("is kept out of the effect when a suite is reduced from the whole", async () => {
    const command = [
      "sh",
      "-c",
      '{ sort -u "$1"; [ "$(wc -l < "$1")" -lt 30 ] || echo collector; } > "$PARE_COVERAGE/covered"',
      "-",
      "{}",
    ];
    const cwd = suite({ "a.txt": repeated(["one", "two"], 40) });
    const result = await reduceIn(cwd, { command, start: "whole" });
    expect([result.units.after, result.volume]).toEqual([2, ["collector"]]);
    const kept = await reduceIn(cwd, { command, start: "whole", ignoreCover: ["none"], fresh: true });
    expect(kept.units.after).toBe(30);
  });
});

/** Every distinct line is an entity. */
const LINES = ["sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"', "-", "{}"];

const suite = (tests: Readonly<Record<string, string>>): string =>
  folderWith(Object.fromEntries(Object.entries(tests).map(([name, text]) => [`tests/${name}`, text])));

const reduceIn = (cwd: string, more: Partial<ReduceSuiteOptions> = {}) =>
  reduceSuite({ tests: ["tests"], cover: "file:covered", command: LINES, output: "small", cwd, jobs: 2, ...more });

const results = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(cwd, "small")).map((name) => [name, readFileSync(join(cwd, "small", name), "utf8")]),
  );

const repeated = (words: readonly string[], times: number): string =>
  Array.from({ length: times }, (_, index) => `${words[index % words.length]}\n`).join("");

describe("a suite", () => {
  it("keeps what each test covers, and nothing twice, however many work on it", async () => {
    const cwd = suite({ "a.txt": repeated(["one", "two", "three"], 40), "b.txt": repeated(["two", "four"], 30) });
    const result = await reduceIn(cwd, { jobs: 1 });
    const first = results(cwd);
    expect(Object.values(first).map((text) => text.trimEnd().split("\n").toSorted())).toEqual([
      ["one", "three", "two"],
      ["four", "two"],
    ]);
    expect(result.units).toEqual({ before: 70, after: 5 });
    expect(result.covered.effect).toEqual({ before: 4, after: 4 });
    await reduceIn(cwd, { jobs: 4, fresh: true });
    expect(results(cwd)).toEqual(first);
    await reduceIn(cwd, { jobs: 3, fresh: true, start: "whole" });
    expect(Object.values(results(cwd)).map((text) => text.trimEnd().split("\n").length)).toEqual([3, 2]);
  });

  it("writes tests that have become the same once", async () => {
    const cwd = suite({ "a.txt": repeated(["x"], 5), "b.txt": repeated(["x"], 9), "c.txt": repeated(["y"], 2) });
    const result = await reduceIn(cwd);
    expect(Object.keys(results(cwd))).toEqual(["a.txt", "c.txt"]);
    expect(result.tests[1]?.sameAs).toBe("a.txt");
  });

  it("keeps how a test ends, unless any ending will do", async () => {
    const command = [
      "sh",
      "-c",
      'sort -u "$1" > "$PARE_COVERAGE/covered"; ! grep -q "need.*1" "$1" || ! grep -q other "$1"',
      "-",
      "{}",
    ];
    const cwd = suite({ "a.txt": "need 1\nneed 2\nneed 1\nother\nother\nneed 1 again\n" });
    const same = await reduceIn(cwd, { command, coverOnly: ["other"] });
    expect(same.units.after).toBe(2);
    const any = await reduceIn(cwd, { command, coverOnly: ["other"], verdict: "any" });
    expect(any.units.after).toBe(1);
  });

  it("is not disturbed by tests that crash, hang, print without end or write where they run", async () => {
    const command = [
      "sh",
      "-c",
      'sort -u "$1" > "$PARE_COVERAGE/covered"; touch junk other; mkdir -p deep/er; case "$1" in *crash*) kill -SEGV $$;; *hang*) sleep 60;; *loud*) head -c 100000000 /dev/zero;; esac',
      "-",
      "{}",
    ];
    const text = repeated(["one", "two"], 6);
    const cwd = suite({
      "crash.txt": text,
      "fine.txt": `${text}three\n`,
      "hang.txt": text,
      "loud.txt": `${text}four\n`,
    });
    const result = await reduceIn(cwd, { command, timeout: 2000 });
    const found = Object.fromEntries(result.tests.map((test) => [test.name, [test.units.after, test.trouble ?? ""]]));
    expect(found["fine.txt"]).toEqual([3, ""]);
    expect(found["loud.txt"]).toEqual([3, ""]);
    expect(found["crash.txt"]).toEqual([2, ""]);
    expect(found["hang.txt"]).toEqual([6, "did not end within 2 s"]);
    expect(results(cwd)["hang.txt"]).toBe(text);
  });

  it("drops entities that differ from run to run, and names them", async () => {
    const command = ["sh", "-c", '{ cat "$1"; echo "at $(date +%N)"; } > "$PARE_COVERAGE/covered"', "-", "{}"];
    const cwd = suite({ "a.txt": repeated(["one", "two"], 20) });
    const result = await reduceIn(cwd, { command });
    expect(result.units.after).toBe(2);
    expect(result.unsteady.length).toBeGreaterThan(0);
    expect(result.unsteady.every((name) => name.startsWith("at "))).toBe(true);
  });

  it("goes on where it was stopped", async () => {
    const cwd = suite(
      Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [`${index}.txt`, repeated([`u${index}`, "v", "w"], 30)]),
      ),
    );
    const controller = new AbortController();
    const stopped = reduceIn(cwd, {
      signal: controller.signal,
      onEvent: (event) => event.type === "reduced" && event.done === 2 && controller.abort(),
    });
    await stopped.catch(() => undefined);
    const result = await reduceIn(cwd);
    expect(result.status).toBe("complete");
    expect(result.counts.recalled).toBeGreaterThan(0);
    expect(result.units.after).toBe(18);
    const before = results(cwd);
    const again = await reduceIn(cwd);
    expect(again.counts.run).toBe(0);
    expect(results(cwd)).toEqual(before);
  });
});

describe("a suite that looks wrong", () => {
  it("is told so when every test fails, and is reduced all the same", async () => {
    const cwd = suite({ "a.txt": repeated(["one", "two"], 6), "b.txt": repeated(["three"], 6) });
    const command = ["sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"; exit 3', "-", "{}"];
    const { hints, units } = await reduceIn(cwd, { command });
    expect(units.after).toBe(3);
    expect(hints).toHaveLength(1);
    expect(hints[0]).toContain("every test fails (the first exits with 3)");
    expect((await reduceIn(cwd)).hints).toEqual([]);
  });

  it("leaves neither a run nor copies of its tests when none can be measured", async () => {
    const cwd = suite({ "a.txt": "one\ntwo\n", "b.txt": "one\n" });
    const runs = (): readonly string[] => readdirSync(join(cwd, ".pare")).filter((name) => name.startsWith("suite-"));
    expect((await troubleOf(reduceIn(cwd, { command: ["true", "{}"] }))).code).toBe("NO_COVERAGE");
    expect([existsSync(join(cwd, "small")), runs()]).toEqual([false, []]);
    // What an earlier session has found out stays, and is used again.
    const command = [
      "sh",
      "-c",
      '[ ! -e "$PARE_ORIGIN/broken" ] && sort -u "$1" > "$PARE_COVERAGE/covered"',
      "-",
      "{}",
    ];
    await reduceIn(cwd, { command, start: "whole" });
    writeFileSync(join(cwd, "broken"), "");
    expect((await troubleOf(reduceIn(cwd, { command, start: "whole" }))).code).toBe("NO_COVERAGE");
    rmSync(join(cwd, "broken"));
    expect(runs()).toHaveLength(1);
    const { run, recalled } = (await reduceIn(cwd, { command, start: "whole" })).counts;
    expect(run).toBe(0);
    expect(recalled).toBeGreaterThan(0);
  });
});

describe("bad input", () => {
  const code = async (cwd: string, more: Partial<ReduceSuiteOptions>): Promise<string> =>
    (await troubleOf(reduceIn(cwd, more))).code;

  it("is refused in words", async () => {
    const cwd = suite({ "a.txt": "one\ntwo\n" });
    mkdirSync(join(cwd, "empty"));
    expect(await code(cwd, { tests: ["empty"] })).toBe("EMPTY_SUITE");
    expect(await code(cwd, { tests: ["nowhere"] })).toBe("NO_INPUT");
    expect(await code(cwd, { cover: "nonsense" })).toBe("BAD_READER");
    expect(await code(cwd, { command: ["true"] })).toBe("NO_COMMAND");
    expect(await code(cwd, { command: ["true", "{}"] })).toBe("NO_COVERAGE");
    expect(await code(cwd, { coverOnly: ["nothing like it"] })).toBe("NO_EFFECT");
    expect(await code(cwd, { unit: "(" })).toBe("BAD_UNITS");
    expect(await code(cwd, { output: "tests" })).toBe("BAD_OUTPUT");
    writeFileSync(join(cwd, "tests", "none.txt"), "");
    const result = await reduceIn(cwd, { fresh: true });
    expect(result.tests.find(({ name }) => name === "none.txt")?.trouble).toContain("names no entity");
  });
});
