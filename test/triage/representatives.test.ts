/** The files that stand for a bug: the smallest, and one that differs much. */
import { expect, test } from "vitest";
import { differMuch, holdsWordsOf } from "../../src/triage/likeness.ts";
import { triagePlace } from "./support.ts";

const textOf = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? [])
    .toString()
    .trim();

test("inputs that share little differ much", () => {
  const of = (text: string): Buffer => Buffer.from(text);
  expect(differMuch(of("the same text, and a bit more of it"), of("the same text, and a bit more"))).toBe(false);
  expect(differMuch(of("first second third fourth"), of("0123456789 abcdefghijklm nopqrs"))).toBe(true);
  expect(differMuch(of("tiny"), of("something else"))).toBe(false);
});

test("a second input that differs much is reduced too, and the smaller one is the bug's", async () => {
  const place = triagePlace();
  place.rebuild((text) => text.replace("*apple*) crash", "*apple*core*|*plum*) crash"));
  // The smallest file leads to the longer way.
  place.write("a", "apple core\n");
  place.write("b", `${"something that is quite different\n".repeat(3)}plum\n`);
  const { bugs } = await place.triage();
  expect(bugs).toHaveLength(1);
  const [bug] = bugs;
  expect(textOf(bug?.reduced)).toBe("plum");
  expect(textOf(bug?.second?.bytes)).toMatch(/^apple\s*core$/);
  expect(bug?.second?.from).toBe("crashes/a");
  expect(place.read(`triaged/${bug?.folder}/reduced-2`).trim()).toMatch(/^apple\s*core$/);
  expect(place.read(`triaged/${bug?.folder}/report.md`)).toContain("another way to it");
});

test("one that holds every word of the first result is not reduced", async () => {
  const of = (text: string): Buffer => Buffer.from(text);
  expect(holdsWordsOf(of("utf8.len(0, -4)"), of("local n = utf8.len(name, -3)"))).toBe(true);
  expect(holdsWordsOf(of("utf8.len(0, -4)"), of("local n = utf8.char(name)"))).toBe(false);
  expect(holdsWordsOf(of("[[1"), of("[[1"))).toBe(false);
  expect(holdsWordsOf(of("ab\0cd"), of("ab\0cd"))).toBe(false);
  const place = triagePlace();
  place.rebuild((text) => text.replace("*apple*) crash", "*apple*core*|*plum*) crash"));
  place.write("a", "apple core\n");
  place.write("b", `${"0123456789 ABCDEFGHIJKL\n".repeat(2)}apple, core\n`);
  place.write("c", `${"something that is quite different\n".repeat(3)}plum\n`);
  const [bug] = (await place.triage()).bugs;
  expect([textOf(bug?.reduced), bug?.from]).toEqual(["plum", "crashes/c"]);
});

test("one that comes to the same is not kept", async () => {
  const place = triagePlace();
  place.write("a", "a short one with a berry\n");
  place.write("b", `${"0123456789 ABCDEFGHIJKL\n".repeat(4)}berry\n`);
  const { bugs } = await place.triage();
  expect(bugs.map(({ reduced, second }) => [textOf(reduced), second])).toEqual([["berry", undefined]]);
});

test("a bug that turns out not to show every time gets its rate", async () => {
  const place = triagePlace();
  // It shows until it is reduced, and then in every second run.
  place.rebuild((text) =>
    text
      .replace("crash parse_apple", '[ "$n" -lt 5 ] || [ $((n % 2)) = 1 ] && crash parse_apple')
      .replace("text=", 'n=$(($(cat "$PARE_ORIGIN/count")+1)); echo "$n" > "$PARE_ORIGIN/count"; text='),
  );
  place.write("../count", "0");
  place.write("a", "an apple\nin two lines\n");
  const { bugs } = await place.triage({ jobs: 1 });
  expect(bugs.map(({ state, rate }) => [state, rate])).toEqual([["flaky", { shows: 5, runs: 10 }]]);
});
