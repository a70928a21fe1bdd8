/** A reporter with a screen of its own while the run lasts; what stays is printed when the screen is gone. */
import { counted } from "./figures.ts";
import type { Opening, Reporter } from "./reporter.ts";

/** What is shown meanwhile. */
export interface LiveScreen extends Pick<Required<Reporter>, "see" | "best" | "viewerDone"> {
  open(): void;
  say(text: string): void;
  close(): void;
}

/** Workers of a cluster may come and go for hours. */
const MAX_NOTES = 100;

/** `lines` prints what people read before and after a run. */
export const screenReporter = (screen: LiveScreen, lines: Reporter): Reporter => {
  let opening: Opening | undefined;
  let notes: string[] = [];
  let dropped = 0;
  const gone = (): void => {
    screen.close();
    if (opening !== undefined) lines.open(opening);
    if (dropped > 0) lines.note(`(${counted(dropped, "earlier note")} left out)`);
    for (const note of notes) lines.note(note);
    opening = undefined;
    notes = [];
    dropped = 0;
  };
  return {
    open: (given) => {
      opening = given;
      if (!given.finished) screen.open();
    },
    event: () => {},
    see: (event) => screen.see(event),
    best: (best) => screen.best(best),
    viewerDone: () => screen.viewerDone(),
    note: (text) => {
      if (opening === undefined) return lines.note(text);
      notes.push(text);
      if (notes.length > MAX_NOTES) {
        notes.shift();
        dropped += 1;
      }
      screen.say(text);
    },
    close: (closing) => {
      gone();
      lines.close(closing);
    },
    abandon: () => {
      gone();
      lines.abandon();
    },
  };
};
