/** necessity.json: the map of a result, kept with its run so that later reports have it without a test. */
import { readRegular } from "../../journals/regular-file.ts";
import type { Necessity } from "../../reporters/reduce/report-data.ts";
import { replaceFile } from "../../runs/atomic.ts";

interface Stored {
  readonly version: 1;
  /** The digest of the result it is about. */
  readonly sha256: string;
  readonly necessity: Necessity;
}

/** `undefined` when there is none for this result. */
export const readNecessity = (path: string, sha256: string): Necessity | undefined => {
  try {
    const stored = JSON.parse(readRegular(path)) as Partial<Stored>;
    return stored.version === 1 && stored.sha256 === sha256 ? stored.necessity : undefined;
  } catch {
    return undefined;
  }
};

export const writeNecessity = (path: string, sha256: string, necessity: Necessity): void =>
  replaceFile(path, `${JSON.stringify({ version: 1, sha256, necessity } satisfies Stored)}\n`);
