/** The memory of this process: too little is said before V8 gives up, which would lose the words for it. */
import { basename } from "node:path";
import { constants, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
import { UserError } from "../core/errors.ts";
import { detectLanguage } from "../languages/detect.ts";
import { isNeverParsed } from "../pipelines/large.ts";

const MEGA = 2 ** 20;
/** The least heap for any text, and for binary files, which are cut, not parsed. */
const OWN = 48 * MEGA;
const FIXED = 24 * MEGA;
/**
 * Bytes of heap for each word or sign of a text (measured: docs/guide/reduce.md): where a grammar reads it; in plain text,
 * which is cut by lines first; and in plain text with lines so long that it is taken apart at once.
 */
const PER_TOKEN = { parsed: 80, plain: 20, long: 560 } as const;
/** A line of more characters is a long one. */
const LONG_LINE = 2000;
/** Only the beginning of a text is looked at. */
const SAMPLE = 256 * 1024;
const TOKEN = /\w+|[^\s\w]/g;

const neededFor = (path: string, bytes: Uint8Array): number => {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE));
  if (sample.includes(0) || isNeverParsed(bytes)) return OWN;
  const text = sample.toString("latin1");
  const isParsed = detectLanguage(basename(path), text) !== undefined;
  const each = text.split("\n").reduce((sum, line) => {
    const kind = isParsed ? "parsed" : line.length > LONG_LINE ? "long" : "plain";
    return sum + (line.match(TOKEN)?.length ?? 0) * PER_TOKEN[kind];
  }, 0);
  return Math.max(OWN, FIXED + each * (bytes.length / Math.max(sample.length, 1)));
};

/** V8 counts what it sets aside for young objects to the limit of the heap; it gives up when there is no room for the old ones. */
const YOUNG = 48 * MEGA;

const limitOfOld = (): number => Math.max(getHeapStatistics().heap_size_limit - YOUNG, 1);

const usedByOld = (): number =>
  getHeapSpaceStatistics().reduce(
    (sum, { space_name: name, space_used_size: used }) => sum + (name.startsWith("new_") ? 0 : used),
    0,
  );

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / MEGA).toLocaleString("en")} MB`;

/** Throws a `UserError` for a text that cannot be worked on with the heap that there is. */
export const checkHeap = (path: string, bytes: Uint8Array, limit: number = limitOfOld()): void => {
  const needed = neededFor(path, bytes);
  if (needed <= limit) return;
  const enough = Math.ceil((3 * needed) / MEGA);
  throw new UserError(
    "NO_MEMORY",
    `${path} has ${inMegabytes(bytes.length)}: that takes a heap of at least ${inMegabytes(needed)}, and this process has ${inMegabytes(limit)}.`,
    { advice: `Allow more memory: NODE_OPTIONS=--max-old-space-size=${enough} pare …` },
  );
};

/** With more than this share in use after all garbage was collected, the next step may be the last. */
const NEARLY_ALL = 0.8;

const { NODE_PERFORMANCE_GC_MAJOR: MAJOR } = constants;

/** Calls `low` when the heap is nearly used up. Returns what ends the watch. */
export const watchHeap = (low: () => void): (() => void) => {
  const most = NEARLY_ALL * limitOfOld();
  const observer = new PerformanceObserver((list) => {
    // Others leave old garbage where it is.
    const isWhole = list
      .getEntries()
      .some((entry) => "detail" in entry && (entry.detail as { readonly kind?: number }).kind === MAJOR);
    if (isWhole && usedByOld() > most) low();
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => observer.disconnect();
};
