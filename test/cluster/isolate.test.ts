/** `isolate` on a cluster: whatever is compared, the answer is that of this machine alone, after as many tests. */
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import { checkSandbox } from "../../src/runner/index.ts";
import { makeRepository } from "../isolate/repository.ts";
import { entry, layOut } from "../isolate/lock-support.ts";
import { answerOf, fresh, isolated, linesWith, place, workersIn } from "./isolate-support.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { openHands, type Hand, type Hands } from "./reduce-crew.ts";

let server: NatsServer;
let hands: Hands;

beforeAll(async () => {
  server = await startNats();
  hands = openHands(server.url);
});
afterAll(async () => {
  await hands?.stop();
  await server?.stop();
});

const MESSAGES = { "lib/words.sh": "message='broken: too much'\n" };

/** Not every machine can. */
const isConfinable = ((): boolean => {
  try {
    checkSandbox();
    return true;
  } catch {
    return false;
  }
})();

interface Story {
  /** Makes a directory, and says what is asked in it. */
  readonly make: () => IsolateOptions & { readonly cwd: string };
  readonly trigger: readonly string[];
}

const STORIES: Readonly<Record<string, Story>> = {
  "two folders, and a script with what it reads": {
    make: () => ({
      cwd: place({
        ...MESSAGES,
        "old/a.txt": linesWith({}),
        "old/gone.txt": "here\n",
        "old/deep/b.txt": linesWith({}),
        "new/a.txt": linesWith({ 1: "one", 5: "NEEDED", 9: "nine" }),
        "new/deep/b.txt": linesWith({ 2: "two", 7: "BROKEN" }),
        "new/fresh/c.txt": "c\n",
        "check.sh":
          'here=$(dirname "$(realpath "$0")")\n. "$here/lib/words.sh"\n' +
          'if grep -q BROKEN "$1/deep/b.txt"; then grep -q NEEDED "$1/a.txt" || exit 9; echo "$message" >&2; exit 3; fi\n',
      }),
      ends: { paths: ["old", "new"] },
      command: ["sh", "check.sh", "{}"],
    }),
    trigger: ["deep/b.txt:8"],
  },
  "two inputs elsewhere, with a neighbour": {
    make: () => {
      const top = place({
        "data/good.json": '{"a": 1, "b": [1, 2], "c": {"d": 4}}\n',
        "data/bad.json": '{"a": 2, "b": [1, 2, 13], "c": {"d": 5}}\n',
        "data/unlucky": "13\n",
        "work/app": '#!/bin/sh\nif grep -q -f "$(dirname "$1")/unlucky" "$1"; then echo unlucky; exit 1; fi\n',
      });
      return {
        cwd: join(top, "work"),
        ends: { paths: ["../data/good.json", "../data/bad.json"] },
        command: ["./app", "{}"],
      };
    },
    trigger: ["b[+2]"],
  },
  "settings, decided by a script elsewhere": {
    make: () => {
      const top = place({
        "work/good.yaml": "a: 1\nb: yes\nc: 3\n",
        "work/bad.yaml": "a: 2\nb: no\nc: 4\n",
        "work/extra": "b: no\n",
        "tools/test.sh": '#!/bin/sh\ngrep -q -f "$PARE_ORIGIN/extra" "$1"\n',
      });
      return { cwd: join(top, "work"), ends: { config: ["good.yaml", "bad.yaml"] }, test: "../tools/test.sh" };
    },
    trigger: ["b"],
  },
  "two archives, built before each test, in a sandbox": {
    make: () => {
      const cwd = place({
        "one/app/a.txt": linesWith({}),
        "two/app/a.txt": linesWith({ 2: "two", 6: "BROKEN", 9: "nine" }),
        "rules/make.sh": 'grep -v "line 3" "$1/a.txt" > "$1/built"\n',
      });
      for (const end of ["one", "two"])
        execFileSync("tar", ["-cf", join(cwd, `${end}.tar`), "-C", join(cwd, end), "app"]);
      return {
        cwd,
        ends: { paths: ["one.tar", "two.tar"] },
        build: "sh rules/make.sh {}",
        command: ["sh", "-c", 'if grep BROKEN "$1/built"; then exit 5; fi', "sh", "{}"],
        sandbox: isConfinable,
      };
    },
    trigger: ["a.txt:7"],
  },
  "two lockfiles, with a link in the project and a program": {
    make: () => {
      const cwd = fresh();
      const packages = (a: string, b: string, x: string) => ({
        "": { name: "p", dependencies: { a: "*", b: "*", u: "*" } },
        "node_modules/a": { ...entry(a), bin: { tool: "index.js" } },
        "node_modules/a/node_modules/x": entry(x),
        "node_modules/b": entry(b),
        "node_modules/u": entry("1.0.0"),
      });
      const files = {
        "package.json": '{"name":"p"}',
        "src/check.js":
          'require("fs").readlinkSync("node_modules/.bin/tool");\n' +
          'if (require("b") === "2.0.0" && require("u") === "1.0.0") throw new TypeError("b is bad");\n',
      };
      layOut(join(cwd, "good"), packages("1.0.0", "1.0.0", "1.0.0"), files);
      layOut(join(cwd, "bad"), packages("2.0.0", "2.0.0", "3.0.0"), files);
      for (const end of ["good", "bad"]) symlinkSync("src/check.js", join(cwd, end, "check.js"));
      return {
        cwd,
        ends: { lock: ["good/package-lock.json", "bad/package-lock.json"] },
        command: ["node", "check.js"],
      };
    },
    trigger: ["node_modules/b@1.0.0->2.0.0"],
  },
  "flags, and what the command finds and leaves": {
    make: () => ({
      cwd: place({
        "wanted/flag": "-fb\n",
        "run.sh":
          'test -e left && exit 77\necho > left\nfor flag; do if grep -qx -e "$flag" wanted/flag; then echo bad; exit 4; fi; done\n',
      }),
      ends: { flags: "-fa -fb -fc -fd" },
      command: ["sh", "run.sh", "{flags}"],
    }),
    trigger: ["-fb"],
  },
};

describe.each([
  [2, Object.entries(STORIES)],
  [1, Object.entries(STORIES).slice(0, 1)],
])("%i workers", (count, some) => {
  const hired: Hand[] = [];
  beforeAll(async () => {
    for (let each = 0; each < count; each++) hired.push(await hands.hire(2));
  });
  afterAll(() => Promise.all(hired.map((hand) => hand.leave())));

  test.each(some)("%s", async (_, { make, trigger }) => {
    const local = await isolated(make());
    // A little different, so that no outcome is known yet.
    const there = await isolated({ ...make(), memory: 2 ** 32 + count }, server.url);
    expect(answerOf(there)).toEqual(answerOf(local));
    expect(there.result.trigger.map(({ id }) => id)).toEqual(trigger);
    expect(there.result.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    expect(workersIn(there.events).filter(({ change }) => change === "joined")).not.toHaveLength(0);
    expect(there.result.tests.run).toBeGreaterThan(0);
  });
});

/** Installed packages, an ignored file, a helper that is not tracked, and a history in which one commit does it. */
const repository = (): string => {
  const path = fresh();
  const { write } = makeRepository(path, [
    {
      message: "start",
      tag: "good",
      files: {
        ".gitignore": "node_modules\nmade\n",
        "sub/a.txt": linesWith({}),
        "sub/b.txt": "b\n",
        "top.txt": "top\n",
      },
    },
    { message: "harmless", files: { "sub/a.txt": linesWith({ 1: "one" }), "sub/c.txt": "c\n" } },
    {
      message: "guilty",
      files: {
        "sub/a.txt": linesWith({ 1: "one", 4: "four", 8: "BROKEN" }),
        "sub/b.txt": null,
        "sub/link": { link: "a.txt" },
      },
    },
    { message: "later", files: { "sub/a.txt": linesWith({ 1: "one", 4: "four", 8: "BROKEN", 10: "ten" }) } },
  ]);
  write({
    "node_modules/words/message": "broken: ",
    "node_modules/other/message": "../words/message",
    made: "made by a tool\n",
    "sub/helper.sh":
      'grep -q "made by" ../made || exit 9\ntest -e ../node_modules/.cache/x && exit 8\n' +
      "if grep -q BROKEN a.txt; then cat ../node_modules/other/../words/message >&2; exit 3; fi\n",
  });
  symlinkSync("../other", join(path, "node_modules/words/beside"));
  return path;
};

describe("a history", () => {
  test("commits, and the changes of the guilty one", async () => {
    const hired = [await hands.hire(1), await hands.hire(1)];
    const make = (): IsolateOptions => ({
      cwd: join(repository(), "sub"),
      ends: { git: { good: "good" } },
      command: ["sh", "helper.sh"],
    });
    const local = await isolated(make());
    const there = await isolated(make(), server.url);
    expect(answerOf(there)).toEqual(answerOf(local));
    expect(there.result.trigger.map(({ file, line }) => [file, line])).toEqual([["sub/a.txt", 9]]);
    await Promise.all(hired.map((hand) => hand.leave()));
  });
});
