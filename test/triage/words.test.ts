/** What people read of a bug: its kind, its title where there is little room, and an error that comes at once. */
import { expect, test } from "vitest";
import { narrowTitle } from "../../src/progress/triage.ts";
import { kindOf } from "../../src/triage/bug.ts";
import { triagePlace } from "./support.ts";

test.each([
  ["AddressSanitizer: attempting double-free in f < g", "crash", "AddressSanitizer: attempting double-free"],
  ["TypeError: x is not a function in f", "crash", "TypeError"],
  ["SIGABRT in f < g", "signal", "SIGABRT"],
  ["does not end", "hang", "hang"],
  ["runs out of memory", "memory", "memory"],
  ["exits with 1: no such thing", "error", "error"],
])("the kind of %s", (title, kind, word) => {
  expect(kindOf(title, kind)).toBe(word);
});

const GO = "github.com/pelletier/go-toml.(*tomlParser)";

test.each([
  [`panic: integer divide by zero in ${GO}.parseGroup < ${GO}.run`, "panic: integer divide by zero in parseGroup"],
  ["SEGV in ns::Reader::next(int) < main", "SEGV in next"],
  ["java.lang.Error in com.a.B.parse < com.a.B.main", "java.lang.Error in parse"],
  ["assertion failed: n in x in int rep(State *) (lib.c)", "assertion failed: n in x in int rep(State *) (lib.c)"],
  ["TypeError: x is not a function", "TypeError: x is not a function"],
])("with little room, the function it happened in stays: %s", (title, narrow) => {
  expect([narrowTitle(title, 20), narrowTitle(title, 500)]).toEqual([narrow, title]);
});

test("a revision that does not exist is an error before anything is run", async () => {
  const place = triagePlace();
  place.write("a", "a berry pie\n");
  let runs = 0;
  const onEvent = ({ type }: { readonly type: string }): void => void (runs += type === "execution" ? 1 : 0);
  await expect(place.triage({ since: "v0", onEvent })).rejects.toThrow("There is no git repository in");
  expect(runs).toBe(0);
});
