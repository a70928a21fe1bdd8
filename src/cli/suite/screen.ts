/** What commands about suites have in common: progress, stopping by hand, and the lines at the end. */
import { UserError } from "../../core/errors.ts";
import { stoppedBy } from "../../core/stopped.ts";
import { count, counted } from "../../progress/figures.ts";
import { Audience } from "../../reporters/registry.ts";
import type { Account } from "../../reporters/reporter.ts";
import type { MeasureOptions } from "../../suite/options.ts";
import { EXIT } from "../failure.ts";
import { resumeCommand } from "../resume-command.ts";
import type { Settings } from "../settings.ts";
import { stageOf } from "../stage.ts";
import { listenForStop } from "../stopping.ts";
import type { Terminal } from "../terminal.ts";

/** What there is to go on with when it ends before its time. */
export interface ResumePoint {
  /** Tests there are, and those of them that are done. */
  readonly cases: number;
  readonly done: number;
  readonly output: string;
  readonly run: string;
}

export interface Working {
  readonly audience: Audience;
  /** Counts the tests that are measured. */
  readonly measuring: NonNullable<MeasureOptions["onEvent"]>;
  readonly signal: AbortSignal;
  /** The exit code when a signal came; 0 else. */
  readonly stopCode: number;
  keeps(kept: ResumePoint): void;
  /** What it came to: lines for people, an object for programs, and a report. */
  close(lines: readonly string[], more?: Omit<Account, "lines">): Promise<void>;
}

/** Those whose `--budget` is when pare stops. */
const TIMED: ReadonlySet<string> = new Set(["reduce", "select", "order"]);

export const inSuite = async (
  settings: Settings,
  terminal: Terminal,
  typed: readonly string[],
  work: (working: Working) => Promise<number>,
  report?: (text: string) => void,
): Promise<number> => {
  const audience = new Audience();
  // Only reductions have a run to go on with; what others have measured is gone.
  const isKept = typed[1] === "reduce" || settings.reduce === true;
  const tell = teller(settings, terminal);
  const goOn = (): void => {
    audience.break("INTERRUPTED", "stopped");
    tell(
      isKept ? "stopped; everything learnt so far is kept" : "stopped; the measurements are not kept",
      `${isKept ? "resume" : "start again"} with: ${resumeCommand(typed)}`,
      { status: "error", code: "INTERRUPTED", message: "stopped" },
    );
  };
  let kept: ResumePoint | undefined;
  const { budget } = settings;
  const stopping = listenForStop({ late: goOn, ...(TIMED.has(typed[1] ?? "") && { budget }) });
  const close = async (lines: readonly string[], more: Omit<Account, "lines"> = {}): Promise<void> =>
    await audience.add({ type: "closing", account: { lines: () => lines, ...more } });
  try {
    await audience.open(
      await stageOf(settings, terminal, { title: typed.join(" "), ...(report !== undefined && { report }) }),
    );
    return await work({
      audience,
      measuring: (event) => {
        if (event.type === "measured")
          audience.count({ type: "task", name: "measuring", done: event.done, tests: event.tests });
      },
      signal: stopping.signal,
      get stopCode() {
        return stopping.code ?? 0;
      },
      keeps: (known) => {
        kept = known;
      },
      close,
    });
  } catch (error) {
    audience.break("BROKEN", String(error));
    if (stopping.code !== undefined) {
      goOn();
      return stopping.code;
    }
    const { signal } = stopping;
    if (!signal.aborted || stoppedBy(signal).why !== "budget") throw error;
    // The end of a budget is no failure if there is something to go on with.
    if (kept === undefined) throw budgetSpent(isKept);
    tell(keptWords(kept), `resume with: ${resumeCommand(typed)}`, { status: "stopped", reason: "budget", ...kept });
    return EXIT.fine;
  } finally {
    stopping.release();
    await audience.add({ type: "gone" });
  }
};

/** Says why it ends and how to go on: in two lines for people, as an object for programs. */
const teller =
  ({ quiet, json }: Settings, terminal: Terminal) =>
  (what: string, advice: string, object: object): void => {
    if (quiet !== true) terminal.err.write(`${what}\n${advice}\n`);
    if (json === true) terminal.out.json(JSON.stringify({ ...object, advice }));
  };

const keptWords = ({ done, cases }: ResumePoint): string =>
  `the time budget ran out: ${count(done)} of ${counted(cases, "test")} done; the results so far for the others are kept`;

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
