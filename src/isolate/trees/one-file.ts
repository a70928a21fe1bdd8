/** Mixtures of candidates that are a single file. */
import { mixture, type Mixture } from "../mixture.ts";
import { fileOf, type FileEntry } from "./tree.ts";

export interface OneFile {
  readonly name: string;
  readonly good: FileEntry;
}

/** The good end has no entry: however a mixture came to the same bytes, it is the good end. */
export const fileMixture = ({ name, good }: OneFile, size: number, entry: FileEntry): Mixture =>
  entry.mode === good.mode && entry.digest === good.digest
    ? mixture(size, {})
    : mixture(size, { entries: new Map([[name, entry]]) });

/** The bytes are made when they are asked for. */
export const madeFile = ({ good }: OneFile, bytes: () => Uint8Array): FileEntry => fileOf(good.mode, bytes);
