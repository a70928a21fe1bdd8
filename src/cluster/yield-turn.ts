/** Long work among others that must have their turn: heartbeats above all. */
import { setImmediate as turn } from "node:timers/promises";

/** How long the work goes on before others get a turn. */
const AT_ONCE_MS = 20;

/** To be awaited between the steps of the work. */
export const pauses = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_ONCE_MS) return;
    await turn();
    since = performance.now();
  };
};
