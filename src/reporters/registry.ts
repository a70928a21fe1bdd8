/** Every reporter of every command: its name, and when it is chosen. A new one is a file and a line here. */
import type { ProgressEvent } from "../progress/progressed.ts";
import { progressed } from "../progress/progressed.ts";
import { beginning, type Limits, type Progress } from "../progress/state.ts";
import type { SuiteNote } from "../core/notes.ts";
import { githubReporter } from "./github.ts";
import { jsonReporter } from "./json.ts";
import { liveLine } from "./live-line.ts";
import { pageReporter } from "./page.ts";
import { plainLines } from "./plain-lines.ts";
import { reportFile } from "./report-file.ts";
import type { CommandNote, Reporter, ReporterEvent, Stage } from "./reporter.ts";
import { screenReporter } from "./screen.ts";

export interface RegisteredReporter {
  when(stage: Stage): boolean;
  /** `note` says something to the reporters that are open already. */
  open(stage: Stage, note: (text: string) => void): Reporter | Promise<Reporter>;
}

/** In the order in which they are told. */
export const REPORTERS: Readonly<Record<string, RegisteredReporter>> = {
  screen: {
    when: ({ quiet, overwrites, screen }) => !quiet && overwrites && screen !== undefined,
    open: screenReporter,
  },
  line: { when: ({ quiet, overwrites, screen }) => !quiet && overwrites && screen === undefined, open: liveLine },
  lines: { when: ({ quiet, overwrites }) => !quiet && !overwrites, open: plainLines },
  page: { when: ({ page }) => page !== undefined, open: pageReporter },
  report: { when: ({ report }) => report !== undefined, open: reportFile },
  github: { when: ({ github }) => github !== undefined, open: githubReporter },
  json: { when: ({ json }) => json, open: jsonReporter },
};

/** The reporters of one command, and the progress that they share. */
export class Audience {
  readonly #reporters: Reporter[] = [];
  #progress: Progress;
  #startedAt: number = performance.now();

  constructor(limits?: Limits) {
    this.#progress = beginning(limits);
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Milliseconds since the run began, as in its events. */
  now(): number {
    return performance.now() - this.#startedAt;
  }

  /** Opens what the stage asks for, one after the other. */
  async open(stage: Omit<Stage, "now">, registry: typeof REPORTERS = REPORTERS): Promise<void> {
    const whole: Stage = { ...stage, now: () => this.now() };
    const note = (text: string): void => void this.add({ type: "note", text });
    for (const { when, open } of Object.values(registry))
      if (when(whole)) this.#reporters.push(await open(whole, note));
  }

  /** An event of the run. */
  see(event: ProgressEvent): void {
    this.#startedAt = performance.now() - event.ms;
    this.#progress = progressed(this.#progress, event);
    void this.#tell(event);
  }

  /** How a suite comes along. */
  count(note: SuiteNote): void {
    this.see({ ...note, ms: this.now() });
  }

  /** Resolves when all reporters have done with it. */
  async add(note: CommandNote): Promise<void> {
    await this.#tell({ ...note, ms: this.now() });
  }

  /** The run ended with an error: screens are left clean at once. */
  break(code: string, message: string): void {
    this.see({ type: "error", code, message, ms: this.now() });
  }

  /** At once, until one of them wants to be waited for. */
  #tell(event: ReporterEvent): Promise<void> | undefined {
    let waiting: Promise<void> | undefined;
    for (const reporter of this.#reporters) {
      if (waiting === undefined) waiting = reporter(this.#progress, event) ?? undefined;
      else waiting = waiting.then(() => reporter(this.#progress, event));
    }
    return waiting;
  }
}
