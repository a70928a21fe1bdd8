/** The files of a bug that stand for it. */
import type { Bucket, BucketMember, BugWitness } from "./bucket.ts";
import { readTriageFile, type TriageFile } from "./input/files.ts";
import { differMuch, holdsWordsOf } from "./likeness.ts";

interface MemberWitness {
  readonly member: BucketMember;
  readonly witness: BugWitness;
}

export class Witnesses {
  readonly #files: readonly TriageFile[];

  constructor(files: readonly TriageFile[]) {
    this.#files = files;
  }

  /** The smallest of a bug's own files that is as it was when it was sorted. */
  best(bucket: Bucket): BugWitness | undefined {
    return this.few(bucket, 1)[0]?.witness;
  }

  /** A few of the smallest. */
  few({ smallest = [] }: Bucket, most: number): readonly MemberWitness[] {
    const found: MemberWitness[] = [];
    for (const member of smallest) {
      if (found.length === most) break;
      const witness = this.#read(member);
      if (witness !== undefined) found.push({ member, witness });
    }
    return found;
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
    return file === undefined || typeof read === "string" || read.sha256 !== member?.sha256
      ? undefined
      : { bytes: read.bytes, name: file.name, from: file.shown };
  }
}
