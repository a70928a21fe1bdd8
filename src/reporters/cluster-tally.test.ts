import { expect, test } from "vitest";
import { clusterTally, clusterText } from "./cluster-tally.ts";

const figures = {
  workers: [],
  slots: 8,
  queued: 1,
  running: 2,
  done: 90,
  recalled: 4,
  redelivered: 1,
  duplicated: 0,
  cancelled: 30,
  refused: 0,
  verified: 0,
  wrong: 0,
};
const change = (
  name: string,
  what: "joined" | "left" | "set aside",
): Parameters<ReturnType<typeof clusterTally>["see"]>[0] => ({
  type: "worker",
  change: what,
  name,
  message: "",
});

test("a run on no cluster has no figures of one", () => {
  expect(clusterTally().figures()).toBeUndefined();
});

test("workers are counted once, slots at their most, the rest as it was last", () => {
  const tally = clusterTally();
  tally.see({ type: "cluster", figures: { ...figures, done: 3 } });
  for (const name of ["a", "b", "a"]) tally.see(change(name, "joined"));
  tally.see(change("c", "set aside"));
  tally.see(change("a", "left"));
  tally.see({ type: "cluster", figures: { ...figures, slots: 4 } });
  const closing = tally.figures();
  expect(closing).toEqual({
    workers: 2,
    slots: 8,
    setAside: 1,
    done: 90,
    recalled: 4,
    redelivered: 1,
    duplicated: 0,
    cancelled: 30,
    refused: 0,
    verified: 0,
    wrong: 0,
  });
  expect(clusterText(closing as NonNullable<typeof closing>)).toBe(
    "2 workers, 8 tests at once, 1 worker set aside, 30 cancelled, 1 redelivered, 4 from other runs",
  );
});
