/** Trees that are hard to remove, and what must not be removed with them. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { discard, removeTree, takeLeft } from "../../src/runner/index.ts";
import { temporary } from "./support.ts";
import { without } from "../support/needs.ts";

/** A directory with one file in it. */
const precious = (): string => {
  const directory = temporary();
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "file"), "precious");
  return directory;
};

const mounted = (from: string, to: string): boolean => {
  const isMounted = spawnSync("/bin/mount", ["--bind", from, to]).status === 0;
  if (isMounted) onTestFinished(() => void spawnSync("/bin/umount", ["-l", to]));
  return isMounted;
};

describe("a tree is removed", () => {
  it("with links, not with what they lead to", () => {
    const kept = precious();
    const directory = temporary();
    symlinkSync(kept, join(directory, "link"));
    symlinkSync("/", join(directory, "root"));
    expect(removeTree(join(directory, "root"))).toBeUndefined();
    expect(removeTree(directory)).toBeUndefined();
    expect([existsSync(directory), existsSync(join(kept, "file"))]).toEqual([false, true]);
  });

  it("where paths are longer than the system takes", () => {
    const directory = temporary();
    const script = 'i=0; while [ $i -lt 60 ]; do mkdir "$1" && cd -P "$1" || exit 1; i=$((i + 1)); done';
    execFileSync("bash", ["-c", script, "bash", "d".repeat(100)], { cwd: directory });
    expect(removeTree(directory)).toBeUndefined();
    expect(existsSync(directory)).toBe(false);
  });

  it("where there is none", () => {
    expect(removeTree("/no/such/tree")).toBeUndefined();
    expect(removeTree(join(temporary(), "nothing"))).toBeUndefined();
  });
});

describe("what is mounted in a tree", () => {
  it("is not emptied, and told once", (context) => {
    const kept = precious();
    const directory = precious();
    const point = join(directory, "a b", "point");
    mkdirSync(point, { recursive: true });
    context.skip(without("mounts", mounted(kept, point)));
    discard(directory);
    discard(directory);
    expect(existsSync(join(kept, "file"))).toBe(true);
    expect(takeLeft()).toBe(
      `pare cannot remove what a test has left: ${point} (something is mounted there). The result is not affected; remove it by hand.`,
    );
    expect(takeLeft()).toBeUndefined();
  });
});
