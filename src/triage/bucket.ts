/** One bug, as far as symptoms tell: the files that show it, and the best of them. */
import type { BucketSignature } from "./buckets.ts";
import type { Symptom } from "./symptom.ts";

/** An input that shows a bug. */
export interface BugWitness {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Where it comes from, for people. */
  readonly from: string;
}

/** A file, by its number, how large it is, and what it held when it was sorted. */
export interface BucketMember {
  readonly file: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Bucket {
  readonly id: number;
  signature: BucketSignature;
  symptom: Symptom;
  /** By their numbers among the files. */
  readonly members: number[];
  /** The smallest member; none for a bug that was found on the way. */
  best?: BucketMember;
  /** A few of the smallest, the best first. */
  smallest?: readonly BucketMember[];
  /** What takes the place of the smallest member: found while another bug was reduced, or known from an earlier triage. */
  witness?: BugWitness;
  /** The bug during whose reduction it was found first. */
  readonly foundWhile?: number;
  /** How often it shows, if not always. */
  rate?: { readonly shows: number; readonly runs: number };
  /** From an earlier triage, with the folder it has there. */
  readonly known?: KnownBug;
  /** The earliest change of a member. */
  firstSeen?: Date;
  reduced?: Reduced;
  /** What it was reduced to before something smaller was found. */
  legs?: readonly Reduced[];
  /** What became of a member that differs much from the smallest. */
  second?: Reduced;
}

export interface Reduced {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The size of the bug's smallest file. */
  readonly before: number;
  /** The size of the input that the reduction began with, and where that came from. */
  readonly began: number;
  readonly from: string;
  readonly tests: number;
  readonly complete: boolean;
  /** The directory of the run, for its report. */
  readonly run?: string;
}

/** What triage.json of an earlier triage says. */
export interface KnownBug {
  readonly id: number;
  readonly folder: string;
  readonly title: string;
  readonly signature: BucketSignature;
  readonly symptom: Symptom;
  readonly reduced?: {
    readonly file: string;
    readonly name: string;
    readonly before: number;
    readonly complete: boolean;
  };
  readonly files: number;
  readonly firstSeen?: string;
  readonly fixed?: boolean;
  /** Its input, where nothing was reduced: its name, how large it is, and how often it shows the bug. */
  readonly name?: string;
  readonly before?: number;
  readonly rate?: { readonly shows: number; readonly runs: number };
}

/** So many of the smallest members are remembered. */
const MAX_SMALLEST = 16;

/** Of members of one size, the first is the smallest. */
export const withMember = (smallest: readonly BucketMember[], member: BucketMember): readonly BucketMember[] => {
  if (smallest.length >= MAX_SMALLEST && member.bytes >= (smallest.at(-1)?.bytes ?? 0)) return smallest;
  return [...smallest, member].toSorted((a, b) => a.bytes - b.bytes).slice(0, MAX_SMALLEST);
};
