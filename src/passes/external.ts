/** What a pass in another process offers: the same for files of any kind, so it speaks of bytes. */
import type { TestCase } from "../core/test-case.ts";

/** Other bytes in place of those from `start` to `end`. */
export interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly data: Uint8Array;
}

/** Edits that only make sense together: within the file, in document order, without overlaps. */
export type ByteChange = readonly ByteEdit[];

export interface ChangeList {
  /** Under which its questions are counted. */
  readonly name: string;
  readonly changes: readonly ByteChange[];
}

export interface ExternalPass {
  /** The same for the same content; nothing where it has nothing to offer, or cannot be trusted any more. Rejects when the run is stopped. */
  changes(source: TestCase): Promise<ChangeList>;
}
