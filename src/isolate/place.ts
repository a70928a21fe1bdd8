/** Where tests of an isolation run: a directory of one worker, brought from one mixture to the next. */
import type { Mixture } from "./mixture.ts";

export interface Place {
  /** The working directory of the command. */
  readonly cwd: string;
  /** What {} stands for: the candidate's directory or file, absolute. */
  readonly path: string;
  /** How much would have to be written to come to a mixture; the nearest place is taken. */
  distance(to: Mixture): number;
  /** Brings it to a mixture. Only what differs is written, with a new time of change. */
  prepare(to: Mixture): Promise<void>;
  /**
   * Undoes what a test has done to it. With `keepNew`, files that were not there before stay (a build has made them). Returns the
   * paths of the candidate's own files that the test had changed.
   */
  restore(options: { readonly keepNew: boolean }): Promise<readonly string[]>;
  close(): Promise<void>;
}
