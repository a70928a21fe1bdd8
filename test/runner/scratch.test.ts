/** Scratch directories. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { openScratch, scratchRoot } from "../../src/runner/scratch.ts";
import { without } from "../support/needs.ts";

const bytes = Buffer.from("content");

describe("a scratch directory", () => {
  it("is private, holds the files with their modes, and goes", () => {
    const scratch = openScratch();
    expect(scratch.path.startsWith(scratchRoot())).toBe(true);
    expect(statSync(scratch.path).mode & 0o777).toBe(0o700);
    const directory = scratch.directory([
      { path: "a b", mode: 0o666, bytes },
      { path: "deep/er/run.sh", mode: 0o755, bytes },
      { path: "empty", mode: 0o444, bytes: new Uint8Array() },
      { path: "link", link: "/etc" },
    ]);
    expect(readdirSync(directory.path).toSorted()).toEqual(["a b", "deep", "empty", "link"]);
    expect(readFileSync(join(directory.path, "a b"), "utf8")).toBe("content");
    expect(statSync(join(directory.path, "a b")).mode & 0o777).toBe(0o666);
    expect(statSync(join(directory.path, "deep/er/run.sh")).mode & 0o777).toBe(0o755);
    directory.remove();
    expect(existsSync(directory.path)).toBe(false);
    expect(existsSync("/etc/passwd")).toBe(true);
    scratch.close();
    expect(existsSync(scratch.path)).toBe(false);
  });

  it("goes whatever a test has done to it", () => {
    const scratch = openScratch();
    const directory = scratch.directory([{ path: "file", mode: 0o644, bytes }]);
    const script = "rm file; mkdir -p more/dir; echo x > more/dir/x; ln -s / root; chmod 0 more/dir; chmod 500 more .";
    execFileSync("sh", ["-c", script], { cwd: directory.path });
    directory.remove();
    expect(existsSync(directory.path)).toBe(false);
    scratch.close();
  });

  it("has names of one length", () => {
    const scratch = openScratch();
    const lengths = Array.from({ length: 12 }, () => scratch.directory([]).path.length);
    expect(new Set(lengths).size).toBe(1);
    scratch.close();
  });

  it("of a dead run is removed by the next, of a living one is not", () => {
    const root = mkdtempSync(join(tmpdir(), "roots-"));
    const living = openScratch(root);
    const dead = ["pare-aaaaaa", "pare-bbbbbb", "pare-cccccc"].map((name) => join(root, name));
    for (const path of dead) mkdirSync(path);
    const [byPid = "", byStart = "", unfinished = ""] = dead;
    const { pid } = spawnSync("true");
    writeFileSync(join(byPid, "owner"), `${pid} 12345\n`);
    writeFileSync(join(byStart, "owner"), `${process.pid} 1\n`);
    utimesSync(unfinished, 1000, 1000);
    mkdirSync(join(root, "pare-dddddd"));
    mkdirSync(join(root, "pare-notes"));
    openScratch(root).close();
    expect(dead.filter((path) => existsSync(path))).toEqual([]);
    expect(readdirSync(root).toSorted()).toEqual(
      [living.path.slice(root.length + 1), "pare-dddddd", "pare-notes"].toSorted(),
    );
    living.close();
  });

  it("says in words that the disk is full", (context) => {
    const root = mkdtempSync(join(tmpdir(), "small-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=100k", "none", root]);
    context.skip(without("mounts", mounted.status === 0));
    try {
      const scratch = openScratch(root);
      const fill = (): unknown => scratch.directory([{ path: "big", mode: 0o644, bytes: new Uint8Array(200_000) }]);
      expect(fill).toThrow(UserError);
      expect(fill).toThrow(`There is no room left in ${root}`);
      expect(readdirSync(scratch.path)).toEqual(["owner"]);
      scratch.close();
    } finally {
      spawnSync("umount", [root]);
    }
  });

  it("on a full disk, nothing else is told of a large file whose writing was under way", async (context) => {
    const root = mkdtempSync(join(tmpdir(), "small-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "none", root]);
    context.skip(without("mounts", mounted.status === 0));
    const unheard: unknown[] = [];
    const hear = (error: unknown): unknown => unheard.push(error);
    process.on("unhandledRejection", hear);
    try {
      const scratch = openScratch(root);
      const files = [9_000_000, 7_000_000].map((length) => ({
        path: `${length}`,
        mode: 0o644,
        bytes: new Uint8Array(length),
      }));
      expect(() => scratch.directory(files)).toThrow(`There is no room left in ${root}`);
      const [large] = files;
      await expect(scratch.directory(large === undefined ? [] : [large]).written).rejects.toThrow("There is no room");
      expect(unheard).toEqual([]);
      scratch.close();
    } finally {
      process.off("unhandledRejection", hear);
      spawnSync("umount", [root]);
    }
  });

  it("says in words that nothing can be written", () => {
    expect(() => openScratch("/proc/no-such")).toThrow("Nothing can be written in /proc/no-such");
  });
});
