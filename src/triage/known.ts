/** What an earlier triage has found: triage.json of its folder. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import { onDisk } from "../journals/disk-errors.ts";
import type { KnownBug } from "./bucket.ts";
import { shows } from "./buckets.ts";
import type { Sorting } from "./sort.ts";
import { caseOf, type Target } from "./target.ts";

export const TRIAGE_FILE = "triage.json";
/** Raised with every change of its shape. */
export const TRIAGE_VERSION = 1;

export interface KnownTriage {
  readonly folder: string;
  readonly bugs: readonly KnownBug[];
}

/** Throws a `UserError` for a folder without one, unless it is only looked for. */
export const readKnown = (folder: string, isWanted: boolean): KnownTriage | undefined => {
  const path = join(folder, TRIAGE_FILE);
  if (!existsSync(path)) {
    if (!isWanted) return undefined;
    throw new UserError("NO_KNOWN", `There is no ${TRIAGE_FILE} in ${folder}.`, {
      advice: "Give --known the folder that an earlier pare triage has written (-o, triaged unless given).",
    });
  }
  const text = onDisk(`cannot read ${path}`, () => readFileSync(path, "utf8"));
  try {
    const read = JSON.parse(text) as { readonly version?: unknown; readonly bugs?: readonly KnownBug[] };
    if (read.version === TRIAGE_VERSION && Array.isArray(read.bugs) && read.bugs.every(isKnownBug))
      return { folder, bugs: read.bugs };
  } catch {
    // ReportFacts below.
  }
  throw new UserError("BAD_KNOWN", `${path} cannot be read: it is damaged, or of another version of pare.`, {
    advice: "Give another folder, or move this one away to start over.",
  });
};

const isKnownBug = (bug: Partial<KnownBug>): boolean =>
  typeof bug.id === "number" &&
  typeof bug.folder === "string" &&
  !bug.folder.includes("/") &&
  typeof bug.title === "string" &&
  typeof bug.signature?.group === "string" &&
  typeof bug.signature.pattern === "string" &&
  Array.isArray(bug.signature.said) &&
  typeof bug.symptom?.group === "string";

/** The reduced input of a known bug, if it is still there. */
const knownInput = (folder: string, bug: KnownBug): Uint8Array | undefined => {
  const file = bug.reduced?.file;
  if (file === undefined || file.includes("/")) return undefined;
  return attempt(() => readFileSync(join(folder, bug.folder, file)));
};

interface Meeting {
  readonly sorting: Sorting;
  readonly target: Target;
  readonly signal: AbortSignal;
}

/** Known bugs are recognised by their signatures; their reduced inputs say whether they are there. Returns those that are not. */
export const meetKnown = async (
  known: KnownTriage | undefined,
  { sorting, target, signal }: Meeting,
): Promise<ReadonlySet<number>> => {
  const fixed = new Set<number>();
  if (known === undefined) return fixed;
  sorting.addKnown(known.bugs);
  for (const bucket of sorting.buckets) {
    const { known: bug } = bucket;
    const bytes = bug === undefined ? undefined : knownInput(known.folder, bug);
    if (bug?.reduced === undefined || bytes === undefined) continue;
    const { name, before, complete } = bug.reduced;
    const { sight } = await target.see(caseOf(bytes, name), { name, signal });
    const isThere = "symptom" in sight && shows(bucket.signature, sight.symptom, () => bytes);
    if (!isThere) fixed.add(bucket.id);
    else if (complete)
      bucket.reduced = { bytes, name, before, began: bytes.length, from: "an earlier triage", tests: 0, complete };
    else bucket.witness = { bytes, name, from: "an earlier triage" };
  }
  return fixed;
};
