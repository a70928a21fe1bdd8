/** What workers say of a result is not believed before this machine says so, too. */
import { UserError } from "../core/errors.ts";
import type { Executor } from "../core/executor.ts";
import type { TestCase } from "../core/test-case.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";

/** A test that fails nearly always may pass once. */
const TRIES = 3;

/**
 * A test can fail on a worker for another reason than here, and then for every candidate: `! tool input` where there is no tool. The
 * original shows nothing of that. So what is settled as failing is tested here as well; `settle` rejects with a `UserError` where the
 * machines do not agree. A machine on which the time is not enough is no judge.
 */
export const confirmedHere = (
  executor: Executor<TestCase>,
  oracle: ProcessOracle,
  timeout: number,
): Executor<TestCase> => ({
  get capacity() {
    return executor.capacity;
  },
  onCapacity: (listener) => executor.onCapacity?.(listener) ?? (() => undefined),
  run: (candidate, signal) => executor.run(candidate, signal),
  settle: async (candidate, signal) => {
    const finding = await (executor.settle ?? executor.run)(candidate, signal);
    if (finding.outcome !== "fail") return finding;
    let reason: string | undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      const here = await oracle.test(candidate, { timeout }, signal);
      if (here.outcome === "fail" || here.evidence?.timedOut === true) return finding;
      ({ reason } = here);
    }
    throw disagreement(candidate, reason);
  },
  close: () => executor.close(),
});

const disagreement = ({ size }: TestCase, reason: string | undefined): UserError =>
  new UserError(
    "WORKERS_DIFFER",
    `The result of ${size} bytes fails on the workers, but not on this machine${reason === undefined ? "" : ` (${reason})`}.`,
    {
      advice:
        "The test finds something else there: a program or a file that it names by an absolute path is missing or is another one. " +
        "Name it from $PARE_ORIGIN so that it is sent along, install the same one on the workers, or let the test fail when it is missing.",
    },
  );
