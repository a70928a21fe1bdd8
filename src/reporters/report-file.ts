/** The report of a run, written where `--report` says. */
import type { Reporter, Stage } from "./reporter.ts";

export const reportFile =
  ({ report: put, quiet, err }: Stage): Reporter =>
  (_, event) => {
    if (event.type !== "closing" || event.account.report === undefined) return;
    const { text, lines } = event.account.report();
    put?.(text);
    if (!quiet) err.write(lines);
  };
