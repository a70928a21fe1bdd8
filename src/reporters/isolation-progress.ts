/** What is shown while an isolation lasts: a line that is written over and over, or plain lines, rarely. */
import { CLEAR_LINE } from "../core/control.ts";
import { count, counted, time } from "./figures.ts";
import type { Sink } from "./reporter.ts";

interface IsolationLevel {
  readonly goal: "trigger" | "patch";
  readonly name: string;
  /** So many are left. */
  readonly changes: number;
}

export interface IsolationProgress {
  /** Something that takes a while is begun. */
  preparing(text: string): void;
  level(level: IsolationLevel): void;
  /** `phase`: where in the search. */
  test(outcome: string, phase: string): void;
  /** Lines that stay. */
  say(lines: readonly string[]): void;
  /** Nothing is shown from now on. */
  end(): void;
}

/** "isolating: files, 12 of 9,491 changes left, 14 tests, 3 unresolved". */
class Tally {
  #total = 0;
  #left = 0;
  #level = "";
  #goal: IsolationLevel["goal"] = "trigger";
  #tests = 0;
  #unresolved = 0;

  level({ goal, name, changes }: IsolationLevel): void {
    this.#total = Math.max(this.#total, changes);
    this.#left = changes;
    this.#level = name;
    this.#goal = goal;
  }

  test(outcome: string, phase: string): void {
    this.#level = phase;
    this.#tests++;
    if (outcome === "unresolved") this.#unresolved++;
  }

  get begun(): boolean {
    return this.#level !== "";
  }

  text(): string {
    const what = this.#goal === "patch" ? "what it needs" : "isolating";
    const all = counted(this.#total, "change");
    const left =
      this.#total === 0 ? "" : this.#left < this.#total ? `${count(this.#left)} of ${all} left, ` : `${all}, `;
    const unresolved = this.#unresolved === 0 ? "" : `, ${count(this.#unresolved)} unresolved`;
    return `${what}: ${this.#level}, ${left}${counted(this.#tests, "test")}${unresolved}`;
  }
}

const INTERVAL_MS = 100;

export const liveIsolation = (sink: Sink): IsolationProgress => {
  const tally = new Tally();
  const startedAt = performance.now();
  let waiting = "";
  const draw = (): void => {
    const text = tally.begun ? tally.text() : waiting;
    if (text !== "")
      sink.write(
        `${CLEAR_LINE}${`${text} · ${time(performance.now() - startedAt)}`.slice(0, Math.max(0, sink.columns - 1))}`,
      );
  };
  // Drawn by the clock, so that a slow test does not look like a standstill.
  const timer = setInterval(draw, INTERVAL_MS);
  timer.unref();
  return {
    preparing: (text) => void (waiting = text),
    level: (level) => tally.level(level),
    test: (outcome, phase) => tally.test(outcome, phase),
    say: (lines) => sink.write(`${CLEAR_LINE}${lines.map((line) => `${line}\n`).join("")}`),
    end: () => {
      clearInterval(timer);
      sink.write(CLEAR_LINE);
    },
  };
};

/** At least so much time lies between two lines about tests. */
const QUIET_MS = 10_000;

export const plainIsolation = (sink: Sink): IsolationProgress => {
  const tally = new Tally();
  let told = performance.now();
  const tell = (text: string): void => {
    told = performance.now();
    sink.write(`${text}\n`);
  };
  return {
    preparing: tell,
    level: (level) => {
      tally.level(level);
      tell(tally.text());
    },
    test: (outcome, phase) => {
      tally.test(outcome, phase);
      if (performance.now() - told >= QUIET_MS) tell(tally.text());
    },
    say: (lines) => sink.write(lines.map((line) => `${line}\n`).join("")),
    end: () => {},
  };
};

export const silentIsolation: IsolationProgress = {
  preparing: () => {},
  level: () => {},
  test: () => {},
  say: () => {},
  end: () => {},
};
