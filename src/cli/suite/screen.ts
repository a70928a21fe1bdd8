/** What commands about suites have in common: progress, stopping by hand, and the lines at the end. */
import { UserError } from "../../core/errors.ts";
import { stoppedBy } from "../../core/stopped.ts";
import { count, counted } from "../../reporters/figures.ts";
import { liveSuite, plainSuite, silentSuite, type SuiteProgress } from "../../reporters/suite-progress.ts";
import { EXIT } from "../failure.ts";
import { resumeCommand } from "../resume-command.ts";
import type { Settings } from "../settings.ts";
import { listenForStop } from "../stopping.ts";
import type { Output, Terminal } from "../terminal.ts";

/** What there is to go on with when it ends before its time. */
export interface Kept {
  /** Tests there are, and those of them that are done. */
  readonly cases: number;
  readonly done: number;
  readonly output: string;
  readonly run: string;
}

export interface Working {
  readonly progress: SuiteProgress;
  readonly signal: AbortSignal;
  /** The exit code when a signal came; 0 else. */
  readonly stopCode: number;
  keeps(kept: Kept): void;
  /** Lines for people: on standard output, unless that is for programs. */
  say(lines: readonly string[]): void;
}

/** Those whose `--budget` is when pare stops. */
const TIMED: ReadonlySet<string> = new Set(["reduce", "select", "order"]);

export const inSuite = async (
  settings: Settings,
  terminal: Terminal,
  typed: readonly string[],
  work: (working: Working) => Promise<number>,
): Promise<number> => {
  const progress = progressFor(settings, terminal.err);
  // Only reductions have a run to go on with; what others have measured is gone.
  const isKept = typed[1] === "reduce" || settings.reduce === true;
  const goOn = (): void => {
    progress.end();
    const advice = `${isKept ? "resume" : "start again"} with: ${resumeCommand(typed)}`;
    const what = isKept ? "stopped; everything learnt so far is kept" : "stopped; the measurements are not kept";
    if (settings.quiet !== true) terminal.err.write(`${what}\n${advice}\n`);
    if (settings.json === true)
      terminal.out.json(JSON.stringify({ status: "error", code: "INTERRUPTED", message: "stopped", advice }));
  };
  let kept: Kept | undefined;
  /** The end of a budget is no failure if there is something to go on with. */
  const spent = (): number => {
    if (kept === undefined) throw budgetSpent(isKept);
    const { done, cases } = kept;
    const advice = `resume with: ${resumeCommand(typed)}`;
    const what = `the time budget ran out: ${count(done)} of ${counted(cases, "test")} done; the results so far for the others are kept`;
    if (settings.quiet !== true) terminal.err.write(`${what}\n${advice}\n`);
    if (settings.json === true)
      terminal.out.json(JSON.stringify({ status: "stopped", reason: "budget", ...kept, advice }));
    return EXIT.fine;
  };
  const { budget } = settings;
  const stopping = listenForStop({ late: goOn, ...(TIMED.has(typed[1] ?? "") && { budget }) });
  const say = (lines: readonly string[]): void => {
    progress.end();
    const to = settings.json === true ? terminal.err : terminal.out;
    if (settings.quiet !== true) to.write(lines.map((line) => `${line}\n`).join(""));
  };
  try {
    return await work({
      progress,
      signal: stopping.signal,
      get stopCode() {
        return stopping.code ?? 0;
      },
      keeps: (known) => {
        kept = known;
      },
      say,
    });
  } catch (error) {
    progress.end();
    if (stopping.code !== undefined) {
      goOn();
      return stopping.code;
    }
    const { signal } = stopping;
    if (signal.aborted && stoppedBy(signal).why === "budget") return spent();
    throw error;
  } finally {
    stopping.release();
  }
};

const budgetSpent = (reduces: boolean): UserError =>
  reduces
    ? new UserError(
        "BUDGET_SPENT",
        "The time budget ran out before the first test was measured; nothing was written.",
        {
          advice:
            "Give a longer --budget. It counts from the start of pare, and pare runs each test several times first.",
        },
      )
    : new UserError("BUDGET_SPENT", "The time budget ran out before the suite was measured; nothing was written.", {
        advice: "Give a longer --budget. It counts from the start of pare.",
      });

const progressFor = ({ quiet, plain }: Settings, err: Output): SuiteProgress => {
  if (quiet === true) return silentSuite;
  return err.isTerminal && plain !== true ? liveSuite(err) : plainSuite(err);
};
