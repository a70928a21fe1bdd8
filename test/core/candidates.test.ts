import { expect, test } from "vitest";
import { ahead, mayWait, noting } from "../../src/core/candidates.ts";

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
