import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reduce } from "../../src/reduce/reduce.ts";
import { withDigests } from "../../src/runs/atomic.ts";
import { exchange } from "../../src/runs/output/exchange.ts";
import { ChangedPlace, digestNamed, files, Held, type FileContent, type Nature } from "../../src/runs/output/held.ts";
import { sha256 } from "../../src/runs/identity.ts";
import { heldFile } from "../../src/runs/output/guarded-output.ts";
import { settleLeftovers } from "../../src/runs/output/leftovers.ts";
import { takeLock } from "../../src/runs/lock.ts";
import { lockOutput, makeRunDirectory, pathsOfDirectory } from "../../src/runs/directory.ts";
import { disturb, disturbAt, editsOf, keepsEdit, lookAt, type OutputKind } from "./edit-support.ts";
import { mistake, newDirectory, newPlace, writeScript } from "./support.ts";

describe.each(["in place", "named", "default", "directory"] as const)("an output %s", (kind: OutputKind) => {
  test("that somebody edits while the run goes on is kept, and the best lies elsewhere", async () => {
    const edits = Object.entries(editsOf(kind));
    const disturbed = await Promise.all(
      edits.map(async ([name, edit]) => [name, await disturb(kind, 2, edit)] as const),
    );
    const broken = disturbed.filter(([, each]) => !keepsEdit(each)).map(([name]) => name);
    expect(broken).toEqual([]);
    expect(disturbed.filter(([, { error }]) => error?.code === "OUTPUT_CHANGED").length).toBeGreaterThan(4);
  });

  test("that somebody touches is still pare's", async () => {
    const touch = (path: string): void => void execFileSync("touch", [path]);
    const { error, result } = await disturb(kind, 2, touch);
    expect(error).toBeUndefined();
    expect(result?.status).toBe("complete");
  });
});

test("the same run goes on to the same bytes when the edit was moved away", async () => {
  const edit = (path: string): void => appendFileSync(path, "EDIT\n");
  const calm = await disturb("named", 100, edit);
  const { place } = await disturb("named", 2, edit);
  const again = await disturbAt(place, 100, edit);
  expect(again.error?.code).toBe("OUTPUT_CHANGED");
  rmSync(place.output);
  const { there, result } = await disturbAt(place, 100, edit);
  expect(result?.resumed).toBe(true);
  expect(there).toBe(calm.there);
});

test("in place, what was edited is not taken for a result later either", async () => {
  const { place, edited } = await disturb("in place", 2, (path) => appendFileSync(path, "EDIT\n"));
  const again = await disturbAt(place, 100, () => {});
  expect(again.error?.code).toBe("CHANGED_IN_PLACE");
  expect(again.there).toBe(edited);
  copyFileSync(`${place.output}.orig`, place.output);
  expect((await disturbAt(place, 100, () => {})).result?.status).toBe("complete");
});

describe("between the look and the replacement", () => {
  /** Edits right after the place was looked at. */
  const hurried = (path: string, edit: () => void, skip = 0): Nature<FileContent> => {
    let looks = 0;
    return {
      write: (at, content) => files.write(at, content),
      digest: (at) => {
        const digest = files.digest(at);
        if (at === path && looks++ === skip) edit();
        return digest;
      },
    };
  };
  const content = { bytes: Buffer.from("result\n") };

  test("an edit comes back", () => {
    const directory = newDirectory();
    const path = join(directory, "out");
    writeFileSync(path, "before\n");
    // Only where two names can change places at once is there no moment between the two.
    writeFileSync(join(directory, "a"), "a");
    writeFileSync(join(directory, "b"), "b");
    if (!exchange(join(directory, "a"), join(directory, "b"))) return;
    const held = new Held({ path, nature: hurried(path, () => appendFileSync(path, "EDIT\n"), 1) });
    expect(() => held.put(content)).toThrow(ChangedPlace);
    expect(readFileSync(path, "utf8")).toBe("before\nEDIT\n");
    expect(readdirSync(directory).toSorted()).toEqual(["a", "b", "out"]);
  });

  test("a file that appears is not replaced", () => {
    const path = join(newDirectory(), "out");
    const held = new Held({ path, nature: hurried(path, () => writeFileSync(path, "EDIT\n"), 1) });
    expect(() => held.put(content)).toThrow(ChangedPlace);
    expect(readFileSync(path, "utf8")).toBe("EDIT\n");
  });
});

/** What processes that were killed before and after they exchanged "old" for "result" have left, and the work of somebody else. */
const leftByKilled = async (): Promise<{ readonly directory: string; readonly path: string }> => {
  const directory = newDirectory();
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("exit", resolve));
  const left = (name: string, text: string): void =>
    writeFileSync(join(directory, `.out.pare-${child.pid}-${name}`), text);
  const digestOf = (text: string): string => digestNamed(sha256(text));
  const named = (number: string): string => withDigests(number, digestOf("old"), digestOf("result"));
  left("1-part", "half a resu");
  left(named("2"), "result");
  left(named("3"), "old");
  left(named("4"), "EDIT");
  return { directory, path: join(directory, "out") };
};

describe("what a killed process has left beside the output", () => {
  test("goes when a report, a patch or a test of a suite is written there, but for somebody's work", async () => {
    const { directory, path } = await leftByKilled();
    heldFile(path).put("new");
    const [edited, ...others] = readdirSync(directory);
    expect(others).toEqual(["out"]);
    expect(readFileSync(join(directory, edited ?? ""), "utf8")).toBe("EDIT");
  });

  test("goes if it is pare's, and is kept if it is somebody's work", async () => {
    const { directory, path } = await leftByKilled();
    const kept = settleLeftovers(path, files.digest);
    expect(kept).toEqual([`${path}.edited`]);
    expect(readdirSync(directory)).toEqual(["out.edited"]);
    expect(readFileSync(`${path}.edited`, "utf8")).toBe("EDIT");
  });
});

describe("two runs at the same output", () => {
  test("the second one is told which process writes there, and leaves nothing", async () => {
    const { directory, runs } = newPlace(["needle"]);
    const store = join(directory, ".pare");
    makeRunDirectory(store, pathsOfDirectory(join(store, "other")));
    const lock = lockOutput(store, join(directory, "out.txt"));
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", output: "out.txt" };
    const error = await mistake(reduce(options).result);
    expect(error).toMatchObject({
      code: "OUTPUT_LOCKED",
      message: expect.stringContaining(`${process.pid}`) as string,
    });
    expect(runs()).toBe(0);
    expect(existsSync(join(directory, "out.txt"))).toBe(false);
    lock.release();
    expect((await reduce(options).result).status).toBe("complete");
  });

  test("one that knows nothing of the other's lock is the loser, and says so", async () => {
    const other = join(newDirectory(), "runs");
    const twin = (path: string): void => writeFileSync(path, "the other's result\n");
    const { error, there } = await disturb("named", 2, twin, { runsDirectory: other });
    expect(error?.code).toBe("OUTPUT_CHANGED");
    expect(there).toBe("file the other's result\n");
  });

  test("a lock says what it is asked to say", () => {
    const path = join(newDirectory(), "lock");
    takeLock(path);
    expect(() => takeLock(path, { code: "X", doing: "does something", advice: "wait" })).toThrow(/does something/);
  });
});

test("a run that did not end knows its output again, where words of the command can go, too", async () => {
  const { directory } = newPlace(["needle"]);
  writeScript(join(directory, "check"), 'grep -q needle "$1" && exit 7');
  const options = { cwd: directory, input: "input.txt", command: ["./check", "{}", "[[", "-x", "-y", "]]"], jobs: 1 };
  const { run } = await reduce({ ...options, maxTests: 6 }).result;
  // As a killed process leaves it.
  const record = join(run, "run.json");
  writeFileSync(record, readFileSync(record, "utf8").replace('"status": "stopped"', '"status": "running"'));
  expect((await reduce(options).result).status).toBe("complete");
});

test("an output that was there before the run is replaced", async () => {
  const { directory } = newPlace(["needle"]);
  writeFileSync(join(directory, "out.txt"), "old");
  const result = await reduce({ cwd: directory, input: "input.txt", test: "./test.sh", output: "out.txt" }).result;
  expect(lookAt(join(directory, "out.txt"))).toBe(`file ${Buffer.from(result.best).toString()}`);
  expect(readdirSync(directory).filter((name) => name.includes("pare-"))).toEqual([]);
});
