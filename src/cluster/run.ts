/** A run on a cluster, as its coordinator sees it. */
import type { ClusterFigures } from "../core/cluster-figures.ts";
import type { Kit } from "./bench.ts";
import type { Cluster } from "./cluster.ts";
import type { Machine } from "./protocol.ts";

export interface ClusterRunOptions {
  readonly cluster: Cluster;
  readonly kit: Kit;
  /** Is tested on every worker before it is used. */
  readonly original: { readonly content: Uint8Array; readonly terms: unknown };
  /** What people are shown. */
  readonly title: string;
  readonly environment: Machine;
  /** Workers that were wrong in an earlier session of the run. */
  readonly distrusted?: readonly string[];
  readonly onNote?: (note: ClusterNote) => void;
}

/** What people are told of a cluster. */
export type ClusterNote =
  | {
      readonly type: "joined" | "left";
      readonly worker: string;
      readonly name: string;
      readonly slots: number;
      /** Programs that are not the same there. */
      readonly differs?: string;
    }
  | { readonly type: "set aside"; readonly name: string; readonly reason: string }
  /** Jobs that somebody else has put there, answers that do not verify, … */
  | { readonly type: "refused"; readonly reason: string }
  /** The server does not do what it should; it is asked again and again. */
  | { readonly type: "trouble"; readonly reason: string };

export interface ClusterJob {
  /** Names the candidate: equal keys, equal content. */
  readonly key: string;
  /** Built when needed. */
  content(): Uint8Array;
  readonly terms: unknown;
  /** Its outcome may be recalled from and kept for other runs. */
  readonly shared: boolean;
  /** Candidates of one family resemble each other: they are sent as edits of what was sent of it before. */
  readonly family?: string;
  /** Workers that are not to do it: it is asked what somebody else says. Rejects with `NobodyElse` where there are no others. */
  readonly except?: readonly string[];
  /** It takes as long as it takes: nobody else is asked because of that, and it tells nothing about how long jobs take. */
  readonly long?: boolean;
}

export interface ClusterReply {
  readonly body: unknown;
  readonly payload?: Uint8Array;
  /** Who says so, also of an outcome that was there. */
  readonly worker: string;
  readonly ms: number;
}

export interface ClusterRun {
  /** The slots of the workers that are ready. */
  readonly capacity: number;
  onCapacity(listener: () => void): () => void;
  /** Rejects with the bench's error, and with `signal.reason` after an abort; never because workers come and go. */
  submit(job: ClusterJob, signal: AbortSignal): Promise<ClusterReply>;
  figures(): ClusterFigures;
  /** The name that people are shown. */
  nameOf(worker: string): string;
  /** Is a worker there that is not set aside, or about to be? */
  readonly isManned: boolean;
  /** An answer of the worker was compared with another one. */
  verified(worker: string, isRight: boolean): void;
  /** It cannot be trusted: the worker gets no more jobs, and what it has left for other runs is taken away. */
  distrust(worker: string, reason: string): void;
  close(): Promise<void>;
}

/** There is no worker besides those that are not to do it. */
export class NobodyElse extends Error {
  override readonly name = "NobodyElse";
}
