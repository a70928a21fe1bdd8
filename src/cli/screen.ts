/** Which reporter a run gets: a live line, plain lines, or nothing. */
import { liveView } from "../reporters/live.ts";
import { paint } from "../reporters/paint.ts";
import { plainView } from "../reporters/plain.ts";
import type { Reporter } from "../reporters/reporter.ts";
import { textReporter, type Lines } from "../reporters/text.ts";
import type { Settings } from "./settings.ts";
import type { Output, Terminal } from "./terminal.ts";

const silent: Reporter = { open: () => {}, event: () => {}, note: () => {}, close: () => {}, abandon: () => {} };

/** Closing lines are the result and go to standard output, unless that is for a program (--json). */
export const reporterFor = (settings: Settings, { out, err }: Terminal): Reporter => {
  if (settings.quiet === true) return silent;
  const fancy = settings.plain !== true;
  const linesOn = (output: Output): Lines => ({
    sink: output,
    paint: paint(output.isTerminal && fancy && settings.noColor !== true),
  });
  const view = err.isTerminal && fancy ? liveView(err) : plainView(err);
  return textReporter(linesOn(err), linesOn(settings.json === true ? err : out), view);
};
