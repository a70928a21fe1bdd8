import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { select, whole } from "../../src/core/configuration.ts";
import { checkedOut, eventful, filesIn, fresh, numbers, open } from "./git-support.ts";

describe("states and places", () => {
  test("every state of the history is what git checks out, in one place, in any order", async () => {
    const repository = eventful();
    const { kind } = await open(repository.path, { good: "v1", bad: "v2" });
    expect(kind.history?.steps.map(({ title }) => title)).toEqual(["second", "join", "many", "last"]);
    const place = await kind.openPlace(fresh());
    const commits = ["v1", "v2~3", "v2~2", "v2~1", "v2"];
    for (const n of [4, 0, 2, 1, 3, 0, 4]) {
      await place.prepare((await kind.history?.at(n)) as never);
      expect(filesIn(place.path)).toEqual(checkedOut(repository, commits[n] as string));
    }
    await place.close();
    expect(existsSync(place.path)).toBe(false);
  });

  test("none of the changes is the good end, all are the bad one, also of a range; a subset is in between", async () => {
    const repository = eventful();
    const { kind } = await open(repository.path, { good: "v1", bad: "v2" });
    const place = await kind.openPlace(fresh());
    for (const [range, from, to] of [
      [undefined, "v1", "v2"],
      [{ from: 2, to: 3 }, "v2~2", "v2~1"],
      [{ from: 1, to: 4 }, "v2~3", "v2"],
    ] as const) {
      const changes = await kind.changes(range);
      await place.prepare(changes.mix(whole(changes.all)));
      expect(filesIn(place.path)).toEqual(checkedOut(repository, to));
      await place.prepare(changes.mix(select(whole(changes.all), [])));
      expect(filesIn(place.path)).toEqual(checkedOut(repository, from));
      expect(changes.mix(whole(changes.all)).key()).toBe(changes.ends?.bad.key());
      expect(changes.mix(select(whole(changes.all), [])).key()).toBe(changes.ends?.good.key());
    }
    const changes = await kind.changes({ from: 3, to: 4 });
    const twelve = changes.all.findIndex((change) => change.new === "twelve");
    await place.prepare(changes.mix(select(whole(changes.all), [{ from: twelve, to: twelve + 1 }])));
    expect(readFileSync(join(place.path, "lib/a.js"), "utf8")).toBe(
      numbers(30, { 5: "five", 12: "twelve", 25: "side" }),
    );
    expect(existsSync(join(place.path, "src/moved.js"))).toBe(true);
    await place.close();
  });

  test("the place is a repository of its own, at the good commit, under the name of the user's", async () => {
    const repository = eventful();
    repository.git("remote", "add", "origin", "https://example.org/x.git");
    const { kind } = await open(repository.path, { good: "v1", bad: "v2" });
    const place = await kind.openPlace(fresh());
    const git = (...words: string[]): string => execFileSync("git", words, { cwd: place.cwd }).toString().trim();
    expect(git("rev-parse", "HEAD")).toBe(repository.git("rev-parse", "v1"));
    expect(git("status", "--porcelain")).toBe("");
    expect(git("describe", "--tags")).toBe("v1");
    expect(git("rev-parse", "--show-toplevel")).toBe(place.path);
    expect(git("config", "remote.origin.url")).toBe("https://example.org/x.git");
    expect(place.path.split("/").at(-1)).toBe(repository.path.split("/").at(-1));
    const before = repository.git("count-objects", "-v");
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "--allow-empty", "-m", "x"], {
      cwd: place.cwd,
    });
    expect(repository.git("count-objects", "-v")).toBe(before);
    await place.close();
  });

  test("a level that is not commits needs no history", async () => {
    const repository = eventful();
    const { kind } = await open(repository.path, { good: "v1", bad: "v2" }, { level: "hunks" });
    expect(kind.history).toBeUndefined();
    const changes = await kind.changes();
    const place = await kind.openPlace(fresh());
    await place.prepare(changes.mix(whole(changes.all)));
    expect(filesIn(place.path)).toEqual(checkedOut(repository, "v2"));
    await place.close();
  });

  test("--only and --skip hold for commits and for changes", async () => {
    const repository = eventful();
    const { kind } = await open(
      repository.path,
      { good: "v1", bad: "v2" },
      { only: ["lib/**"], skip: ["**/moves.js"] },
    );
    expect([...((await kind.history?.at(4))?.entries.keys() ?? [])].toSorted()).toEqual(["lib/a.js", "lib/gone.js"]);
    expect(new Set((await kind.changes()).all.map(({ file }) => file))).toEqual(new Set(["lib/a.js", "lib/gone.js"]));
  });
});
