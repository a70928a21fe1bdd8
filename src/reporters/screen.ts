/** A screen of its own while the run lasts; lines that stay are printed when the screen is gone. */
import { counted } from "../progress/figures.ts";
import type { Reporter, Stage } from "./reporter.ts";
import { textReporter, withLineEnds } from "./text.ts";

/** Workers of a cluster may come and go for hours. */
const MAX_NOTES = 100;

export const screenReporter = (stage: Stage): Reporter => {
  const { screen, err } = stage;
  let isOpen = false;
  /** What was said first: what the run is about. */
  let opening: readonly string[] | undefined;
  let notes: string[] = [];
  let dropped = 0;
  const keep = (lines: readonly string[]): void => {
    if (opening === undefined) return void (opening = lines);
    notes.push(...lines);
    dropped += Math.max(0, notes.length - MAX_NOTES);
    notes = notes.slice(-MAX_NOTES);
    screen?.say(lines.join(" "));
  };
  return textReporter(stage, {
    see: (progress, event) => {
      if (event.type === "content") screen?.best(event.best);
      screen?.show(progress);
      if (event.type !== "run" && event.type !== "triage") return;
      isOpen = true;
      if (progress.run?.finished !== true) screen?.open();
    },
    print: (lines) => (isOpen ? keep(lines) : err.write(withLineEnds(lines))),
    viewerDone: async () => await screen?.viewerDone(),
    end: () => {
      screen?.close();
      const left = dropped === 0 ? [] : [`(${counted(dropped, "earlier note")} left out)`];
      err.write(withLineEnds([...(opening ?? []), ...left, ...notes]));
      isOpen = false;
      [opening, notes, dropped] = [undefined, [], 0];
    },
  });
};
