/** The memory of this process: too little is said before V8 gives up, which would lose the words for it. */
import { basename } from "node:path";
import { PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { UserError } from "../core/errors.ts";
import { detectLanguage } from "../languages/detect.ts";

const MEGA = 2 ** 20;
/** What pare itself takes, and what every word or sign of a text takes (measured): at the very least, and where there is a grammar for it. */
const OWN = 40 * MEGA;
const PER_TOKEN = { least: 20, parsed: 100 } as const;
/** So much of a text is looked at. */
const SAMPLE = 256 * 1024;
const TOKEN = /\w+|[^\s\w]/g;

const leastFor = (path: string, bytes: Uint8Array): number => {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE));
  // Binary files are cut, not parsed.
  if (sample.includes(0)) return OWN;
  const text = sample.toString("latin1");
  const isParsed = ![undefined, "json"].includes(detectLanguage(basename(path), text));
  const tokens = (text.match(TOKEN)?.length ?? 0) * (bytes.length / Math.max(sample.length, 1));
  return OWN + tokens * PER_TOKEN[isParsed ? "parsed" : "least"];
};

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / MEGA).toLocaleString("en")} MB`;

/** Throws a `UserError` for a text that cannot be worked on with the heap that there is. */
export const checkHeap = (
  path: string,
  bytes: Uint8Array,
  limit: number = getHeapStatistics().heap_size_limit,
): void => {
  const needed = leastFor(path, bytes);
  if (needed <= limit) return;
  const enough = Math.ceil((3 * needed) / MEGA);
  throw new UserError(
    "NO_MEMORY",
    `${path} has ${inMegabytes(bytes.length)}: that takes a heap of at least ${inMegabytes(needed)}, and this process has ${inMegabytes(limit)}.`,
    { advice: `Allow more memory: NODE_OPTIONS=--max-old-space-size=${enough} pare …` },
  );
};

/** With more than this share in use after all garbage was collected, the next step may be the last. */
const NEARLY_ALL = 0.9;

/** Calls `low` when the heap is nearly used up. Returns what ends the watch. */
export const watchHeap = (low: () => void): (() => void) => {
  const observer = new PerformanceObserver(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used > NEARLY_ALL * limit) low();
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => observer.disconnect();
};
