/** Files that change, come and go, or show a bug only sometimes; debuggers that are too slow. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestSpace } from "../../src/reduce/process-test.ts";
import { Target, caseOf } from "../../src/triage/target.ts";
import { triagePlace } from "./support.ts";

const textOf = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? [])
    .toString()
    .trim();

/** Calls back when this many files are sorted. */
const afterSorting = (files: number, then: () => void): ((event: { readonly type: string }) => void) => {
  let sorted = 0;
  return ({ type }) => void (type === "sorted" && ++sorted === files && then());
};

test("a file that was changed since it was sorted does not stand for its bug: the next one does", async () => {
  const place = triagePlace();
  place.write("a", "berry\n");
  place.write("b", "a berry here\n");
  const change = (): void => place.write("a", "something else by now\n");
  const { bugs } = await place.triage({ onEvent: afterSorting(2, change) });
  expect(bugs.map(({ state, reduced, from }) => [state, textOf(reduced), from])).toEqual([
    ["new", "berry", "crashes/b"],
  ]);
});

test("files that are gone when their bug is to be reduced: the bug is told, and why it is not reduced", async () => {
  const place = triagePlace();
  place.write("a", "a berry here\n");
  const notes: string[] = [];
  const gone = afterSorting(1, () => rmSync(join(place.path, "crashes/a")));
  const { bugs, status } = await place.triage({
    onEvent: (event) => {
      gone(event);
      if (event.type === "note") notes.push(event.text);
    },
  });
  expect([status, bugs.map(({ state, files, reduced }) => [state, files, reduced])]).toEqual([
    "complete",
    [["new", ["crashes/a"], undefined]],
  ]);
  expect(notes).toContain("#1 is not reduced: its files have changed since they were sorted, or are gone");
});

test("a bug whose smallest file shows it only sometimes is reduced from one that always does", async () => {
  const place = triagePlace();
  place.rebuild((text) =>
    text
      .replace("case", 'n=$(($(cat "$PARE_ORIGIN/count")+1)); echo "$n" > "$PARE_ORIGIN/count"\ncase')
      .replace(
        "crash parse_berry",
        'case "$text" in *maybe*) [ "$n" -lt 5 ] || [ $((n % 2)) = 1 ] || exit 0 ;; esac; crash parse_berry',
      ),
  );
  place.write("../count", "0");
  place.write("a", "maybe berry\n");
  place.write("b", "a berry, every single time\n");
  const { bugs } = await place.triage({ jobs: 1 });
  expect(bugs.map(({ state, reduced, from, before }) => [state, textOf(reduced), from, before])).toEqual([
    ["new", "berry", "crashes/b", 27],
  ]);
});

test("a known bug that comes and goes keeps its rate, its size and the name of its input when no file shows it", async () => {
  const place = triagePlace();
  place.rebuild((text) =>
    text
      .replace("crash parse_apple", '[ $(($(cat "$PARE_ORIGIN/count")%2)) = 1 ] && crash parse_apple')
      .replace("text=", 'echo $(($(cat "$PARE_ORIGIN/count")+1)) > "$PARE_ORIGIN/count"; text='),
  );
  place.write("../count", "0");
  place.write("a.txt", "an apple");
  const [first] = (await place.triage({ jobs: 1 })).bugs;
  expect(first?.state).toBe("flaky");
  rmSync(join(place.path, "crashes/a.txt"));
  place.write("b", "a berry");
  const [again] = (await place.triage({ jobs: 1, known: "triaged", output: "then" })).bugs;
  expect(again).toMatchObject({ state: "known", before: 8, name: "input.txt", rate: first?.rate });
  expect(place.read(`then/${again?.folder}/reproduce.sh`)).toContain('"$here"/input.txt');
});

test("a debugger that was too slow says nothing about how long the program takes", async () => {
  const place = triagePlace();
  place.write("../asked", "");
  // It answers at once, but does not end when it is asked for the second time.
  const script = `echo x >> ${place.path}/asked; echo 'received signal SIGSEGV'; echo '#0  eat () at a.c:1'; [ "$(wc -l < ${place.path}/asked)" != 2 ] || sleep 100`;
  const { setting, close } = openTestSpace({
    subject: { name: "input", typed: "{}", origin: place.path, extraFiles: [], stdin: false },
  });
  try {
    const target = new Target({
      setting,
      command: ["sh", "-c", "kill -SEGV $$", "{}"],
      refinements: {},
      by: "signature",
      debugger: {
        name: "gdb",
        under: ["sh", "-c", script],
        read: () => ({ signal: "SIGSEGV", frames: "eat < main" }),
      },
      timeout: 2000,
      onRun: () => undefined,
    });
    const { signal } = new AbortController();
    for (let file = 0; file < 3; file++) {
      const { sight } = await target.sort(caseOf(Buffer.from(`${file}`), "input"), "input", signal);
      expect(sight).toMatchObject({ symptom: { title: "SIGSEGV in eat < main" } });
    }
  } finally {
    await close();
  }
});

test("names of the inputs with different extensions do not split a bug; a line for a shell may name the program", async () => {
  const place = triagePlace();
  writeFileSync(
    join(place.path, "target.sh"),
    '#!/bin/sh\necho "$(basename "$1"):$(wc -l < "$1"): error: no such thing" >&2\nexit 1\n',
  );
  for (const name of ["a.txt", "b.c", "c"]) place.write(name, `${name}\n`);
  for (const command of [
    ["./target.sh", "{}"],
    ["sh", "-c", "./target.sh {} && true"],
  ]) {
    const { bugs } = await place.triage({ command, sortOnly: true, output: command[0] === "sh" ? "line" : "direct" });
    expect(bugs.map(({ title, files }) => [title, files.length])).toEqual([
      [expect.stringContaining("error: no such thing"), 3],
    ]);
  }
});
