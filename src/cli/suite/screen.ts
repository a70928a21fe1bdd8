/** What commands about suites have in common: progress, stopping by hand, and the lines at the end. */
import { liveSuite, plainSuite, silentSuite, type SuiteProgress } from "../../reporters/suite-progress.ts";
import { quote } from "../../oracles/command-line.ts";
import type { Settings } from "../settings.ts";
import { listenForStop } from "../stopping.ts";
import type { Output, Terminal } from "../terminal.ts";

export interface Working {
  readonly progress: SuiteProgress;
  readonly signal: AbortSignal;
  /** The exit code when a signal came; 0 else. */
  readonly stopCode: number;
  /** Lines for people: on standard output, unless that is for programs. */
  say(lines: readonly string[]): void;
}

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
    const advice = `${isKept ? "go on" : "start again"} with: ${againOf(typed)}`;
    const what = isKept ? "stopped; what is known is kept" : "stopped; what was measured is not kept";
    if (settings.quiet !== true) terminal.err.write(`${what}\n${advice}\n`);
    if (settings.json === true)
      terminal.out.json(JSON.stringify({ status: "error", code: "INTERRUPTED", message: "stopped", advice }));
  };
  const stopping = listenForStop({ late: goOn });
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
      say,
    });
  } catch (error) {
    progress.end();
    if (stopping.code === undefined) throw error;
    goOn();
    return stopping.code;
  } finally {
    stopping.release();
  }
};

const progressFor = ({ quiet, plain }: Settings, err: Output): SuiteProgress => {
  if (quiet === true) return silentSuite;
  return err.isTerminal && plain !== true ? liveSuite(err) : plainSuite(err);
};

/** The same command, to go on with: starting over once is enough. */
export const againOf = (typed: readonly string[]): string => {
  const behind = typed.includes("--") ? typed.indexOf("--") : typed.length;
  return `pare ${typed
    .filter((word, index) => index > behind || word !== "--fresh")
    .map(quote)
    .join(" ")}`;
};
