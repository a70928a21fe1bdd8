import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openJournal } from "../../src/journals/file.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { Pins } from "../../src/runs/pins.ts";
import { CHANGES, isHonest, keep, newPinned, PARTS, TOUCHES, watched } from "./pin-support.ts";
import { newDirectory, newPlace, writeScript } from "./support.ts";

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

const FEW = ["the script", "the program of the command", "a file in a directory beside"];

describe.each(Object.entries(PARTS).filter(([name]) => FEW.includes(name)))("%s", (_, kind) => {
  test("is not the same any more: the run ends, and goes on to the same bytes when it is put back", async () => {
    const calm = newPinned(kind);
    const wanted = textOf((await reduce(calm.options).result).best);
    const { directory, options, part } = newPinned(kind);
    const back = keep(part);
    const { error, tests } = await watched(options, (done) => done === 3 && CHANGES["replaced"]?.(part, kind.lie));
    expect(error?.code).toBe("TEST_CHANGED");
    expect(tests).toBeGreaterThan(2);
    // On a busy machine nothing may have been published before.
    const output = join(directory, "input.reduced.txt");
    expect(!existsSync(output) || isHonest(output)).toBe(true);
    back();
    const again = await reduce(options).result;
    expect(textOf(again.best)).toBe(wanted);
    expect(again.status).toBe("complete");
    expect(readFileSync(join(directory, "input.reduced.txt"), "utf8")).toBe(wanted);
  });
});

test("what a changed test has said between two looks is not believed, though it is the same again", async () => {
  const { options, part } = newPinned(PARTS["the script"] as never);
  const wanted = textOf((await reduce(newPinned(PARTS["the script"] as never).options).result).best);
  const { result, error } = await watched(options, (done) => {
    // The same file comes back under its name, with its old times.
    if (done === 3) {
      renameSync(part, `${part}.away`);
      writeFileSync(part, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    }
    if (done === 5) renameSync(`${part}.away`, part);
  });
  // It is noticed while it is another one, or when it is the same again.
  if (existsSync(`${part}.away`)) renameSync(`${part}.away`, part);
  if (error !== undefined) expect(error.code).toBe("TEST_CHANGED");
  else expect(result?.warnings.map(({ code }) => code)).toContain("TEST_TOUCHED");
  expect(textOf(result?.best ?? (await reduce(options).result).best)).toBe(wanted);
});

test.each(Object.entries(TOUCHES))("a script that is only %s does not stop the run", async (_, touch) => {
  const { options, part } = newPinned(PARTS["the script"] as never);
  const wanted = textOf((await reduce(newPinned(PARTS["the script"] as never).options).result).best);
  const { result, error } = await watched(options, (done) => done === 4 && touch(part, ""));
  expect(error).toBeUndefined();
  expect(textOf(result?.best)).toBe(wanted);
});

test("a script that may not be executed any more is another one", async () => {
  const { options, part } = newPinned(PARTS["the script"] as never);
  const { error } = await watched(options, (done) => done === 2 && chmodSync(part, 0o644));
  expect(error).toMatchObject({ code: "TEST_CHANGED", message: expect.stringContaining("./test.sh") as string });
});

test("a program that was built again since is another test: the run begins anew", async () => {
  const { options, part } = newPinned(PARTS["the program of the command"] as never);
  await reduce(options).result;
  writeFileSync(part, `${readFileSync(part, "utf8")}# built again\n`);
  const again = await reduce(options).result;
  expect(again.tests.run).toBeGreaterThan(3);
  const third = await reduce(options).result;
  expect(third.tests.run).toBe(0);
});

test("what the test itself writes every time is no part of it", async () => {
  const { directory } = newPlace(["needle"]);
  const log = join(directory, "log.txt");
  writeFileSync(log, "");
  writeFileSync(join(directory, "beside.log"), "");
  writeScript(
    join(directory, "both.sh"),
    `echo x >> "$2"; echo x >> beside.log; if grep -q needle "$1"; then exit 7; fi`,
  );
  const options = { cwd: directory, input: "input.txt", extraFiles: ["beside.log"] };
  const result = await reduce({ ...options, command: ["./both.sh", "{}", log], maxTests: 10 }).result;
  expect(result.status).toBe("stopped");
  expect(readFileSync(log, "utf8").length).toBeGreaterThan(10);
});

describe("looks", () => {
  const newPins = (): { pins: Pins; path: string } => {
    const path = join(newDirectory(), "part");
    writeFileSync(path, "content");
    return { pins: new Pins([{ path, called: "the part" }]), path };
  };

  test("tell what was touched from what has changed", () => {
    const { pins, path } = newPins();
    expect(pins.look()).toEqual({ kind: "same" });
    utimesSync(path, 1, 1);
    expect(pins.look()).toEqual({ kind: "touched", called: "the part" });
    appendFileSync(path, "more");
    expect(pins.look()).toEqual({ kind: "changed", called: "the part" });
  });

  test("leave out what was written at every glance, and only that", () => {
    const path = join(newDirectory(), "part");
    const once = `${path}.once`;
    for (const each of [path, once]) writeFileSync(each, "");
    const pins = new Pins([path, once].map((each) => ({ path: each, called: each, loose: true })));
    for (const glance of [1, 2, 3]) {
      appendFileSync(path, "x");
      if (glance === 2) appendFileSync(once, "x");
      pins.glance();
    }
    expect(pins.settle()).toEqual([path]);
    expect(pins.look()).toEqual({ kind: "changed", called: once });
  });
});

describe("a journal", () => {
  const fail = { outcome: "fail", ms: 1 } as const;
  const known = (path: string): string[] => {
    const journal = openJournal(path);
    return ["a", "b", "c"].filter((key) => journal.recall(key) !== undefined);
  };

  test("forgets what came between two checks of another state, in this process and the next", () => {
    const path = join(newDirectory(), "journal");
    const journal = openJournal(path);
    journal.check({ content: "x", state: "1" });
    journal.record("a", fail);
    journal.check({ content: "x", state: "1" });
    journal.record("b", fail);
    journal.record("a", { outcome: "pass", ms: 1 });
    expect(journal.isUnchecked).toBe(true);
    expect(journal.check({ content: "x", state: "2" })).toBe(1);
    journal.record("c", fail);
    expect(journal.recall("a")).toEqual({ outcome: "fail" });
    expect(known(path)).toEqual(["a", "c"]);
  });

  test("forgets what came between two checks that know nothing", () => {
    const path = join(newDirectory(), "journal");
    const journal = openJournal(path);
    journal.check({ content: "x", state: "1" });
    for (const key of ["a", "b", "c"]) {
      journal.record(key, fail);
      journal.check({ content: "x" });
    }
    expect(known(path)).toEqual([]);
  });

  test("forgets everything of another content", () => {
    const path = join(newDirectory(), "journal");
    const journal = openJournal(path);
    journal.check({ content: "x", state: "1" });
    journal.record("a", fail);
    journal.check({ content: "y", state: "1" });
    expect(known(path)).toEqual([]);
  });
});
