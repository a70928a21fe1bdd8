/** What a container format is: one file with one of these, and a line in the registry (`index.ts`). */
import type { FileFormat } from "../pieces.ts";

/**
 * A format of files that have lengths, counts, offsets or checksums, which would be wrong if bytes just went. Nothing here throws for
 * what is malformed: what is not understood is kept as raw bytes, since the failure may be exactly there. What is not touched is
 * printed as it was, byte for byte.
 */
export interface Container {
  readonly name: string;
  /** Does it begin like one? */
  readonly recognises: (bytes: Uint8Array) => boolean;
  /** Places are told by offsets all over the file: hardly a byte can go that no stage takes. */
  readonly isRigid?: boolean;
  /** Is every word of it told by others, so that readers refuse what no stage and no content proposes? Then other bytes are tried only if anything may be. */
  readonly isSealed?: (bytes: Uint8Array) => boolean;
  /** From coarse to fine; their units are the names of the passes. */
  readonly stages: readonly FileFormat[];
  /** What is stored inside as files of their own, in an order that stays the same when one of them changes; one that is empty may be missing. */
  readonly contents: (bytes: Uint8Array) => readonly Content[];
}

export interface Content {
  readonly bytes: () => Uint8Array;
  /** The container with other bytes in the place of these. */
  readonly embed: (content: Uint8Array) => readonly Uint8Array[];
}
