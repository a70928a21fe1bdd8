/** Plain lines for logs: new bests and levels of the search, and now and then how it stands. */
import { counted, percent, time } from "../progress/figures.ts";
import { isOver } from "../progress/selectors.ts";
import { fruitlessText, standstillText } from "../progress/standstill.ts";
import type { Progress } from "../progress/state.ts";
import type { Reporter, ReporterEvent, Stage } from "./reporter.ts";
import { bugText, isolationText, standingText, suiteText } from "./status.ts";
import { textReporter, withLineEnds } from "./text.ts";

/** At least so much time lies between two bests, and between two lines about tests. */
const BETWEEN_BESTS_MS = 1000;
const BETWEEN_STATES_MS = 10_000;
/** So often somebody looks whether it is time, also when nothing happens. */
const LOOK_MS = 1000;

export const plainLines = (stage: Stage): Reporter => {
  const { err, now } = stage;
  let written = now();
  let latest: Progress | undefined;
  const write = (text: string): void => {
    written = now();
    err.write(`${text}\n`);
  };
  const bests = bestLines(write);
  const advice = adviceLines();
  const writeState = ({ suite, triage, level, ...progress }: Progress): void =>
    write(
      suite !== undefined
        ? `${suiteText(suite, now(), false)}${triage === undefined ? "" : bugText(triage)}`
        : level === undefined
          ? standingText(progress, now())
          : isolationText({ ...progress, level }),
    );
  /** Nobody waits for longer than that without a word. */
  const look = (): void => {
    if (latest === undefined || isOver(latest)) return;
    for (const line of advice(latest, now())) write(line);
    if (now() - written >= BETWEEN_STATES_MS) writeState(latest);
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return textReporter(stage, {
    see: (progress, event) => {
      latest = progress;
      if (progress.run !== undefined) bests.see(progress, event);
      else if (event.type === "preparing") write(event.text);
      else if (event.type === "level") writeState(progress);
      look();
    },
    print: (lines) => err.write(withLineEnds(lines)),
    end: () => {
      clearInterval(timer);
      bests.end();
    },
  });
};

/** What might help, each thing once; that it stands still, once for every such time. */
const adviceLines = (): ((progress: Progress, now: number) => readonly string[]) => {
  let isFruitlessSaid = false;
  let isStillSaid = false;
  return (progress, now) => {
    const fruitless = isFruitlessSaid ? undefined : fruitlessText(progress);
    isFruitlessSaid ||= fruitless !== undefined;
    const still = standstillText(progress, now, "Ctrl-C stops");
    const isNew = still !== undefined && !isStillSaid;
    isStillSaid = still !== undefined;
    return [...(fruitless === undefined ? [] : [fruitless]), ...(isNew ? [still] : [])];
  };
};

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
