import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openJournal } from "../../src/journals/file.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { replaceFile } from "../../src/runs/atomic.ts";
import { mistake, newDirectory, newPlace } from "./support.ts";
import { without } from "../support/needs.ts";
import { asOrdinaryUser } from "../support/ordinary-user.ts";

const mounted: string[] = [];
afterEach(() => {
  for (const directory of mounted.splice(0)) spawnSync("/bin/umount", ["-l", directory]);
});

/** A file system of its own; `undefined` where that is not permitted. */
const mount = (options: string): string | undefined => {
  const directory = newDirectory();
  if (spawnSync("/bin/mount", ["-t", "tmpfs", "-o", options, "pare", directory]).status !== 0) return undefined;
  mounted.push(directory);
  return directory;
};

const canMount = ((): boolean => {
  const can = mount("size=1m") !== undefined;
  for (const directory of mounted.splice(0)) spawnSync("/bin/umount", ["-l", directory]);
  return can;
})();

const fill = (directory: string): void => {
  const junk = join(directory, "junk");
  for (let size = 2 ** 20; size >= 4096; size /= 2)
    try {
      for (let i = 0; i < 8; i++) writeFileSync(junk, Buffer.alloc(size), { flag: "a" });
    } catch {
      // Full to the last page in the end.
    }
};

describe.skipIf(without("mounts", canMount))("a disk that is full", () => {
  test("ends a journal with advice, and what was written before is sound", async () => {
    const directory = mount("size=64k") as string;
    const path = join(directory, "journal.jsonl");
    const journal = openJournal(path);
    let written = 0;
    expect(() => {
      for (; written < 10_000; written++) journal.record(`key${written}`, { outcome: "pass", ms: 1 });
    }).toThrow(
      expect.objectContaining({ code: "NO_SPACE", advice: expect.stringContaining("Free some space") as string }),
    );
    expect(() => journal.record("later", { outcome: "pass", ms: 1 })).toThrow(/no space left/);
    await journal.close().catch(() => undefined);
    spawnSync("/bin/mount", ["-o", "remount,size=1m", directory]);
    const again = openJournal(path);
    expect(again.replayed).toBe(written);
    again.record("after", { outcome: "fail", ms: 1 });
    await again.close();
  });

  test("stops a reduction, which goes on when there is room again", async () => {
    const { directory } = newPlace(["needle", "thread"]);
    const disk = mount("size=1m") as string;
    const options = {
      cwd: directory,
      input: "input.txt",
      test: "./test.sh",
      jobs: 1,
      runsDirectory: join(disk, "runs"),
    };
    let best = 0;
    const error = await mistake(
      reduce({
        ...options,
        onEvent: (event) => {
          if (event.type === "best" && ++best === 2) fill(disk);
        },
      }).result,
    );
    expect(error.code).toBe("NO_SPACE");
    expect(error.message).toContain(disk);
    expect(readFileSync(join(directory, "input.reduced.txt"), "utf8")).toMatch(/needle[^]*thread/);
    rmSync(join(disk, "junk"));
    const { status, tests } = await reduce(options).result;
    expect(status).toBe("complete");
    expect(tests.recalled).toBeGreaterThan(0);
  });

  test("stops a reduction whose result cannot be published", async () => {
    const { directory } = newPlace(["needle", "thread"]);
    const disk = mount("size=64k") as string;
    const output = join(disk, "out.txt");
    writeFileSync(output, "what was there before");
    fill(disk);
    const error = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./test.sh", output }).result);
    expect(error.code).toBe("NO_SPACE");
    expect(error.message).toContain(output);
    expect(readFileSync(output, "utf8")).toBe("what was there before");
  });
});

describe.skipIf(without("mounts", canMount))("a read-only file system", () => {
  test("is no place for the output, nor for the runs", async () => {
    const { directory } = newPlace(["needle"]);
    const disk = mount("size=1m,ro") as string;
    const options = { cwd: directory, input: "input.txt", test: "./test.sh" };
    const output = await mistake(reduce({ ...options, output: join(disk, "out.txt") }).result);
    expect(output).toMatchObject({ code: "READ_ONLY", advice: expect.stringContaining("--output") as string });
    const runs = await mistake(reduce({ ...options, runsDirectory: join(disk, "runs") }).result);
    expect(runs).toMatchObject({ code: "READ_ONLY", message: expect.stringContaining("read-only") as string });
  });
});

test("a directory without permission is no place for the output", async () => {
  const { directory } = newPlace(["needle"]);
  mkdirSync(join(directory, "closed"), { mode: 0o500 });
  const options = { cwd: directory, input: "input.txt", test: "./test.sh", output: "closed/out.txt" };
  const error = await asOrdinaryUser([directory], () => mistake(reduce(options).result));
  expect(error.code).toBe("NO_PERMISSION");
});

test("a file is replaced as a whole, with the mode asked for, and leaves no other behind", () => {
  const directory = newDirectory();
  const path = join(directory, "out");
  writeFileSync(path, "before");
  replaceFile(path, "after", 0o751);
  expect(readFileSync(path, "utf8")).toBe("after");
  expect(statSync(path).mode & 0o777).toBe(0o751);
  expect(() => replaceFile(join(path, "below"), "x")).toThrow("a part of the path is not a directory");
  expect(spawnSync("ls", ["-A", directory], { encoding: "utf8" }).stdout).toBe("out\n");
});
