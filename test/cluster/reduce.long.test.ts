/** `reduce` on a cluster: whatever the test is, the result is that of this machine alone. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { directoryWith, openHands, reduced, type Hand, type Hands, type Told } from "./reduce-crew.ts";

let server: NatsServer;
let hands: Hands;
const directories: string[] = [];

beforeAll(async () => {
  server = await startNats();
  hands = openHands(server.url);
});
afterAll(async () => {
  await hands?.stop();
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

const place = (files: Readonly<Record<string, string>>): string => {
  const path = directoryWith(files);
  directories.push(path);
  return path;
};

const C = [
  "#include <stdio.h>",
  "int helper(int a) { return a + 1; }",
  "struct point { int x, y; };",
  "int area(struct point p) { return p.x * p.y; }",
  "int main(void) {",
  "  for (int i = 0; i < 10; i++) helper(i);",
  "  int *BUG = 0;",
  "  return *BUG + area((struct point){1, 2});",
  "}",
  "",
].join("\n");
const LINES = Array.from({ length: 24 }, (_, line) => (line % 9 === 4 ? `keep ${line}` : `line ${line}`)).join("\n");
const FAILS = 'if test "$(grep -c keep "$1")" -gt 1; then echo "broken: no keep" >&2; exit 3; fi\n';
const SERVER = [
  ". ./wanted",
  "while read -r line; do",
  '  path=${line#*:\\"}',
  '  if grep -q "$WANTED" "${path%\\"*}"; then outcome=fail; else outcome=pass; fi',
  '  echo "{\\"outcome\\": \\"$outcome\\"}"',
  "done",
  "",
].join("\n");

interface Story {
  readonly files: Readonly<Record<string, string>>;
  readonly options: (directory: string) => Omit<ReduceOptions, "cwd">;
  /** Where pare is started. */
  readonly within?: string;
}

const STORIES: Readonly<Record<string, Story>> = {
  "a script on C": {
    files: { "bug.c": C, "test.sh": '#!/bin/sh\ngrep -q BUG bug.c && grep -q return "$1"\n' },
    options: () => ({ input: "bug.c", test: "./test.sh" }),
  },
  "a script elsewhere, with files of the origin": {
    files: {
      "work/in.txt": LINES,
      "work/words/list": "keep 13\n",
      "tools/test.sh":
        '#!/bin/sh\ngrep -q -f "$PARE_ORIGIN/words/list" in.txt && test -s "${PARE_ORIGIN}"/../tools/extra\n',
      "tools/extra": "x",
    },
    options: () => ({ input: "in.txt", test: "../tools/test.sh" }),
    within: "work",
  },
  "a learnt command with an absolute path and an absolute input": {
    files: { "in.txt": LINES, "fails.sh": FAILS },
    options: (directory) => ({
      input: join(directory, "in.txt"),
      command: ["sh", join(directory, "fails.sh"), join(directory, "in.txt")],
    }),
  },
  "a relative program, standard input, repeated": {
    files: {
      "in.txt": LINES,
      "bin/check": '#!/bin/sh\ngrep -q "keep 22" && { echo "$0: error: broken" >&2; exit 3; }\nexit 0\n',
    },
    options: () => ({ input: "in.txt", command: ["./bin/check"], stdin: true, repeat: 2 }),
  },
  "words of the command": {
    files: { "in.txt": LINES },
    options: () => ({
      input: "in.txt",
      command: [
        "sh",
        "-c",
        'case "$*" in *-x*) grep "keep 4" "$0" && exit 7;; esac',
        "{}",
        "[[",
        "-a",
        "-x",
        "-b",
        "]]",
      ],
      refine: { exit: 7 },
    }),
  },
  "several files": {
    files: { "a.txt": LINES, "sub/b.txt": LINES },
    options: () => ({
      input: "a.txt",
      more: ["sub/b.txt"],
      command: ["sh", "-c", 'grep -q "keep 4" a.txt && grep -q "keep 13" sub/b.txt && exit 9; exit 0', "x", "a.txt"],
      refine: { exit: 9 },
    }),
  },
  "a directory beside a tree": {
    files: {
      "app/a.txt": LINES,
      "app/deep/b.txt": LINES,
      "lib/rules/one": "keep 4",
      "test.sh": '#!/bin/sh\ngrep -rq -f ../lib/rules/one . && test -e "$PARE_ORIGIN/lib/rules/one"\n',
    },
    options: () => ({ input: "app", test: "test.sh", extraFiles: ["lib"] }),
  },
  "a server": {
    files: {
      "in.txt": LINES,
      "server.sh": SERVER,
      wanted: "WANTED='keep 13'\n",
    },
    options: () => ({ input: "in.txt", oracleServer: "sh server.sh", extraFiles: ["wanted"] }),
  },
};

const told = new Map<string, Promise<Told>>();

/** On this machine alone, once. */
const alone = (name: string, { files, options, within = "" }: Story): Promise<Told> => {
  const known = told.get(name);
  if (known !== undefined) return known;
  const directory = join(place(files), within);
  const run = reduced({ ...options(directory), cwd: directory });
  told.set(name, run);
  return run;
};

const stories = Object.entries(STORIES);

describe.each([
  [2, stories],
  [1, stories.slice(0, 1)],
  [5, stories.slice(0, 1)],
])("%i workers", (count, some) => {
  const hired: Hand[] = [];
  beforeAll(async () => {
    for (let each = 0; each < count; each++) hired.push(await hands.hire(1));
  });
  afterAll(() => Promise.all(hired.map((hand) => hand.leave())));

  test.each(some)("%s", async (name, story) => {
    const local = await alone(name, story);
    const directory = join(place(story.files), story.within ?? "");
    // A little different, so that no outcome is known yet.
    const options = { ...story.options(directory), cwd: directory, memory: 2 ** 32 + count };
    const { content, result, events } = await reduced(options, server.url);
    expect(content).toBe(local.content);
    expect(result.tests.fail).toBe(local.result.tests.fail);
    expect(result.jobs).toBeGreaterThan(0);
    expect(result.jobs).toBeLessThanOrEqual(count);
    expect(events.filter((event) => event.type === "worker" && event.change === "joined")).not.toHaveLength(0);
    expect(result.output.bytes).toBeLessThan(result.input.bytes);
  });
});

test("packages of a project, and links that lead out of it, are there as well", async () => {
  const files = {
    "app/package.json": '{"name": "app", "dependencies": {"dep": "1.0.0"}}',
    "app/in.txt": LINES,
    "app/node_modules/dep/package.json": '{"name": "dep", "version": "1.0.0"}',
    "app/node_modules/other/message": "broken: ",
    "shared/data": "nobody is at home\n",
  };
  // Packages ask for each other where they are installed.
  const line = "grep -q 'keep 13' in.txt && cat node_modules/dep/../other/message data >&2 && exit 5; exit 0";
  const make = (): string => {
    const path = place(files);
    symlinkSync("../shared/data", join(path, "app/data"));
    return path;
  };
  const [here, there] = [make(), make()];
  const options = { input: "app", command: ["sh", "-c", line] } as const;
  const local = await reduced({ ...options, cwd: here });
  const hand = await hands.hire(2);
  const { content, result } = await reduced({ ...options, cwd: there }, server.url);
  await hand.leave();
  expect(content.replaceAll(there, here)).toBe(local.content);
  expect(result.output.bytes).toBeLessThan(result.input.bytes);
});
