/** Ctrl-C and SIGTERM: the first asks to stop, the second ends at once. */
import { EXIT } from "./failure.ts";

export interface Stopping {
  readonly signal: AbortSignal;
  /** The exit code when a signal came. */
  readonly code: number | undefined;
  /** Signals mean what they usually mean again. */
  release(): void;
}

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: 129 } as const;

/** Whoever was asked to stop and has not ended after this time is not waited for: the best is on the disk already. */
const PATIENCE_MS = 900;

/** `late` says goodbye when the patience is over. */
export const listenForStop = (late: () => void): Stopping => {
  const controller = new AbortController();
  let code: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stop = (name: NodeJS.Signals): void => {
    const wanted = CODES[name as keyof typeof CODES];
    if (code !== undefined) process.exit(wanted);
    code = wanted;
    controller.abort();
    timer = setTimeout(() => {
      late();
      process.exit(wanted);
    }, PATIENCE_MS);
  };
  const names = Object.keys(CODES) as NodeJS.Signals[];
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
    release: () => {
      clearTimeout(timer);
      for (const name of names) process.off(name, stop);
    },
  };
};
