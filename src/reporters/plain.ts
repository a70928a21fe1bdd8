/** Plain lines for logs: every new best, at most one a second, and the beginning of every pass. */
import type { Stamped } from "../core/events.ts";
import { counted, percent, time } from "./figures.ts";
import type { Opening, Sink } from "./reporter.ts";
import type { View } from "./text.ts";

const QUIET_MS = 1000;

export const plainView = (sink: Sink): View => {
  let bytes = 0;
  let pass: string | undefined;
  let told = Number.NEGATIVE_INFINITY;
  let pending: Extract<Stamped, { type: "best" }> | undefined;
  const tell = (event: Extract<Stamped, { type: "best" }>): void => {
    told = event.ms;
    pending = undefined;
    sink.write(
      `${time(event.ms)}: ${counted(event.size, "byte")} (${percent(event.size, bytes)}), ${counted(event.number, "test")}\n`,
    );
  };
  const flush = (): void => {
    if (pending !== undefined) tell(pending);
  };
  return {
    open: (opening: Opening) => void (bytes = opening.bytes),
    event: (event) => {
      if (event.type === "test") {
        const now = event.step.pass ?? pass;
        if (now === pass) return;
        flush();
        pass = now;
        sink.write(`${time(event.ms)}: by ${now}, after ${counted(event.number - 1, "test")}\n`);
      }
      if (event.type !== "best") return;
      if (event.ms - told >= QUIET_MS) tell(event);
      else pending = event;
    },
    clear: () => {},
    end: flush,
  };
};
