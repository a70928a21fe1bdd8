/** What a worker says of itself every second. */
import { loadavg } from "node:os";
import { machine } from "../environment.ts";
import type { WorkerReport } from "../protocol.ts";

/** Of all words about runs together, in characters: a message takes only so much. */
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
