/** A bug as it is reported: plain data for all forms of the report. */
import { given } from "../core/maybe.ts";
import type { Bucket, BugWitness } from "./bucket.ts";
import { offersAmong, type Offer } from "./offers.ts";
import type { Portrayed } from "./portrait.ts";
import type { Severity } from "./symptom.ts";

type BugState = "new" | "known" | "fixed" | "flaky";

export interface Bug {
  readonly id: number;
  readonly folder: string;
  readonly title: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly state: BugState;
  /** Files that show it, in this triage. */
  readonly files: readonly string[];
  readonly firstSeen?: string;
  /** The name of the files in its folder, and what they hold. */
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly original?: Uint8Array;
  readonly reduced?: Uint8Array;
  /** What became of an input that differs much from the smallest, where that is another way to the bug. */
  readonly second?: { readonly bytes: Uint8Array; readonly before: number; readonly from: string };
  readonly complete: boolean;
  readonly foundWhile?: number;
  readonly from?: string;
  readonly rate?: { readonly shows: number; readonly runs: number };
  readonly offers: readonly Offer[];
  /** What the program prints on the reduced input, and how long that takes. */
  readonly output?: string;
  readonly ms?: number;
  /** The run of its reduction. */
  readonly run?: string;
  /** What made it, in words. */
  readonly since?: string;
  readonly bucket: Bucket;
}

const MAX_SLUG = 60;

/** A name for the folder of a bug that every system takes. */
const folderOf = (id: number, title: string): string => {
  const slug = title
    .replaceAll(/[^A-Za-z0-9_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, MAX_SLUG)
    .replace(/-+$/, "");
  return `${String(id).padStart(3, "0")}${slug === "" ? "" : `-${slug}`}`;
};

const stateOf = (bucket: Bucket, isFixed: boolean): BugState =>
  bucket.known === undefined ? (bucket.rate === undefined ? "new" : "flaky") : isFixed ? "fixed" : "known";

/** "AddressSanitizer: heap-buffer-overflow", "TypeError", "panic", "SIGSEGV", "hang". */
export const kindOf = (title: string, kind: string): string =>
  kind === "crash" || kind === "signal"
    ? (/^\w+Sanitizer: (?:attempting )?[\w-]+|^[\w.$-]+/.exec(title)?.[0] ?? kind)
    : kind;

/** What is known of bugs besides their buckets. */
export interface BugView {
  readonly isFixed: (id: number) => boolean;
  /** The name of a file, by its number. */
  readonly shown: (file: number) => string;
  readonly witnessOf: (bucket: Bucket) => BugWitness | undefined;
}

export const bugsOf = (
  buckets: readonly Bucket[],
  view: BugView,
  portraits: ReadonlyMap<number, Portrayed>,
): readonly Bug[] => {
  const besideOf = ({ id }: Bucket): readonly string[] => portraits.get(id)?.beside ?? [];
  const offers = offersAmong(
    buckets.map((bucket) => ({ bucket, input: bucket.reduced?.bytes, beside: besideOf(bucket) })),
  );
  return buckets.map((bucket) => ({
    ...bugOf(bucket, view),
    ...given({ output: portraits.get(bucket.id)?.output, ms: portraits.get(bucket.id)?.ms }),
    offers: offers.get(bucket.id) ?? [],
  }));
};

const bugOf = (bucket: Bucket, view: BugView): Omit<Bug, "offers"> => {
  const { id, symptom, reduced, rate, foundWhile, firstSeen, known, members } = bucket;
  const witness = view.witnessOf(bucket);
  const before = reduced?.before ?? witness?.bytes.length ?? known?.reduced?.before ?? known?.before ?? 0;
  return {
    id,
    folder: known?.folder ?? folderOf(id, symptom.title),
    title: symptom.title,
    kind: kindOf(symptom.title, symptom.kind),
    severity: symptom.severity,
    state: stateOf(bucket, view.isFixed(id) && members.length === 0),
    files: members.map((number) => view.shown(number)),
    name: reduced?.name ?? witness?.name ?? known?.reduced?.name ?? known?.name ?? "input",
    before,
    after: reduced?.bytes.length ?? before,
    complete: reduced?.complete ?? false,
    ...given({
      firstSeen: firstSeen?.toISOString().slice(0, 10),
      original: witness?.bytes,
      reduced: reduced?.bytes,
      second: bucket.second && { bytes: bucket.second.bytes, before: bucket.second.before, from: bucket.second.from },
      run: reduced?.run,
      from: reduced?.from,
      foundWhile,
      rate: rate ?? (members.length === 0 ? known?.rate : undefined),
    }),
    bucket,
  };
};
