/** What a worker says of itself every second. */
import { loadavg } from "node:os";
import { machine } from "../environment.ts";
import type { WorkerReport } from "../protocol.ts";

/** The length of all words about runs together, in characters: a message takes only so much. */
const MAX_WORDS = 32_000;

const { os, arch } = machine();

export const reportOf = (own: Omit<WorkerReport, "type" | "os" | "arch" | "load">): WorkerReport => {
  let left = MAX_WORDS;
  const shortened = (words: string): string => {
    const kept = words.slice(0, left);
    left -= kept.length;
    return kept;
  };
  return {
    ...own,
    type: "worker",
    os,
    arch,
    load: loadavg()[0] ?? 0,
    runs: own.runs.map(({ reason, differs, ...run }) => ({
      ...run,
      ...(reason !== undefined && { reason: shortened(reason) }),
      ...(differs !== undefined && { differs: shortened(differs) }),
    })),
  };
};

/** What people are told by a worker. */
export type WorkerMessage =
  /** The connection was lost, and is there again. */
  | { readonly type: "lost" | "back" }
  | { readonly type: "opening" | "ready" | "over"; readonly run: string; readonly title: string }
  /** It takes no part in the run. */
  | { readonly type: "unfit"; readonly run: string; readonly title: string; readonly reason: string }
  /** Messages that were not acted upon. */
  | { readonly type: "refused"; readonly what: string; readonly reason: string; readonly count: number }
  /** Something went wrong that does not end the worker. */
  | { readonly type: "trouble"; readonly message: string; readonly count: number }
  | { readonly type: "draining"; readonly running: number };
