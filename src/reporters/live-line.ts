/** One line on a terminal that is written over and over. */
import { CLEAR_LINE } from "../core/control.ts";
import type { Progress } from "../progress/state.ts";
import type { Reporter, Stage } from "./reporter.ts";
import { statusText } from "./status.ts";
import { textReporter, withLineEnds } from "./text.ts";

const INTERVAL_MS = 100;

export const liveLine = (stage: Stage): Reporter => {
  const { err: sink, now } = stage;
  let latest: Progress | undefined;
  let isDrawn = false;
  const draw = (): void => {
    const text = latest === undefined ? "" : statusText(latest, now());
    if (text === "") return;
    sink.write(`${CLEAR_LINE}${text.slice(0, Math.max(0, sink.columns - 1))}`);
    isDrawn = true;
  };
  const clear = (): void => {
    if (isDrawn) sink.write(CLEAR_LINE);
    isDrawn = false;
  };
  // Drawn by the clock, so that a slow test does not look like a standstill.
  const timer = setInterval(draw, INTERVAL_MS);
  timer.unref();
  return textReporter(stage, {
    see: (progress) => {
      latest = progress;
    },
    print: (lines) => {
      clear();
      sink.write(withLineEnds(lines));
    },
    end: () => {
      clearInterval(timer);
      clear();
    },
  });
};
