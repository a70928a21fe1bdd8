import { expect, onTestFinished, test, vi } from "vitest";
import { beginning, type Progress } from "../../src/progress/state.ts";
import type { StepHistory } from "../../src/tui/history.ts";
import { Screen } from "../../src/tui/screen.ts";

const NO_WHEEL = { paused: false, pause() {}, resume() {}, skip() {}, stop() {} };

/** Steps that each remove a line; `count` of them so far. */
const historyOf = (count: number): StepHistory => ({
  plain: true,
  count,
  step: (number) => ({ key: `k${number}`, size: 100 - number, base: number - 1 }),
  content: (number) => Buffer.from(Array.from({ length: 10 - number }, (_, line) => `line ${line}\n`).join("")),
});

const stateWith = (steps: number): Progress => ({
  ...beginning(),
  ms: steps,
  stage: "searching",
  from: 100,
  best: 100 - steps,
  bestKey: `k${steps}`,
  accepted: steps,
});

/** A screen on nothing: what is written to it, and keys that are typed. */
const screenOf = async (): Promise<{ screen: Screen; type(keys: string): string }> => {
  let written = "";
  let hear: (typed: string) => void = () => {};
  const screen = new Screen({
    device: { write: (text) => void (written += text), columns: 100, rows: 24 },
    keyboard: { listen: (listener) => ((hear = listener), () => {}), interrupt() {}, suspend() {} },
    colours: false,
    title: "a.txt",
    wheel: NO_WHEEL,
    history: (key) => historyOf(Number(key.slice(1))),
  });
  onTestFinished(() => screen.close());
  screen.show(stateWith(2));
  screen.open();
  await vi.waitFor(() => expect(written).toContain("searching"), { timeout: 600_000 });
  return {
    screen,
    type: (keys) => {
      written = "";
      hear(keys);
      screen.draw();
      return written;
    },
  };
};

test("history lives: new steps are counted, who looks at the last one sees the new one, others stay where they are", async () => {
  const { screen, type } = await screenOf();
  expect(type("h")).toContain("step 2 of 2");
  screen.show(stateWith(3));
  expect(type("")).toContain("step 3 of 3");
  expect(type("\u001B[D")).toContain("step 2 of 3");
  screen.show(stateWith(4));
  expect(type("")).toContain("step 2 of 4");
  expect(type("\u001B[F")).toContain("step 4 of 4");
});

test("d in the history shows the difference, h in the difference the history", async () => {
  const { type } = await screenOf();
  expect(type("d")).toContain("original and best");
  expect(type("h")).toContain("step 2 of 2");
  expect(type("d")).toContain("original and best");
  expect(type("d")).toContain("over tests, log scale");
});

test("a note is shown for a while, then the condition again", async () => {
  const { screen, type } = await screenOf();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  screen.show({ ...stateWith(2), ms: 3, oracle: "exits with 1", warnings: [{ code: "A", message: "slow tests" }] });
  expect(type("")).toContain("note: slow tests");
  vi.advanceTimersByTime(20_000);
  expect(type("")).toContain("condition: exits with 1");
});
