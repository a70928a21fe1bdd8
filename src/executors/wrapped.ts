/** An executor around another one. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import type { Finding } from "../core/verdict.ts";

/** Runs a test of the inner executor, and may look at its finding or replace it. */
export type TestWrapper<C extends Case> = (
  run: () => Promise<Finding>,
  candidate: C,
  signal: AbortSignal,
) => Promise<Finding>;

/** The same executor; each of its tests, `settle` included, goes through `wrap`. */
export const wrapped = <C extends Case>(executor: Executor<C>, wrap: TestWrapper<C>): Executor<C> => {
  const { settle, isVirtual } = executor;
  return {
    ...(isVirtual !== undefined && { isVirtual }),
    get capacity() {
      return executor.capacity;
    },
    onCapacity: (listener) => executor.onCapacity(listener),
    run: (candidate, signal) => wrap(() => executor.run(candidate, signal), candidate, signal),
    ...(settle !== undefined && {
      settle: (candidate: C, signal: AbortSignal) =>
        wrap(() => settle.call(executor, candidate, signal), candidate, signal),
    }),
    close: () => executor.close(),
  };
};
