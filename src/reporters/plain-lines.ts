/** Plain lines for logs: new bests and levels of the search, and now and then how it stands. */
import { counted, percent, time } from "../progress/figures.ts";
import type { Progress } from "../progress/state.ts";
import type { Reporter, ReporterEvent, Stage } from "./reporter.ts";
import { isolationText, suiteText } from "./status.ts";
import { textReporter, withLineEnds } from "./text.ts";

/** At least so much time lies between two bests, and between two lines about tests. */
const BETWEEN_BESTS_MS = 1000;
const BETWEEN_STATES_MS = 10_000;

export const plainLines = (stage: Stage): Reporter => {
  const { err, now } = stage;
  let written = now();
  const write = (text: string): void => {
    written = now();
    err.write(`${text}\n`);
  };
  const bests = bestLines((line) => err.write(`${line}\n`));
  const writeState = ({ suite, ...progress }: Progress): void =>
    write(suite === undefined ? isolationText(progress) : suiteText(suite, now(), false));
  return textReporter(stage, {
    see: (progress, event) => {
      if (progress.run !== undefined) bests.see(progress, event);
      else if (event.type === "preparing") write(event.text);
      else if (event.type === "level") writeState(progress);
      else if (COUNTED.has(event.type) && now() - written >= BETWEEN_STATES_MS) writeState(progress);
    },
    print: (lines) => err.write(withLineEnds(lines)),
    end: bests.end,
  });
};

const COUNTED: ReadonlySet<ReporterEvent["type"]> = new Set(["test", "task", "execution"] as const);

/** New bests of a reduction; of those that come soon after another the last one is written later. */
const bestLines = (
  write: (line: string) => void,
): { see(progress: Progress, event: ReporterEvent): void; end(): void } => {
  let written = Number.NEGATIVE_INFINITY;
  let pending: { readonly ms: number; readonly line: string } | undefined;
  const flush = (): void => {
    if (pending === undefined) return;
    written = pending.ms;
    write(pending.line);
    pending = undefined;
  };
  return {
    see: ({ run, steps }, event) => {
      if (event.type !== "best") return;
      const { ms, size, number, key } = event;
      const step = steps.at(-1);
      // The same best may be told again later, under another pass.
      if (step?.key !== key || step.ms !== ms) return;
      const share = percent(size, run?.input.bytes ?? size);
      const by = step.pass === "" ? "" : `, by ${step.pass}`;
      pending = { ms, line: `${time(ms)}: ${counted(size, "byte")} (${share}), ${counted(number, "test")}${by}` };
      if (ms - written >= BETWEEN_BESTS_MS) flush();
    },
    end: flush,
  };
};
