/** What people are told of a worker that was wrong. */
import { UserError } from "../core/errors.ts";
import type { Finding } from "../core/verdict.ts";

const spoken = ({ outcome, reason }: Finding): string =>
  `"${outcome}"${reason === undefined ? "" : ` (${reason.slice(0, 100)})`}`;

/** "it gave a wrong answer: …", after the name of the worker. */
export const accusation = (size: number, said: Finding, truth: Finding, runs: number): string =>
  `it gave a wrong answer: it answered ${spoken(said)} for a candidate of ${size} bytes, and this machine answers ${spoken(truth)}, ${runs} times out of ${runs}. ` +
  "Its other answers are not used";

/** `reason`: why the last one was set aside. */
export const nobodyLeft = (reason: string): UserError =>
  new UserError("WORKERS_DIFFER", `No worker is left. The last one was set aside: ${reason}.`, {
    advice:
      "The test finds something else there: a program or a file that it names by an absolute path is missing or is another one. " +
      "Name it from $PARE_ORIGIN so that it is sent along, install the same one on the workers, or let the test fail when it is missing. " +
      "To resume, run the same command with other workers or without a cluster.",
  });
