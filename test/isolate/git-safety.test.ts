import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readdirSync, utimesSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { whole } from "../../src/core/configuration.ts";
import { eventful, filesIn, fresh, numbers, open } from "./git-support.ts";
import { makeRepository, snapshotOf, type TestRepository } from "./repository.ts";

/** All bytes of a directory, with the times of change: the history, the index, stash, refs and settings among them. */
const fingerprint = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(snapshotOf(root)).map(([path, bytes]) => [path, `${lstatSync(join(root, path)).mtimeMs} ${bytes}`]),
  );

/** Every file and folder below a directory that is touched while something is done: also what is gone again afterwards. */
const touched = async (root: string, act: () => Promise<void>): Promise<readonly string[]> => {
  const events = new Set<string>();
  const folders = [
    root,
    ...readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(entry.parentPath, entry.name)] : [],
    ),
  ];
  const watchers = folders.map((folder) => watch(folder, (_, name) => events.add(join(folder, name ?? ""))));
  await act();
  await pause(50);
  for (const watcher of watchers) watcher.close();
  return [...events];
};

/** Everything that a run does with a repository. */
const everything = async (origin: string, good: string, inTest: readonly (readonly string[])[] = []): Promise<void> => {
  const { kind } = await open(origin, { good }, { command: ["true"] });
  const steps = kind.history?.steps.length ?? 0;
  const places = await Promise.all([kind.openPlace(fresh()), kind.openPlace(fresh())]);
  const changes = await kind.changes({ from: 0, to: steps });
  for (const place of places) {
    for (let n = 0; n <= steps; n++) await place.prepare((await kind.history?.at(n)) as never);
    // What tests do in a checkout of git.
    writeFileSync(join(place.cwd, "written"), "by a test\n");
    for (const words of inTest)
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@y", ...words], { cwd: place.cwd, stdio: "ignore" });
    await place.restore({ keepNew: false });
    await place.prepare(changes.mix(whole(changes.all)));
  }
  await kind.explain?.(changes.shown?.(changes.all) ?? [], steps);
  if (steps > 1) await kind.without?.({ from: 0, to: 1 }, (await kind.changes({ from: 0, to: 1 })).all);
  for (const place of places) await place.close();
  await kind.close();
};

/** Dirty, with a stash, and an index whose times are stale, so that git would like to refresh it. */
const lively = (): TestRepository => {
  const repository = eventful();
  repository.write({ "lib/a.js": "stashed\n" });
  repository.git("stash");
  repository.write({ "lib/a.js": "dirty\n", "untracked.txt": "u\n", staged: "s\n" });
  repository.git("add", "staged");
  utimesSync(join(repository.path, "crlf"), 1e9, 1e9);
  return repository;
};

describe("nothing of the user's is touched, at any time", () => {
  test("checkout, index, stash, refs, settings, worktrees", async () => {
    const { path, git } = lively();
    const before = fingerprint(path);
    const lists = (): readonly string[] => [git("worktree", "list"), git("branch", "-a"), git("stash", "list")];
    const listed = lists();
    expect(await touched(path, () => everything(path, "v1"))).toEqual([]);
    expect(fingerprint(path)).toEqual(before);
    expect(lists()).toEqual(listed);
  });

  test("what a test does with git in its place stays there", async () => {
    const { path, git } = lively();
    const before = snapshotOf(path);
    const words = [
      ["add", "-A"],
      ["commit", "-q", "-m", "x"],
      ["stash", "-u"],
      ["branch", "x"],
      ["config", "a.b", "c"],
      ["gc", "-q", "--prune=now"],
    ];
    // An object that a test would store, and that is there already, gets a new time, as everywhere in git.
    const events = await touched(path, () => everything(path, "v1", words));
    expect(events.filter((event) => !event.startsWith(join(path, ".git/objects")))).toEqual([]);
    expect(snapshotOf(path)).toEqual(before);
    expect(git("fsck", "--full")).not.toContain("missing");
  });

  test("killed in the middle", async () => {
    const { path } = lively();
    const before = fingerprint(path);
    const victim = fileURLToPath(new URL("git-victim.ts", import.meta.url));
    const directory = fresh();
    const child = spawn(process.execPath, ["--import", "tsx", victim, path, "v1", directory], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    // In the middle of the second place.
    while (!existsSync(join(directory, "1"))) await pause(2);
    process.kill(-(child.pid as number), "SIGKILL");
    await once(child, "close");
    expect(fingerprint(path)).toEqual(before);
  });

  test("in a linked worktree", async () => {
    const repository = lively();
    const linked = fresh();
    repository.git("worktree", "add", "-q", linked, "v2");
    writeFileSync(join(linked, "lib/a.js"), "dirty over there\n");
    const before = [fingerprint(repository.path), fingerprint(linked)];
    expect(await touched(repository.path, () => everything(linked, "v1"))).toEqual([]);
    expect([fingerprint(repository.path), fingerprint(linked)]).toEqual(before);
    const { kind } = await open(linked, { good: "v1" });
    const place = await kind.openPlace(fresh());
    await place.prepare((await kind.history?.at(5)) as never);
    expect(filesIn(place.path)["lib/a.js"]).toBe("644 dirty over there\n");
    await place.close();
  });

  test("with the repository elsewhere, and in a bare one", async () => {
    const elsewhere = fresh();
    const repository = makeRepository(
      fresh(),
      [
        { message: "first", tag: "v1", files: { "a.txt": numbers(9) } },
        { message: "second", files: { "a.txt": numbers(9, { 3: "three" }) } },
      ],
      [`--separate-git-dir=${elsewhere}`],
    );
    repository.write({ "a.txt": numbers(9, { 3: "three", 7: "seven" }) });
    const before = [fingerprint(repository.path), fingerprint(elsewhere)];
    expect(await touched(elsewhere, () => everything(repository.path, "v1"))).toEqual([]);
    expect([fingerprint(repository.path), fingerprint(elsewhere)]).toEqual(before);
    const bare = `${fresh()}.git`;
    execFileSync("git", ["clone", "-q", "--bare", repository.path, bare], { stdio: "ignore" });
    await expect(open(bare, { good: "v1" })).rejects.toMatchObject({ code: "NO_WORKING_TREE" });
    const { kind } = await open(bare, { good: "v1", bad: "main" });
    const place = await kind.openPlace(fresh());
    await place.prepare((await kind.history?.at(1)) as never);
    expect(filesIn(place.path)).toEqual({ "a.txt": `644 ${numbers(9, { 3: "three" })}` });
    await place.close();
  });

  test("started by a hook of another repository: its variables lead nowhere", async () => {
    const { path } = lively();
    const other = makeRepository(fresh(), [{ message: "other", files: { "o.txt": "o\n" } }]);
    const before = fingerprint(other.path);
    const variables = {
      GIT_DIR: join(other.path, ".git"),
      GIT_INDEX_FILE: join(other.path, ".git/index"),
      GIT_WORK_TREE: other.path,
    };
    Object.assign(process.env, variables);
    try {
      const { kind } = await open(path, { good: "v1" });
      const place = await kind.openPlace(fresh());
      expect(existsSync(join(place.path, "lib/a.js"))).toBe(true);
      await place.close();
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
    }
    expect(fingerprint(other.path)).toEqual(before);
  });

  test("hooks and aliases of the user are not run", async () => {
    const { path, git } = lively();
    const mark = fresh();
    for (const name of ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"])
      execFileSync(
        "sh",
        [
          "-c",
          `mkdir -p .git/hooks && printf '#!/bin/sh\\ntouch ${mark}\\n' > .git/hooks/${name} && chmod +x .git/hooks/${name}`,
        ],
        { cwd: path },
      );
    git("config", "core.fsmonitor", `${path}/.git/hooks/fsmonitor-watchman`);
    git("config", "core.hooksPath", `${path}/.git/hooks`);
    git("config", "diff.external", `touch ${mark}`);
    await everything(path, "v1");
    expect(existsSync(mark)).toBe(false);
  });
});

describe("what cannot be", () => {
  test("no repository, no such revision, no history in common, no checkout", async () => {
    const empty = fresh();
    execFileSync("mkdir", [empty]);
    await expect(open(empty, { good: "v1" })).rejects.toMatchObject({ code: "NOT_A_REPOSITORY" });
    const repository = eventful();
    await expect(open(repository.path, { good: "v11" })).rejects.toMatchObject({
      code: "UNKNOWN_REVISION",
      message: expect.stringContaining(`Did you mean "v1"?`),
    });
    await expect(open(repository.path, { good: "--all" })).rejects.toMatchObject({ code: "UNKNOWN_REVISION" });
    await expect(open(repository.path, { good: "v1", bad: "v1^{tree}" })).rejects.toMatchObject({
      code: "UNKNOWN_REVISION",
    });
    await expect(open(repository.path, { good: "v1", bad: "v1" })).rejects.toMatchObject({ code: "SAME_ENDS" });
    repository.git("checkout", "-q", "--orphan", "alone");
    repository.git("commit", "-q", "-m", "alone");
    await expect(open(repository.path, { good: "v1", bad: "alone" })).rejects.toMatchObject({
      code: "NO_COMMON_HISTORY",
    });
    const { kind } = await open(repository.path, { good: "v1", bad: "alone" }, { level: "hunks" });
    expect((await kind.changes()).all.length).toBeGreaterThan(0);
  });

  test("a shallow clone says that it is one", async () => {
    const repository = eventful();
    const shallow = fresh();
    execFileSync("git", ["clone", "-q", "--depth=1", `file://${repository.path}`, shallow], { stdio: "ignore" });
    const failing = open(shallow, { good: "v1" });
    await expect(failing).rejects.toMatchObject({
      code: "UNKNOWN_REVISION",
      advice: expect.stringContaining("shallow"),
    });
    execFileSync("git", ["fetch", "-q", "--depth=1", "origin", "tag", "v1"], { cwd: shallow, stdio: "ignore" });
    await expect(open(shallow, { good: "v1" })).rejects.toMatchObject({
      code: "NO_COMMON_HISTORY",
      advice: expect.stringContaining("shallow"),
    });
    const { kind } = await open(shallow, { good: "v1" }, { level: "files" });
    const place = await kind.openPlace(fresh());
    expect(filesIn(place.path)["lib/gone.js"]).toBe("644 gone\n");
    await place.close();
  });

  test("a repository of somebody else: how to trust it", async () => {
    if (process.getuid?.() !== 0) return;
    const repository = eventful();
    execFileSync("chown", ["-R", "12345", repository.path]);
    const home = fresh();
    execFileSync("mkdir", [home]);
    const saved = {
      HOME: process.env["HOME"],
      GIT_CONFIG_GLOBAL: process.env["GIT_CONFIG_GLOBAL"],
      GIT_CONFIG_NOSYSTEM: process.env["GIT_CONFIG_NOSYSTEM"],
    };
    Object.assign(process.env, { HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" });
    try {
      await expect(open(repository.path, { good: "v1" })).rejects.toMatchObject({
        code: "UNSAFE_REPOSITORY",
        advice: expect.stringContaining("safe.directory"),
      });
    } finally {
      for (const [name, value] of Object.entries(saved))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });

  test("branches that part: the commit where they do is the good end, and it is said", async () => {
    const repository = makeRepository(fresh(), [
      { message: "base", tag: "base", files: { "a.txt": numbers(5) } },
      { message: "good", branch: "works", files: { "g.txt": "g\n" } },
      { message: "bad", branch: "fails", from: "base", files: { "a.txt": numbers(5, { 3: "x" }) } },
    ]);
    const { kind, notes } = await open(repository.path, { good: "works", bad: "fails" });
    expect(notes.join()).toContain("works is on another branch");
    expect(kind.titles.good).toContain("merge base");
    expect(kind.history?.steps).toHaveLength(1);
    const place = await kind.openPlace(fresh());
    await place.prepare((await kind.history?.at(0)) as never);
    expect(filesIn(place.path)).toEqual({ "a.txt": `644 ${numbers(5)}` });
    await place.close();
  });
});

describe("a long history", () => {
  test("4,000 commits: listed, and only few states are held", async () => {
    const path = fresh();
    const { git } = makeRepository(path);
    const stream: string[] = [];
    for (let i = 1; i <= 4000; i++) {
      const text = numbers(50, { [(i % 50) + 1]: `commit ${i}` });
      stream.push(
        `commit refs/heads/main\ncommitter c <c@example.org> ${1_700_000_000 + i} +0000\ndata ${String(i).length}\n${i}\n`,
      );
      stream.push(`M 644 inline f${i % 200}.txt\ndata ${text.length}\n${text}\n`);
    }
    execFileSync("git", ["fast-import", "--quiet"], { cwd: path, input: stream.join("") });
    git("tag", "v1", "main~3999");
    const { kind } = await open(path, { good: "v1", bad: "main" });
    expect(kind.history?.steps).toHaveLength(3999);
    expect(kind.history?.steps.at(-1)?.title).toBe("4000");
    const half = await kind.history?.at(2000);
    expect(half?.entries.size).toBe(200);
    const { all } = await kind.changes({ from: 1999, to: 2000 });
    expect(new Set(all.map(({ file }) => file))).toEqual(new Set(["f1.txt"]));
  });
});
