/** Which reporter a run gets: the live screen, a live line, plain lines, or nothing. */
import { liveView } from "../reporters/live.ts";
import { paint } from "../reporters/paint.ts";
import { plainView } from "../reporters/plain.ts";
import type { Reporter } from "../reporters/reporter.ts";
import { screenReporter } from "../reporters/screen.ts";
import { textReporter, type Lines, type View } from "../reporters/text.ts";
import { Screen, type ScreenOptions } from "../tui/screen.ts";
import { isInForeground, thisKeyboard } from "./keyboard.ts";
import { limitsOf } from "./reduction/options.ts";
import type { Settings } from "./settings.ts";
import type { Output, Terminal } from "./terminal.ts";

const silent: Reporter = { open: () => {}, event: () => {}, note: () => {}, close: () => {}, abandon: () => {} };
const nothing: View = { open: () => {}, event: () => {}, clear: () => {}, end: () => {} };

/** What a screen is told about the run, and does to it. */
export type OnScreen = Pick<ScreenOptions, "title" | "wheel" | "history" | "address">;

/** Smaller terminals get a live line. */
const SMALLEST = { columns: 60, rows: 16 };

/** Closing lines are the result and go to standard output, unless that is for a program (--json). */
export const reporterFor = (settings: Settings, { out, err, environment }: Terminal, about?: OnScreen): Reporter => {
  if (settings.quiet === true) return silent;
  const fancy = settings.plain !== true;
  const linesOn = (output: Output): Lines => ({
    sink: output,
    paint: paint(output.isTerminal && fancy && settings.noColor !== true),
  });
  const reporterWith = (view: View): Reporter =>
    textReporter(linesOn(err), linesOn(settings.json === true ? err : out), view);
  if (!err.isTerminal || !fancy || isSet(environment["CI"])) return reporterWith(plainView(err));
  const screen = about && screenOn(err, settings, about);
  return screen === undefined ? reporterWith(liveView(err)) : screenReporter(screen, reporterWith(nothing));
};

/** Continuous integration says so in CI; what is there has no eyes. */
const isSet = (value: string | undefined): boolean => !["", "0", "false", undefined].includes(value);

const screenOn = (err: Output, settings: Settings, about: OnScreen): Screen | undefined => {
  const { rows = 0, columns } = err;
  if (rows < SMALLEST.rows || columns < SMALLEST.columns || !isInForeground()) return undefined;
  const keyboard = thisKeyboard();
  return new Screen({
    device: {
      write: (text) => err.write(text),
      get columns() {
        return err.columns;
      },
      get rows() {
        return err.rows ?? SMALLEST.rows;
      },
    },
    ...(keyboard !== undefined && { keyboard }),
    colours: settings.noColor !== true,
    limits: limitsOf(settings),
    ...about,
  });
};
