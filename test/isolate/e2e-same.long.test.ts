import { describe, expect, test } from "vitest";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import {
  answerOf,
  answersIn,
  directoryWith,
  found,
  idsOf,
  nothingLeft,
  pareIsolate,
  placesIn,
  told,
} from "./e2e-support.ts";

/** Eight modules of a shell program; every other one has to be changed together with the one before. */
const moduleOf = (n: number, version: number): string =>
  Array.from({ length: 12 }, (_, i) => {
    if (i === 3) return `name_${n}_v${version}=${version}`;
    // Reads the name that the module before it sets.
    if (i === 7 && n % 2 === 1) return `: "\${name_${n - 1}_v${version}?}"`;
    if (i === 10 && n === 5) return `total=$((total + ${version === 1 ? 1 : 100}))`;
    return i % 3 === 2 ? `# ${n} ${i} v${version}` : `# ${n} ${i}`;
  })
    .map((line) => `${line}\n`)
    .join("");

const MAIN = `total=0
for n in 0 1 2 3 4 5 6 7; do . "$1/m$n.sh"; done
if [ $total -gt 50 ]; then echo "too much: $total"; exit 1; fi
echo fine
`;

const modules = (end: string, version: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${end}/m${n}.sh`, moduleOf(n, version)]));

const COUPLED = { ...modules("old", 1), ...modules("new", 2), "main.sh": MAIN };
/** There is time to kill it. */
const SLOW = { ...COUPLED, "main.sh": `sleep 0.05\n${MAIN}` };
const ENDS = { paths: ["old", "new"] as const };
const COMMAND = ["sh", "main.sh", "{}"];

describe("the same answer", () => {
  test("for one job, two and eight, and after it was killed", async () => {
    const [one, two, eight] = await Promise.all(
      [1, 2, 8].map((jobs) => found({ cwd: directoryWith(COUPLED), ends: ENDS, command: COMMAND, jobs })),
    );
    expect(one?.unresolvedReasons.length).toBeGreaterThan(0);
    expect(one?.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    expect(one?.trigger.map(({ file }) => file)).toEqual(["m5.sh"]);
    const answer = answerOf(one as NonNullable<typeof one>);
    expect(answerOf(two as NonNullable<typeof two>)).toEqual(answer);
    expect(answerOf(eight as NonNullable<typeof eight>)).toEqual(answer);

    const cwd = directoryWith(SLOW);
    const words = ["old", "new", "-j", "2", "--", ...COMMAND];
    // Both ends, and some answers of the search.
    const killed = await pareIsolate(cwd, words, () => answersIn(cwd) >= 5);
    expect(killed.json).toBeUndefined();
    const again = await told(cwd, words);
    expect(again.stderr).toContain("resuming:");
    expect(answerOf(again)).toEqual(answer);
    expect(again.tests.recalled).toBeGreaterThan(0);
    await nothingLeft(cwd);
  });

  test("also when it was killed before there was an answer", async () => {
    const cwd = directoryWith(SLOW);
    const words = ["old", "new", "-j", "2", "--find", "trigger", "--", ...COMMAND];
    const killed = await pareIsolate(cwd, words, () => placesIn(cwd).length > 0);
    expect(killed.json).toBeUndefined();
    const { trigger } = await told(cwd, words);
    expect(trigger.map(({ file }) => file)).toEqual(["m5.sh"]);
    await nothingLeft(cwd);
  });
});

describe("several causes", () => {
  const FILES = {
    "old/a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    "new/a.txt": "1\nALPHA\n3\nx\n5\ny\n7\nz\n9\n",
    "old/b.txt": "1\n2\n3\n4\n5\n",
    "new/b.txt": "1\nw\n3\nBETA\n5\n",
  };
  const command = ["sh", "-c", 'if grep -rqE "ALPHA|BETA" "$1"; then echo broken; exit 1; fi', "sh", "{}"];

  test("--except leaves the first out and finds the second; without both there is none", async () => {
    const cwd = directoryWith(FILES);
    const first = await found({ cwd, ends: ENDS, command, find: "trigger" });
    expect(idsOf(first.trigger)).toEqual(["a.txt:2"]);
    expect(first.proof.badMinusTriggerPasses).toBe(false);
    expect(first.proof.remarks.join()).toContain("another cause");
    const second = await found({ cwd, ends: ENDS, command, except: idsOf(first.trigger) });
    expect(idsOf(second.trigger)).toEqual(["b.txt:4"]);
    expect(idsOf(second.patch)).toEqual(["b.txt:4"]);
    expect(second.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    const none = found({ cwd, ends: ENDS, command, except: ["a.txt:2", "b.txt:4"] });
    await expect(none).rejects.toMatchObject({ code: "SAME_OUTCOME" });
  });

  test("--find all finds both", async () => {
    const { trigger, proof } = await found({ cwd: directoryWith(FILES), ends: ENDS, command, find: "all" });
    expect(idsOf(trigger)).toEqual(["a.txt:2", "b.txt:4"]);
    expect(proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
  });

  test("--only and --skip choose between them", async () => {
    const cwd = directoryWith(FILES);
    const only = await found({ cwd, ends: ENDS, command, only: ["b.*"] });
    expect(idsOf(only.trigger)).toEqual(["b.txt:4"]);
    expect(only.changes).toBe(2);
    const skip = await found({ cwd, ends: ENDS, command, skip: ["b.*"] });
    expect(idsOf(skip.trigger)).toEqual(["a.txt:2"]);
    expect(skip.changes).toBe(4);
  });
});

test("--level lines goes into a hunk; files stops above it", async () => {
  const files = {
    "old/a.txt": "1\n2\n3\n4\n5\n6\n",
    "new/a.txt": "1\nb\nc\nBROKEN\ne\n6\n",
    "old/b.txt": "1\n",
    "new/b.txt": "2\n",
  };
  const command = ["sh", "-c", 'if grep -q BROKEN "$1/a.txt"; then echo broken; exit 1; fi', "sh", "{}"];
  const at = async (level: NonNullable<IsolateOptions["level"]>): Promise<unknown> => {
    const { trigger, patch } = await found({ cwd: directoryWith(files), ends: ENDS, command, level });
    return [trigger, patch].map((list) => list?.map(({ id, new: text }) => [id, text]));
  };
  expect(await at("hunks")).toEqual([[["a.txt:2", "b\nc\nBROKEN\ne"]], [["a.txt:2", "b\nc\nBROKEN\ne"]]]);
  expect(await at("lines")).toEqual([[["a.txt:2/3", "BROKEN"]], [["a.txt:2/3", "BROKEN"]]]);
  expect(await at("files")).toEqual([[["a.txt:2", "b\nc\nBROKEN\ne"]], [["a.txt:2", "b\nc\nBROKEN\ne"]]]);
});

/** One of each kind that has no tree; what is found, and that the proof holds. */
interface Row {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly options: IsolateOptions;
  readonly ids: readonly string[];
  readonly text?: string;
}

/** Fails where a file says so. */
const failsOn = (pattern: string, file: string): readonly string[] => [
  "sh",
  "-c",
  `if grep -qE '${pattern}' "$1"; then echo broken; exit 1; fi`,
  "sh",
  file,
];

const manyLines = (other: Readonly<Record<number, string>>): string =>
  Array.from({ length: 200 }, (_, i) => `${other[i] ?? `line ${i}`}\n`).join("");

const ROWS: readonly Row[] = [
  {
    name: "two JSON files",
    files: {
      "pass.json": JSON.stringify({ user: { name: "a", tags: [1, 2], age: 3 }, list: [{ x: 1 }, { x: 2 }], on: true }),
      "fail.json": JSON.stringify({ user: { name: "b", tags: [1, 2, 9], age: -1 }, list: [{ x: 7 }, { x: 2 }] }),
    },
    options: { ends: { paths: ["pass.json", "fail.json"] }, command: failsOn('"age": ?-1', "{}") },
    ids: ["user.age"],
  },
  {
    name: "two text files",
    files: {
      "pass.txt": manyLines({}),
      "fail.txt": manyLines({ 3: "other", 50: "set the value to NULL here", 51: "or not", 120: "more", 199: "end" }),
    },
    options: { ends: { paths: ["pass.txt", "fail.txt"] }, command: failsOn("NULL", "{}") },
    ids: [],
    text: "NULL",
  },
  ...(
    [
      [
        "YAML",
        "yml",
        "a: 1\nserver:\n  port: 80\n  host: x\nlist:\n  - 1\n",
        "a: 2\nserver:\n  port: 0\n  host: y\nlist:\n  - 1\n  - 2\n",
        "port: 0",
      ],
      [
        "TOML",
        "toml",
        'a = 1\n[server]\nport = 80\nhost = "x"\n',
        'a = 2\n[server]\nport = 0\nhost = "y"\n',
        "port = 0",
      ],
      ["ini", "ini", "a=1\n[server]\nport=80\nhost=x\n", "a=2\n[server]\nport=0\nhost=y\n", "port ?= ?0"],
    ] as const
  ).map(([format, ending, good, bad, pattern]): Row => ({
    name: `settings in ${format}`,
    files: { [`good.${ending}`]: good, [`bad.${ending}`]: bad },
    options: { ends: { config: [`good.${ending}`, `bad.${ending}`] }, command: failsOn(pattern, "{}") },
    ids: ["server.port"],
  })),
  {
    name: "the environment",
    files: { "good.env": "A=1\nLIMIT=10\nMODE=x\n", "bad.env": "A=2\nLIMIT=0\nEXTRA=yes\n" },
    options: {
      ends: { env: ["good.env", "bad.env"] },
      command: ["sh", "-c", 'if [ "$LIMIT" = 0 ] && [ -z "$MODE" ]; then echo broken; exit 1; fi'],
    },
    ids: ["LIMIT", "MODE"],
  },
  {
    name: "flags that do it together",
    files: {},
    options: {
      ends: { flags: "-a -b -c -d -e -f -g -h" },
      command: ["sh", "-c", 'case "$*" in *-c*-g*) echo broken; exit 1;; esac', "sh", "{flags}"],
    },
    ids: ["-c", "-g"],
  },
  {
    name: "flags of which one prevents it",
    files: {},
    options: {
      ends: { flags: "!-a -b -c -d -e -f -g -h" },
      command: ["sh", "-c", 'case "$*" in *-f*) ;; *) echo broken; exit 1;; esac', "sh", "{flags}"],
    },
    ids: ["-f"],
  },
];

describe("kinds without a tree", () => {
  test.each(ROWS)("$name", async ({ files, options, ids, text }) => {
    const cwd = directoryWith(files);
    const { status, trigger, patch, proof } = await found({ ...options, cwd });
    expect(status).toBe("complete");
    expect(proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    if (text === undefined) {
      expect(idsOf(patch).toSorted()).toEqual(ids);
      expect(ids).toEqual(expect.arrayContaining([...idsOf(trigger)]));
    } else expect(trigger.map((change) => change.new)).toEqual([text]);
    await nothingLeft(cwd);
  });
});
