/** What stops a command: Ctrl-C and SIGTERM (the second ends at once), a person at the live page, the end of the time budget. */
import { MAX_TIMER_MS, Stopped, type StopCause } from "../core/stopped.ts";
import type { Controls } from "../driver/controls.ts";
import { EXIT } from "./failure.ts";

export interface Stopping {
  /** Aborted with a `Stopped`. */
  readonly signal: AbortSignal;
  /** The exit code when a signal came. */
  readonly code: number | undefined;
  /** The exit code when somebody has stopped it, by a signal or from the page, before there was anything to keep. */
  readonly earlyCode: number | undefined;
  /** The result is there: how long somebody looks at it does not matter. */
  forgetBudget(): void;
  /** Signals mean what they usually mean again. */
  release(): void;
}

export interface StoppingOptions {
  /** Says goodbye when the patience is over. */
  readonly late: () => void;
  /** In the hands of whoever watches. */
  readonly controls?: Controls;
  /** In milliseconds, from the start of this process. */
  readonly budget?: number | undefined;
}

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp } as const;

/** Whoever was asked to stop and has not ended after this time is not waited for: the best is on the disk already. */
const STOP_TIMEOUT_MS = 900;
/** Nobody waits at the keyboard for the end of a budget. */
const BUDGET_TIMEOUT_MS = 1500;

export const listenForStop = ({ late, controls, budget = Number.POSITIVE_INFINITY }: StoppingOptions): Stopping => {
  const controller = new AbortController();
  let code: number | undefined;
  let why: StopCause | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stop = (cause: StopCause, exit: number): void => {
    why ??= cause;
    controller.abort(new Stopped(why));
    clearTimeout(timer);
    const leave = (): void => {
      late();
      process.exit(exit);
    };
    timer = setTimeout(leave, cause === "budget" ? BUDGET_TIMEOUT_MS : STOP_TIMEOUT_MS);
  };
  const hear = (name: NodeJS.Signals): void => {
    const wanted = CODES[name as keyof typeof CODES];
    // The second one does not wait, but says where things are.
    if (code !== undefined) {
      late();
      process.exit(wanted);
    }
    code = wanted;
    stop("signal", wanted);
  };
  const names = Object.keys(CODES) as NodeJS.Signals[];
  for (const name of names) process.on(name, hear);
  const unsubscribe = controls?.listen((control) => control === "stop" && stop("stop", EXIT.interrupted));
  const left = Math.max(0, budget - performance.now());
  const end = left > MAX_TIMER_MS ? undefined : setTimeout(() => stop("budget", EXIT.broken), left);
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
    get earlyCode() {
      return code ?? (why === "stop" ? EXIT.interrupted : undefined);
    },
    forgetBudget: () => {
      clearTimeout(end);
      if (why === "budget") clearTimeout(timer);
    },
    release: () => {
      clearTimeout(timer);
      clearTimeout(end);
      unsubscribe?.();
      for (const name of names) process.off(name, hear);
    },
  };
};
