/** One line on a terminal that is written over and over. */
import { CLEAR_LINE } from "../core/control.ts";
import type { Stamped } from "../core/events.ts";
import { count, counted, percent, rate, time } from "./figures.ts";
import type { Opening, Sink } from "./reporter.ts";
import type { View } from "./text.ts";

const INTERVAL_MS = 100;

export const liveView = (sink: Sink): View => {
  let opening: Opening | undefined;
  let startedAt = 0;
  let size = 0;
  let tests = 0;
  let run = 0;
  let pass = "";
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (opening === undefined) return;
    const ms = performance.now() - startedAt;
    const parts = [
      `${count(opening.bytes)} → ${counted(size, "byte")} (${percent(size, opening.bytes)})`,
      ...(pass === "" ? [] : [pass]),
      `${counted(tests, "test")}, ${rate(run, ms)}`,
      time(ms),
    ];
    sink.write(`${CLEAR_LINE}${parts.join(" · ").slice(0, Math.max(0, sink.columns - 1))}`);
  };
  return {
    open: (given) => {
      opening = given;
      size = given.bytes;
      startedAt = performance.now();
      // Drawn by the clock, so that a slow test does not look like a standstill.
      timer = setInterval(draw, INTERVAL_MS);
      timer.unref();
      draw();
    },
    event: (event: Stamped) => {
      if (event.type === "best") size = event.size;
      if (event.type !== "test") return;
      tests = event.number;
      if (event.provenance === "run") run++;
      pass = event.step.pass ?? event.step.phase;
    },
    clear: () => void (opening !== undefined && sink.write(CLEAR_LINE)),
    end: () => {
      clearInterval(timer);
      if (opening !== undefined) sink.write(CLEAR_LINE);
      opening = undefined;
    },
  };
};
