/** An executor whose every test goes through a function, which measures it or acts on its finding. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import type { Finding } from "../core/verdict.ts";

export const around = <C extends Case>(
  executor: Executor<C>,
  use: (test: () => Promise<Finding>, candidate: C, signal: AbortSignal) => Promise<Finding>,
): Executor<C> => {
  const { settle } = executor;
  return {
    get capacity() {
      return executor.capacity;
    },
    onCapacity: (listener) => executor.onCapacity(listener),
    run: (candidate, signal) => use(() => executor.run(candidate, signal), candidate, signal),
    ...(settle !== undefined && {
      settle: (candidate: C, signal: AbortSignal) =>
        use(() => settle.call(executor, candidate, signal), candidate, signal),
    }),
    close: () => executor.close(),
  };
};
