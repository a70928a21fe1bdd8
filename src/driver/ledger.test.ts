import { expect, it } from "vitest";
import { Ledger } from "./ledger.ts";

it("counts what was committed by outcome and by where it came from; what was started for nothing is wasted", () => {
  const ledger = new Ledger();
  expect(ledger.commit("fail", "run")).toBe(1);
  expect(ledger.commit("pass", "run")).toBe(2);
  expect(ledger.commit("pass", "recalled")).toBe(3);
  expect(ledger.commit("unresolved", "skipped")).toBe(4);
  expect(ledger.commit("unresolved", "unrenderable")).toBe(5);
  ledger.check();
  expect(ledger.committed).toBe(5);
  expect(ledger.counts(7)).toEqual({
    run: 7,
    recalled: 1,
    answered: 2,
    wasted: 4,
    fail: 1,
    pass: 2,
    unresolved: 2,
  });
});
