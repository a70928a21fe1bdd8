import { expect, test } from "vitest";
import { ahead, inTurns, mayWait, noting, Unfinished } from "../../src/core/candidates.ts";

test("a check is put off only for a candidate that is built ahead, and that is noted for this candidate alone", () => {
  const checked = (): string => (mayWait() ? "put off" : "checked");
  expect(noting(checked)).toEqual({ built: "checked", isUnchecked: false });
  expect(ahead(() => noting(checked))).toEqual({ built: "put off", isUnchecked: true });
  expect(ahead(() => noting(() => "no check"))).toEqual({ built: "no check", isUnchecked: false });
  expect(noting(checked)).toEqual({ built: "checked", isUnchecked: false });
});

test("work ahead may hold other work ahead, and ends with an error, too", () => {
  ahead(() => {
    ahead(() => {});
    expect(mayWait()).toBe(true);
  });
  const fail = (): never => {
    throw new Error("no");
  };
  expect(() => ahead(fail)).toThrow("no");
  expect(mayWait()).toBe(false);
});

test("long work on a candidate is handed over only to a caller that can come back for it, and only while it builds", async () => {
  let begun = 0;
  const slow = (): string => {
    inTurns(() => Promise.resolve((begun += 1)));
    return "built at once";
  };
  expect(slow()).toBe("built at once");
  expect(noting(slow)).toEqual({ built: "built at once", isUnchecked: false });
  expect(begun).toBe(0);
  let handed: unknown;
  try {
    noting(slow, { inTurns: true });
  } catch (error) {
    handed = error;
  }
  expect(handed).toBeInstanceOf(Unfinished);
  expect(handed).toMatchObject({ name: "Unfinished", message: "there is more to do than fits into a turn" });
  expect(await (handed as Unfinished).work).toBe(1);
  // After an error, and after a candidate that was built.
  expect(slow()).toBe("built at once");
  expect(noting(() => "quick", { inTurns: true }).built).toBe("quick");
  expect(slow()).toBe("built at once");
});
