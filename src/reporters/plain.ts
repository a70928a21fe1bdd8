/** Plain lines for logs: new bests, at most one a second, with the pass that found them. */
import type { Stamped } from "../core/events.ts";
import { counted, percent, time } from "./figures.ts";
import type { Opening, Sink } from "./reporter.ts";
import type { View } from "./text.ts";

const QUIET_MS = 1000;

export const plainView = (sink: Sink): View => {
  let bytes = 0;
  let pass = "";
  let told = Number.NEGATIVE_INFINITY;
  let pending: { readonly ms: number; readonly line: string } | undefined;
  const flush = (): void => {
    if (pending === undefined) return;
    told = pending.ms;
    sink.write(pending.line);
    pending = undefined;
  };
  const lineOf = ({ ms, size, number }: Extract<Stamped, { type: "best" }>): string =>
    `${time(ms)}: ${counted(size, "byte")} (${percent(size, bytes)}), ${counted(number, "test")}${pass}\n`;
  return {
    open: (opening: Opening) => void (bytes = opening.bytes),
    event: (event) => {
      if (event.type === "test" && event.step.pass !== undefined) pass = `, by ${event.step.pass}`;
      if (event.type !== "best") return;
      pending = { ms: event.ms, line: lineOf(event) };
      if (event.ms - told >= QUIET_MS) flush();
    },
    clear: () => {},
    end: flush,
  };
};
