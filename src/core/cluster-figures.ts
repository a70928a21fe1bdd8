/** How a run on a cluster is doing, as plain data. */

export interface ClusterFigures {
  readonly workers: readonly ClusterWorkerFigures[];
  /** How many tests can run at once. */
  readonly slots: number;
  /** Tests that no worker has taken yet. */
  readonly queued: number;
  readonly running: number;
  readonly done: number;
  /** Answered by what another run has found. */
  readonly recalled: number;
  /** Given to another worker after one died. */
  readonly redelivered: number;
  /** Stragglers that were given out a second time. */
  readonly duplicated: number;
  readonly cancelled: number;
  /** Messages that were refused. */
  readonly refused: number;
  /** Answers that another worker or this machine has confirmed, and those that were found wrong. */
  readonly verified: number;
  readonly wrong: number;
}

export interface ClusterWorkerFigures {
  readonly name: string;
  readonly slots: number;
  readonly running: number;
  readonly done: number;
  /** How many of those that are done were compared with the answer of somebody else. */
  readonly verified: number;
  /** Tests a second, lately. */
  readonly rate: number;
  /** The time that a test takes lately, in milliseconds. */
  readonly latencyMs: number;
  /** The load of the machine over the last minute. */
  readonly load: number;
  readonly state: "opening" | "ready" | "unfit" | "draining" | "silent";
  /** Why it takes no part. */
  readonly reason?: string;
}
