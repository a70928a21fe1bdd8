/** Flags: how lists are read, what words a candidate gets, and what real compilers say about their own flags. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { select, whole } from "../../src/core/configuration.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Changes } from "../../src/isolate/change.ts";
import { flagsKind } from "../../src/isolate/kinds/flags/kind.ts";
import { shellWords } from "../../src/isolate/kinds/flags/list.ts";
import { quote } from "../../src/oracles/command-line.ts";
import { chosen, none, openBench, type Bench } from "./test-order-support.ts";
import { lacks } from "../support/needs.ts";

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const ECHO = ["echo", "{flags}"];

const changesFor = async (flags: string, command: readonly string[] = ECHO): Promise<Changes> =>
  (await bench.open(flagsKind, { flags }, command)).changes();

const words = (changes: Changes, ids: readonly string[]): readonly string[] | undefined =>
  changes.mix(chosen(changes, ids)).fills?.["flags"];

const ends = (changes: Changes): readonly (string | undefined)[] =>
  [none(changes), whole(changes.all)].map((end) => changes.mix(end).fills?.["flags"]?.join(" "));

test("words are separated as a shell does it", () => {
  expect(shellWords(String.raw`-a '-b c' "-d \"e\" \f" -g\ h '' x"y"'z'`)).toEqual([
    "-a",
    "-b c",
    String.raw`-d "e" \f`,
    "-g h",
    "",
    "xyz",
  ]);
  expect(() => shellWords("-a 'b")).toThrow(/not closed/);
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }).filter((word) => !word.includes("\0"))), (list) => {
      expect(shellWords(list.map(quote).join(" "))).toEqual(list);
    }),
  );
});

test("the good end has none of the flags, the bad end all, and every choice is in the order of the list", async () => {
  const changes = await changesFor("-a -b --param x=3 -mllvm -c -d");
  expect(changes.all.map(({ id }) => id)).toEqual(["-a", "-b", "--param x=3", "-mllvm -c", "-d"]);
  expect(ends(changes)).toEqual(["", "-a -b --param x=3 -mllvm -c -d"]);
  expect(words(changes, ["-d", "--param x=3"])).toEqual(["--param", "x=3", "-d"]);
  expect(changes.ordered).toBe(false);
});

test("with ! a change is to leave a flag out: which one prevents it?", async () => {
  const changes = await changesFor("!-fa -fb -fc");
  expect(ends(changes)).toEqual(["-fa -fb -fc", ""]);
  expect(words(changes, ["-fb"])).toEqual(["-fa", "-fc"]);
  expect(changes.all[1]).toEqual({ id: "-fb", old: "-fb", new: "", what: "left out" });
});

test("two forms of a flag, one for each end", async () => {
  const changes = await changesFor("-fno-x/-fx --slow|--fast -I/usr/include one| |two");
  expect(ends(changes)).toEqual(["-fno-x --slow one", "-fx --fast -I/usr/include two"]);
  expect(changes.all.map(({ id, what }) => `${id} ${what}`)).toEqual([
    "-fx replaced",
    "--fast replaced",
    "-I/usr/include added",
    "one left out",
    "two added",
  ]);
  expect(ends(await changesFor("!-fno-x/-fx"))).toEqual(["-fx", "-fno-x"]);
});

test("a file has a flag on each line, with all of its words", async () => {
  bench.write("flags.txt", "# options\n-a\n\n--param x=1|--param x=2\r\n'-b c'\n");
  const changes = await changesFor("flags.txt");
  expect(ends(changes)).toEqual(["--param x=1", "-a --param x=2 -b c"]);
  expect(changes.mix(whole(changes.all)).fills?.["flags"]?.at(-1)).toBe("-b c");
  expect(ends(await changesFor("!flags.txt"))).toEqual(["-a --param x=2 -b c", "--param x=1"]);
});

test("flags that are written twice have names of their own", async () => {
  const changes = await changesFor("-v -v -w");
  expect(changes.all.map(({ id }) => id)).toEqual(["-v", "-v #2", "-w"]);
  expect(words(changes, ["-v #2"])).toEqual(["-v"]);
});

describe("a knob", () => {
  test("goes from its good to its bad value; only beginnings can be rendered", async () => {
    const changes = await changesFor("-fmax-x=3..7");
    expect(changes.ordered).toBe(true);
    expect(changes.all.map(({ id }) => id)).toEqual(["-fmax-x=4", "-fmax-x=5", "-fmax-x=6", "-fmax-x=7"]);
    expect(ends(changes)).toEqual(["-fmax-x=3", "-fmax-x=7"]);
    expect(words(changes, ["-fmax-x=4", "-fmax-x=5"])).toEqual(["-fmax-x=5"]);
    expect(() => words(changes, ["-fmax-x=5"])).toThrow(Unrenderable);
  });

  test("can go down, and is turned round by !", async () => {
    expect(ends(await changesFor("-n 10..8"))).toEqual(["-n 10", "-n 8"]);
    const down = await changesFor("!-n 8..10");
    expect(ends(down)).toEqual(["-n 10", "-n 8"]);
    expect(down.all.map(({ id }) => id)).toEqual(["-n 9", "-n 8"]);
  });

  test("of a wide range is turned several at a time, and still reaches both ends", async () => {
    const changes = await changesFor("-x=-7..1000000000");
    expect(changes.all.length).toBeLessThanOrEqual(65_536);
    expect(ends(changes)).toEqual(["-x=-7", "-x=1000000000"]);
  });

  test("beside flags: each in its place, flags before steps", async () => {
    const changes = await changesFor("-a -k=0..3 -b");
    expect(changes.ordered).toBe(false);
    expect(changes.levels.map(({ name, groups }) => [name, [...groups]])).toEqual([
      ["flags", [0, 1, 1, 1, 2]],
      ["steps", [0, 1, 2, 3, 4]],
    ]);
    expect(words(changes, ["-k=1", "-k=2", "-b"])).toEqual(["-k=2", "-b"]);
  });
});

test("any choice has the bad form of what is chosen and the good form of the rest, and equal choices equal keys", async () => {
  const changes = await changesFor(Array.from({ length: 31 }, (_, i) => `-fno-o${i}/-fo${i}`).join(" "));
  expect(changes.all).toHaveLength(31);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), (numbers) => {
      const ids = numbers.map((number) => `-fo${number}`);
      const expected = changes.all.map(({ id }) => (ids.includes(id) ? id : id.replace("-f", "-fno-")));
      expect(words(changes, ids)).toEqual(expected);
      const again = changes.mix(chosen(changes, ids.toReversed()));
      expect(again.key()).toBe(changes.mix(chosen(changes, ids)).key());
      expect(again.size).toBe(ids.length);
    }),
  );
});

describe("mistakes", () => {
  test.each([
    ["-a", ["gcc", "a.c"], /has no \{flags\}/],
    ["-O2:gcc-0.0", ["gcc", "{flags}"], /no program "gcc-0\.0"/],
    ["-O2:clang-0.0", ["clang-0.0", "{flags}"], /no program "clang-0\.0"/],
    ["--fast:gcc", ["gcc", "{flags}"], /has no level --fast/],
    ["-a 'b", ECHO, /not closed/],
  ])("%s with %j", async (flags, command, message) => {
    await expect(bench.open(flagsKind, { flags }, command)).rejects.toThrow(message);
  });

  test("no flags at all", async () => {
    bench.write("none.txt", "# nothing\n");
    await expect(changesFor("none.txt")).rejects.toMatchObject({ code: "SAME_ENDS" });
  });
});

test("a script gets the words in a variable", async () => {
  const opened = await bench.open(flagsKind, { flags: "-a '-b c'" });
  const changes = await opened.changes();
  expect(changes.mix(whole(changes.all)).environment).toEqual({ PARE_FLAGS: "-a '-b c'" });
});

const ALIAS = `#include <stdio.h>
__attribute__((noinline)) int f(int *i, float *p) { *i = 1; *p = 2.0f; return *i; }
int main(void) { int x = 0; int r = f(&x, (float *)&x); printf("%d\\n", r); return r == 1; }
`;

test("a compiler that is asked for its options has its temporary files in the scratch directory, which goes away", async () => {
  const seen = join(bench.origin, "seen");
  const script = `#!/bin/sh\n: > "\${TMPDIR:-/tmp}/cc.s"; echo "$TMPDIR" >> ${seen}\ncase $3 in -O2) echo "  -fsome [enabled]" ;; esac\n`;
  writeFileSync(join(bench.origin, "gcc"), script, { mode: 0o755 });
  const changes = await changesFor(`-O2:${join(bench.origin, "gcc")}`);
  expect(changes.all.map(({ id }) => id)).toEqual(["-fsome"]);
  const places = readFileSync(seen, "utf8").trimEnd().split("\n");
  expect(places).toEqual([expect.stringMatching(/\/pare-\w{6}$/), expect.stringMatching(/\/pare-\w{6}$/)]);
  expect(places.filter((path) => existsSync(path))).toEqual([]);
});

describe.skipIf(lacks("gcc"))("gcc", () => {
  test("-O2 with every option of its own switched off is the good end; one option makes the difference", async () => {
    bench.write("alias.c", ALIAS);
    const command = ["gcc", "{flags}", "alias.c", "-o", "t", "&&", "./t"];
    const changes = await changesFor("-O2:gcc", command);
    const codeWith = (ids: readonly string[]): number | undefined =>
      bench.run(command, changes.mix(chosen(changes, ids))).code;
    expect(changes.all.length).toBeGreaterThan(20);
    expect(words(changes, [])?.slice(0, 1)).toEqual(["-O2"]);
    expect(words(changes, [])).toContain("-fno-strict-aliasing");
    expect(
      words(
        changes,
        changes.all.map(({ id }) => id),
      ),
    ).toEqual(["-O2"]);
    expect(codeWith([])).toBe(0);
    expect(codeWith(["-fstrict-aliasing"])).toBe(1);
    expect(codeWith(changes.all.map(({ id }) => id).filter((id) => id !== "-fstrict-aliasing"))).toBe(0);
  });

  test("other levels have other options", async () => {
    const idsOf = async (flags: string): Promise<readonly string[]> =>
      (await changesFor(flags)).all.map(({ id }) => id);
    expect(await idsOf("-O3:gcc")).toEqual(expect.arrayContaining([...(await idsOf("-O2:gcc")), "-funswitch-loops"]));
    expect(await idsOf("-O1:gcc")).not.toContain("-fstrict-aliasing");
  });
});

describe.skipIf(lacks("clang"))("clang", () => {
  test("the passes are a knob that is found by running the command once", async () => {
    bench.write("alias.c", ALIAS);
    const command = ["clang", "{flags}", "alias.c", "-o", "t", "&&", "./t"];
    const opened = await bench.open(flagsKind, { flags: "-O2:clang" }, command);
    const changes = await opened.changes();
    expect(changes.ordered).toBe(true);
    expect(changes.all.length).toBeGreaterThan(50);
    expect(changes.all[0]?.id).toMatch(/^pass 1: \S+ on /);
    expect(words(changes, [])).toEqual(["-O2", "-mllvm", "-opt-bisect-limit=0"]);
    expect(bench.run(command, changes.mix(none(changes))).code).toBe(0);
    expect(bench.run(command, changes.mix(whole(changes.all))).code).toBe(1);
    const half = bench.run(command, changes.mix(select(whole(changes.all), [{ from: 0, to: 40 }])));
    const lines = half.stderr.split("\n").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.every((line) => opened.chatter?.test(line))).toBe(true);
  });
});

test.skipIf(lacks("rustc"))("rustc: its passes in one codegen unit", async () => {
  bench.write("a.rs", 'fn main() { println!("{}", std::env::args().count()); }\n');
  const command = ["rustc", "{flags}", "a.rs", "-o", "t"];
  const changes = await changesFor("-O2:rustc", command);
  expect(changes.ordered).toBe(true);
  expect(bench.run(command, changes.mix(select(whole(changes.all), [{ from: 0, to: 5 }]))).stderr).toMatch(
    /NOT running pass \(6\)/,
  );
});

test.skipIf(lacks("clang"))("a command that compiles nothing has no passes", async () => {
  await expect(changesFor(":clang", ECHO)).rejects.toMatchObject({ code: "NO_PASSES" });
});

test("node takes all the flags of its preset together", async () => {
  const changes = await changesFor("node");
  const command = ["node", "{flags}", "-p", "6*7"];
  expect(changes.all.length).toBeGreaterThan(15);
  expect(words(changes, [])).toContain("--no-turbo-escape");
  expect(bench.run(command, changes.mix(none(changes)))).toMatchObject({ code: 0, stdout: "42\n" });
  expect(ends(changes)[1]).toBe("");
});

test.skipIf(lacks("java"))("java takes all the flags of its preset", async () => {
  const changes = await changesFor("java");
  const ran = bench.run(["java", "{flags}", "-version"], changes.mix(none(changes)));
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/interpreted mode/);
});
