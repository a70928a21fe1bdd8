/** A reporter with a screen of its own while the run lasts; what stays is printed when the screen is gone. */
import type { Opening, Reporter } from "./reporter.ts";

/** What is shown meanwhile. */
export interface LiveScreen extends Pick<Required<Reporter>, "see" | "best" | "looked"> {
  open(): void;
  say(text: string): void;
  close(): void;
}

/** `lines` prints what people read before and after a run. */
export const screenReporter = (screen: LiveScreen, lines: Reporter): Reporter => {
  let opening: Opening | undefined;
  let notes: string[] = [];
  const gone = (): void => {
    screen.close();
    if (opening !== undefined) lines.open(opening);
    for (const note of notes) lines.note(note);
    opening = undefined;
    notes = [];
  };
  return {
    open: (given) => {
      opening = given;
      if (!given.finished) screen.open();
    },
    event: () => {},
    see: (event) => screen.see(event),
    best: (best) => screen.best(best),
    looked: () => screen.looked(),
    note: (text) => {
      if (opening === undefined) return lines.note(text);
      notes.push(text);
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
