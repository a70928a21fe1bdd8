/** What is shown while a suite is worked on: a line that is written over, or plain lines, rarely. */
import { CLEAR_LINE } from "../core/control.ts";
import { count, percent, time } from "./figures.ts";
import type { Sink } from "./reporter.ts";

export interface SuiteProgress {
  /** So many of so many tests are done. */
  step(what: string, done: number, tests: number): void;
  reduced(before: number, after: number): void;
  run(): void;
  say(line: string): void;
  end(): void;
}

const INTERVAL_MS = 100;
const QUIET_MS = 10_000;
const BAR = 24;

/** "reducing  ████░░ 23/24  -90 %  15,950 runs  4 min 31 s, left 11 s". */
class Tally {
  readonly #startedAt = performance.now();
  #what = "";
  #done = 0;
  #tests = 0;
  #runs = 0;
  #units = { before: 0, after: 0 };

  step(what: string, done: number, tests: number): void {
    this.#what = what;
    this.#done = done;
    this.#tests = tests;
  }

  reduced(before: number, after: number): void {
    this.#units = { before: this.#units.before + before, after: this.#units.after + after };
  }

  run(): void {
    this.#runs++;
  }

  text(bar: boolean): string {
    const spent = performance.now() - this.#startedAt;
    const { before, after } = this.#units;
    const filled = Math.round((BAR * this.#done) / Math.max(1, this.#tests));
    const left = this.#done === 0 ? "" : `, left ${time((spent * (this.#tests - this.#done)) / this.#done)}`;
    return [
      this.#what,
      ...(bar ? ["█".repeat(filled) + "░".repeat(BAR - filled)] : []),
      `${count(this.#done)}/${count(this.#tests)}`,
      ...(before > 0 ? [`-${percent(before - after, before)}`] : []),
      ...(this.#runs > 0 ? [`${count(this.#runs)} runs`] : []),
      `${time(spent)}${left}`,
    ].join("  ");
  }
}

export const liveSuite = (sink: Sink): SuiteProgress => {
  const tally = new Tally();
  const timer = setInterval(
    () => sink.write(`${CLEAR_LINE}${tally.text(true).slice(0, Math.max(0, sink.columns - 1))}`),
    INTERVAL_MS,
  );
  timer.unref();
  return {
    step: (what, done, tests) => tally.step(what, done, tests),
    reduced: (before, after) => tally.reduced(before, after),
    run: () => tally.run(),
    say: (line) => sink.write(`${CLEAR_LINE}${line}\n`),
    end: () => {
      clearInterval(timer);
      sink.write(CLEAR_LINE);
    },
  };
};

export const plainSuite = (sink: Sink): SuiteProgress => {
  const tally = new Tally();
  let told = performance.now();
  const tell = (): void => {
    if (performance.now() - told < QUIET_MS) return;
    told = performance.now();
    sink.write(`${tally.text(false)}\n`);
  };
  return {
    step: (what, done, tests) => {
      tally.step(what, done, tests);
      tell();
    },
    reduced: (before, after) => tally.reduced(before, after),
    run: () => {
      tally.run();
      tell();
    },
    say: (line) => sink.write(`${line}\n`),
    end: () => {},
  };
};

export const silentSuite: SuiteProgress = {
  step: () => {},
  reduced: () => {},
  run: () => {},
  say: () => {},
  end: () => {},
};
