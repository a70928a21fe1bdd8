import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, readlinkSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { whole } from "../../src/core/configuration.ts";
import { filesIn, fresh, numbers, open } from "./git-support.ts";
import { makeRepository } from "./repository.ts";

describe("the working tree", () => {
  const dirty = (): ReturnType<typeof makeRepository> => {
    const repository = makeRepository(fresh(), [
      {
        message: "first",
        tag: "v1",
        files: { "a.txt": numbers(9), "b.txt": "b\n", "c.txt": "c\n", ".gitignore": "*.log\nout/\n" },
      },
      { message: "second", files: { "a.txt": numbers(9, { 2: "two" }) } },
    ]);
    repository.write({
      "a.txt": numbers(9, { 2: "two", 8: "eight" }),
      "b.txt": null,
      "c.txt": { run: "c\n" },
      "new file.txt": "new\n",
      "staged.txt": "staged\n",
      "x.log": "ignored\n",
      ".pare/runs/1/state": "pare's own\n",
    });
    repository.git("add", "staged.txt");
    repository.write({ "staged.txt": "staged, then changed\n" });
    return repository;
  };

  test("is the bad end unless another is given: tracked files as they are, untracked ones, no ignored ones", async () => {
    const repository = dirty();
    const { kind } = await open(repository.path, { good: "v1" });
    expect(kind.history?.steps.map(({ id, title }) => (id === "working tree" ? id : title))).toEqual([
      "second",
      "working tree",
    ]);
    expect(kind.titles.bad).toBe("the working tree");
    const place = await kind.openPlace(fresh());
    const changes = await kind.changes();
    await place.prepare(changes.mix(whole(changes.all)));
    const { ".pare/runs/1/state": own, ...expected } = filesIn(repository.path);
    expect(own).toBeDefined();
    expect(filesIn(place.path)).toEqual(expected);
    await place.prepare((await kind.history?.at(1)) as never);
    expect(readFileSync(join(place.path, "a.txt"), "utf8")).toBe(numbers(9, { 2: "two" }));
    expect(existsSync(join(place.path, "new file.txt"))).toBe(false);
    // The user goes on working: the bad end is what it was.
    repository.write({ "a.txt": "something else\n" });
    await place.prepare((await kind.history?.at(2)) as never);
    expect(readFileSync(join(place.path, "a.txt"), "utf8")).toBe(numbers(9, { 2: "two", 8: "eight" }));
    const last = (await kind.changes({ from: 1, to: 2 })).all;
    expect((await kind.explain?.(last, 2))?.map(({ message }) => message)).toEqual(last.map(() => "not committed yet"));
    await place.close();
  });

  test("what only looks changed is no change; a clean tree is its commit", async () => {
    const repository = makeRepository(fresh(), [
      { message: "first", tag: "v1", files: { "a.txt": "a\n", "b.txt": "b\n" } },
      { message: "second", files: { "b.txt": "bb\n" } },
    ]);
    utimesSync(join(repository.path, "a.txt"), 1e9, 1e9);
    const { kind } = await open(repository.path, { good: "v1" });
    expect(kind.titles.bad).toMatch(/^HEAD \(/);
    expect(kind.history?.steps).toHaveLength(1);
    await expect(open(repository.path, { good: "HEAD" })).rejects.toMatchObject({ code: "SAME_ENDS" });
  });

  test("is what lies on the disk also in the middle of a merge, and where a folder has become a link", async () => {
    const repository = makeRepository(fresh(), [
      { message: "base", tag: "v1", files: { "a.txt": numbers(5), "d/x.txt": "x\n", "e/x.txt": "x\n" } },
      { message: "other", branch: "other", files: { "a.txt": numbers(5, { 3: "theirs" }) } },
      { message: "ours", branch: "main", files: { "a.txt": numbers(5, { 3: "ours" }) } },
    ]);
    expect(() => repository.git("merge", "-q", "other")).toThrow(/merge/);
    repository.write({ d: { link: "e" } });
    const { kind } = await open(repository.path, { good: "v1" });
    const place = await kind.openPlace(fresh());
    await place.prepare((await kind.history?.at(2)) as never);
    expect(readFileSync(join(place.path, "a.txt"), "utf8")).toContain("<<<<<<<");
    expect(filesIn(place.path)).toEqual(filesIn(repository.path));
    await place.close();
  });

  test("an untracked file that the command names is in every place and no change", async () => {
    const repository = dirty();
    repository.write({ "sub/check.sh": "exit 0\n" });
    const { kind, notes } = await open(join(repository.path, "sub"), { good: "v1" }, { command: ["sh", "check.sh"] });
    expect(notes.join()).toContain("sub/check.sh");
    expect((await kind.changes()).all.map(({ file }) => file)).not.toContain("sub/check.sh");
    const place = await kind.openPlace(fresh());
    await place.prepare((await kind.history?.at(0)) as never);
    expect(place.cwd).toBe(join(place.path, "sub"));
    expect(readFileSync(join(place.cwd, "check.sh"), "utf8")).toBe("exit 0\n");
    await place.close();
  });

  test("with another bad end, untracked files lie beside it as they would after git checkout", async () => {
    const repository = dirty();
    repository.git("checkout", "-q", "--force", "main");
    const { kind } = await open(repository.path, { good: "v1", bad: "main" });
    const place = await kind.openPlace(fresh());
    await place.prepare((await kind.history?.at(0)) as never);
    expect(readFileSync(join(place.path, "new file.txt"), "utf8")).toBe("new\n");
    await place.close();
  });
});

describe("what is not in the history", () => {
  test("packages are linked one by one, links of workspaces lead to the candidate, caches stay apart, the rest is copied", async () => {
    const repository = makeRepository(fresh(), [
      {
        message: "first",
        tag: "v1",
        files: { ".gitignore": "node_modules\n.venv\nbuild/\n.env\n", "packages/a/index.js": "1\n" },
      },
      { message: "second", files: { "packages/a/index.js": "2\n" } },
    ]);
    const at = (path: string): string => join(repository.path, path);
    repository.write({
      "node_modules/left/index.js": "left\n",
      "node_modules/@scope/right/index.js": "right\n",
      "node_modules/.cache/x": "cache\n",
      "node_modules/.bin/tool": { link: "../left/index.js" },
      "packages/a/node_modules/inner/index.js": "inner\n",
      ".venv/bin/python": "python\n",
      "build/out.o": "object\n",
      ".env": "A=1\n",
    });
    symlinkSync("../packages/a", at("node_modules/a"));
    const { kind, notes } = await open(repository.path, { good: "v1", bad: "HEAD" });
    const place = await kind.openPlace(fresh());
    const there = (path: string): string => join(place.path, path);
    expect(readlinkSync(there("node_modules/left"))).toBe(at("node_modules/left"));
    expect(readlinkSync(there("node_modules/@scope/right"))).toBe(at("node_modules/@scope/right"));
    expect(readFileSync(there("node_modules/.bin/tool"), "utf8")).toBe("left\n");
    expect(existsSync(there("node_modules/.cache"))).toBe(false);
    expect(readFileSync(there("packages/a/node_modules/inner/index.js"), "utf8")).toBe("inner\n");
    expect(readlinkSync(there(".venv"))).toBe(at(".venv"));
    expect(lstatSync(there("build")).isDirectory()).toBe(true);
    expect(readFileSync(there("build/out.o"), "utf8")).toBe("object\n");
    expect(readFileSync(there(".env"), "utf8")).toBe("A=1\n");
    await place.prepare((await kind.history?.at(1)) as never);
    expect(readFileSync(there("node_modules/a/index.js"), "utf8")).toBe("2\n");
    writeFileSync(there("node_modules/a/index.js"), "written by a test\n");
    writeFileSync(there("node_modules/new.txt"), "written by a test\n");
    expect(await place.restore({ keepNew: false })).toEqual(["packages/a/index.js"]);
    expect(notes).toEqual([]);
    await place.close();
    expect(readFileSync(at("node_modules/left/index.js"), "utf8")).toBe("left\n");
    expect(existsSync(at("node_modules/new.txt"))).toBe(false);
  });

  test("what a state of the history has is not covered by what lies about now", async () => {
    const repository = makeRepository(fresh(), [
      { message: "first", tag: "v1", files: { "vendor/x.js": "tracked\n", "a.txt": "1\n" } },
      { message: "second", files: { "vendor/x.js": null, ".gitignore": "vendor\n", "a.txt": "2\n" } },
    ]);
    repository.write({ "vendor/x.js": "installed\n" });
    const { kind } = await open(repository.path, { good: "v1", bad: "HEAD" });
    const place = await kind.openPlace(fresh());
    expect(readFileSync(join(place.path, "vendor/x.js"), "utf8")).toBe("tracked\n");
    await place.prepare((await kind.history?.at(1)) as never);
    await place.close();
    expect(readFileSync(join(repository.path, "vendor/x.js"), "utf8")).toBe("installed\n");
  });

  test("a folder that a commit on the way has as its own is not linked", async () => {
    const repository = makeRepository(fresh(), [
      { message: "first", tag: "v1", files: { "a.txt": "1\n" } },
      { message: "in", files: { "vendor/x.js": "tracked\n" } },
      { message: "out", files: { "vendor/x.js": null, ".gitignore": "vendor\n" } },
    ]);
    repository.write({ "vendor/x.js": "installed\n" });
    const { kind, notes } = await open(repository.path, { good: "v1", bad: "HEAD" });
    expect(notes.join()).toContain("vendor");
    const place = await kind.openPlace(fresh());
    for (const n of [1, 0]) await place.prepare((await kind.history?.at(n)) as never);
    expect(existsSync(join(place.path, "vendor"))).toBe(false);
    await place.close();
    expect(readFileSync(join(repository.path, "vendor/x.js"), "utf8")).toBe("installed\n");
  });

  test("submodules are at the commits of each state, without their remote; a commit that is not at hand is said", async () => {
    const inner = makeRepository(fresh(), [
      { message: "i1", tag: "i1", files: { "in.txt": "1\n" } },
      { message: "i2", tag: "i2", files: { "in.txt": "2\n" } },
    ]);
    const repository = makeRepository(fresh());
    repository.git("submodule", "--quiet", "add", inner.path, "deps/inner");
    const inside = (...words: string[]): void => void repository.git("-C", "deps/inner", ...words);
    inside("checkout", "-q", "i1");
    repository.commit({ message: "first", tag: "v1" });
    inside("checkout", "-q", "i2");
    repository.commit({ message: "second", tag: "v2" });
    repository.git("rm", "-q", "deps/inner");
    repository.commit({ message: "third", tag: "v3" });
    repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},other`);
    repository.git("commit", "-q", "-m", "fourth");
    repository.git("tag", "v4");
    repository.git("reset", "-q", "--hard", "v3");
    const { kind, notes } = await open(repository.path, { good: "v1", bad: "v4" });
    execFileSync("mv", [inner.path, `${inner.path}-away`]);
    const place = await kind.openPlace(fresh());
    const read = (): string | undefined =>
      existsSync(join(place.path, "deps/inner/in.txt"))
        ? readFileSync(join(place.path, "deps/inner/in.txt"), "utf8")
        : undefined;
    const seen: (string | undefined)[] = [];
    for (const n of [0, 1, 2, 1, 0]) {
      await place.prepare((await kind.history?.at(n)) as never);
      seen.push(read());
    }
    expect(seen).toEqual(["1\n", "2\n", undefined, "2\n", "1\n"]);
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: place.path }).toString()).toBe("");
    await place.prepare((await kind.history?.at(3)) as never);
    expect(lstatSync(join(place.path, "other")).isDirectory()).toBe(true);
    expect(notes.join()).toContain("other");
    expect((await kind.changes({ from: 0, to: 1 })).all).toMatchObject([{ file: "deps/inner", what: "submodule" }]);
    await place.close();
  });
});

describe("conversions", () => {
  test("line ends and filters: files are as the user's checkout has them, at every state", async () => {
    const path = fresh();
    const repository = makeRepository(path, [
      {
        message: "first",
        tag: "v1",
        files: {
          ".gitattributes": "*.bat eol=crlf\n*.up filter=upper\n",
          "a.bat": "one\ntwo\n",
          "b.up": "lower\n",
          "c.txt": "x\n",
        },
      },
      { message: "second", files: { "a.bat": "one\n2\n", "b.up": "lower\nmore\n", "d.bat": "new\n" } },
    ]);
    repository.git("config", "filter.upper.smudge", "tr a-z A-Z");
    repository.git("config", "filter.upper.clean", "tr A-Z a-z");
    repository.git("rm", "-rq", "--cached", ".");
    repository.git("reset", "-q", "--hard");
    const { kind } = await open(path, { good: "v1", bad: "HEAD" });
    const place = await kind.openPlace(fresh());
    const read = (name: string): string => readFileSync(join(place.path, name), "utf8");
    await place.prepare((await kind.history?.at(0)) as never);
    expect([read("a.bat"), read("b.up"), read("c.txt")]).toEqual(["one\r\ntwo\r\n", "LOWER\n", "x\n"]);
    const changes = await kind.changes();
    await place.prepare(changes.mix(whole(changes.all)));
    expect([read("a.bat"), read("b.up"), read("d.bat")]).toEqual(["one\r\n2\r\n", "LOWER\nMORE\n", "new\r\n"]);
    expect(filesIn(place.path)).toEqual(filesIn(path));
    await place.close();
    // The working tree, clean or not, is told in the same bytes.
    await expect(open(path, { good: "HEAD" })).rejects.toMatchObject({ code: "SAME_ENDS" });
    writeFileSync(join(path, "a.bat"), "one\r\n3\r\n");
    const { kind: working } = await open(path, { good: "HEAD" });
    expect((await working.changes()).all).toMatchObject([{ file: "a.bat", line: 2 }]);
  });
});
