/** The files of a bug that stand for it. */
import type { Bucket, BucketMember, BugWitness } from "./bucket.ts";
import { readTriageFile, type TriageFile } from "./files.ts";
import { differMuch, holdsWordsOf } from "./likeness.ts";

export class Witnesses {
  readonly #files: readonly TriageFile[];

  constructor(files: readonly TriageFile[]) {
    this.#files = files;
  }

  /** The smallest of a bug's own files. */
  best({ best }: Bucket): BugWitness | undefined {
    return this.#read(best);
  }

  /** Another one, if one of the small ones differs much from the smallest, and lacks a word of what that was reduced to. */
  second({ smallest: [first, ...others] = [], reduced }: Bucket): BugWitness | undefined {
    const best = this.#read(first);
    if (best === undefined) return undefined;
    for (const member of others) {
      const witness = this.#read(member);
      if (witness === undefined || !differMuch(best.bytes, witness.bytes)) continue;
      if (reduced === undefined || !holdsWordsOf(reduced.bytes, witness.bytes)) return witness;
    }
    return undefined;
  }

  shown(file: number): string {
    return this.#files[file]?.shown ?? "";
  }

  #read(member: BucketMember | undefined): BugWitness | undefined {
    const file = member === undefined ? undefined : this.#files[member.file];
    const read = file === undefined ? "gone" : readTriageFile(file.path);
    return file === undefined || typeof read === "string"
      ? undefined
      : { bytes: read.bytes, name: file.name, from: file.shown };
  }
}
