/** What travels between the coordinator of a suite and its workers. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { coverCodec, namesOf, portableUniverse } from "../../src/suite/cluster/covers.ts";
import { portableCover, programFiles } from "../../src/suite/cluster/program-files.ts";
import { termsIn } from "../../src/suite/cluster/terms.ts";
import { memoryRecords, sentWork, workIn } from "../../src/suite/cluster/worked.ts";
import { coverOf, createUniverse, EMPTY_COVER, ENTITY_KINDS, numbersIn } from "../../src/suite/covers.ts";
import type { Cover, Universe } from "../../src/suite/coverage.ts";
import type { Worked } from "../../src/suite/reduce/work.ts";
import { directoryWith } from "./reduce-crew.ts";

const entity = fc.tuple(fc.constantFrom(...ENTITY_KINDS), fc.stringMatching(/^[a-f]{1,2}:[0-9]$/));

const wordsOf = (universe: Universe, cover: Cover): readonly string[] =>
  numbersIn(cover)
    .map((number) => `${universe.kindOf(number)} ${universe.nameOf(number)}`)
    .toSorted();

describe("sets of entities", () => {
  it("are the same on both sides, whatever numbers each has, and whatever it has seen before", () => {
    fc.assert(
      fc.property(fc.array(entity), fc.array(entity), fc.array(entity), (listed, known, covered) => {
        const [here, there] = [createUniverse(), createUniverse()];
        for (const [kind, name] of listed) here.number(kind, name);
        for (const [kind, name] of known) there.number(kind, name);
        const names = namesOf(here);
        const sent = coverCodec(there, names).encode(coverOf(covered.map(([kind, name]) => there.number(kind, name))));
        const back = coverCodec(here, names).decode(JSON.parse(JSON.stringify(sent)));
        const meant = coverOf(covered.map(([kind, name]) => here.number(kind, name)));
        expect(wordsOf(here, back)).toEqual(wordsOf(here, meant));
      }),
    );
  });

  it("are refused when they are none", () => {
    const codec = coverCodec(createUniverse(), ["statement\ta:1"]);
    for (const sent of [undefined, {}, { bits: 3 }, { bits: "", more: "a" }, { bits: "", more: ["a:1"] }])
      expect(() => codec.decode(sent)).toThrow("a worker has sent");
  });

  it("have the names of where the run was started", () => {
    const universe = portableUniverse([
      ["/home/me/app", ""],
      ["/home/me", "/elsewhere"],
      ["/cache/tree", "node_modules"],
    ]);
    const named = (name: string): string => universe.nameOf(universe.number("statement", name));
    expect(named("/home/me/app/src/a.c:3")).toBe("src/a.c:3");
    expect(named("/home/me/lib.c:3")).toBe("/elsewhere/lib.c:3");
    expect(named("/cache/tree/x/i.js:1")).toBe("node_modules/x/i.js:1");
    expect(named("/home/me/application.c:3")).toBe("/elsewhere/application.c:3");
    expect(named("src/a.c:3")).toBe("src/a.c:3");
  });
});

describe("the work on a test", () => {
  it("comes back as it was, with what a session keeps", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.infiniteStream(fc.boolean()),
        fc.boolean(),
        (test, keep, isKept) => {
          const result = test.filter(() => keep.next().value as boolean);
          const universe = createUniverse();
          const cover = coverOf([universe.number("statement", "a:1"), universe.number("function", "a:f")]);
          const worked: Worked = {
            name: "deep/t.txt",
            ending: "exits with 0",
            complete: true,
            bytes: isKept ? result : test,
            size: { before: test.length, after: result.length },
            units: { before: 3, after: 1 },
            ms: { before: 1.5, after: 0.5 },
            runs: { alone: 3, seed: 2, search: 1 },
            counts: { run: 1, recalled: 0, wasted: 0, fail: 0, pass: 1, unresolved: 0 },
            covers: { before: cover, after: cover },
            target: cover,
            unsteady: EMPTY_COVER,
            volume: EMPTY_COVER,
            ...(!isKept && { trouble: "the result did not cover the same every time" }),
          };
          const records = memoryRecords();
          records.note(0, { seed: { volume: [] } });
          records.note(0, { done: { units: 1, runs: worked.runs } }, result);
          const codec = coverCodec(universe, namesOf(universe));
          const payload = sentWork({ worked, kept: records.kept }, test, codec);
          const back = workIn(payload, { name: worked.name, test }, codec);
          expect(Buffer.compare(back.worked.bytes, worked.bytes)).toBe(0);
          expect({ ...back.worked, bytes: 0 }).toEqual({ ...worked, bytes: 0 });
          expect(back.kept?.progress).toEqual({ done: { units: 1, runs: worked.runs } });
          expect(Buffer.compare(back.kept?.result as Uint8Array, result)).toBe(0);
        },
      ),
    );
  });
});

describe("terms", () => {
  const good = { ask: "measure", name: "t.txt", mode: 0o644, timeout: 1000 };
  it("are taken when they are some", () => expect(termsIn(good)).toEqual(good));
  it.each([
    ["a path", { ...good, name: "../t.txt" }],
    ["a folder above", { ...good, name: ".." }],
    ["no name", { ...good, name: "" }],
    ["a zero", { ...good, name: "a\0b" }],
    ["a set-uid bit", { ...good, mode: 0o4755 }],
    ["no limit", { ...good, timeout: 0 }],
    ["something else", { ...good, ask: "all" }],
    ["nothing", undefined],
  ])("are refused: %s", (_, terms) => expect(() => termsIn(terms)).toThrow("invalid terms"));
});

describe("the files of a program", () => {
  const origin = directoryWith({
    "package.json": "{}",
    "app/main.js": "",
    "app/.hidden": "",
    "build/a.gcno": "",
    "node_modules/one/index.js": "",
    "node_modules/two/index.js": "",
    "tests/t.txt": "",
    "small/t.txt": "",
    prog: "#!/bin/sh\n",
  });
  afterAll(() => rmSync(origin, { recursive: true, force: true }));
  const without = new Set([join(origin, "tests/t.txt"), join(origin, "small")]);
  const filesOf = (options: Parameters<typeof programFiles>[0]["options"]): readonly string[] =>
    [...programFiles({ options, origin, without }).keys()].toSorted();

  it("are one where it was built, and the notes of gcc", () => {
    expect(filesOf({ cover: "sancov", command: ["./prog", "{}"] })).toEqual(["prog"]);
    expect(filesOf({ cover: "gcov", command: ["./prog", "{}"] })).toEqual(["build/a.gcno", "prog"]);
    expect(filesOf({ cover: "llvm:prog,app/main.js", command: ["sh", "{}"] })).toEqual(["app/main.js", "prog"]);
  });

  it("are those of the package where it is run as it is, without tests, results and what is hidden", () => {
    const all = ["app/main.js", "build/a.gcno", "node_modules/one", "package.json", "prog"];
    expect(filesOf({ cover: "v8", command: ["node", "app/main.js", "{}"] })).toEqual(all);
    expect(filesOf({ inProcess: "./app/main.js#run" })).toEqual(all);
  });

  it("are too many for a cluster where pare was started in a place like a home directory", () => {
    mkdirSync(join(origin, "many"));
    for (let file = 0; file <= 20_000; file++) writeFileSync(join(origin, "many", String(file)), "");
    expect(() => filesOf({ inProcess: "./app/main.js#run" })).toThrow("more than 20000 files");
    expect(filesOf({ cover: "sancov", command: ["./prog", "{}"] })).toEqual(["prog"]);
    rmSync(join(origin, "many"), { recursive: true });
  });

  it("are found by their reader where they were sent", () => {
    expect(portableCover({ cover: "gcov" }, origin)).toBe("gcov:.");
    expect(portableCover({ cover: `gcov:${origin}/build` }, origin)).toBe("gcov:build");
    expect(portableCover({ cover: `llvm:${origin}/prog` }, origin)).toBe("llvm:prog");
    expect(portableCover({ cover: "v8:app,node_modules/one" }, origin)).toBe("v8:app,node_modules/one");
    expect(portableCover({ cover: "file:covered" }, origin)).toBe("file:covered");
    expect(portableCover({}, origin)).toBeUndefined();
  });
});
