/** Bugs that are probably one: said, never merged. */
import { isBinary } from "../formats/encoding.ts";
import type { Bucket } from "./bucket.ts";
import { isEndless } from "./symptom.ts";

export interface Offer {
  /** The other bug. */
  readonly id: number;
  readonly why: string;
}

export interface Portrait {
  readonly bucket: Bucket;
  /** Its smallest input. */
  readonly input: Uint8Array | undefined;
  /** Titles of what else its output reports, also where the first report does not end the program. */
  readonly beside: readonly string[];
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** A text with its names numbered in the order in which they come: equal for texts that are equal up to names. */
const upToNames = (bytes: Uint8Array): string => {
  if (isBinary(bytes)) return `bytes ${Buffer.from(bytes).toString("base64")}`;
  const numbers = new Map<string, number>();
  const numbered = (word: string): string => {
    if (!numbers.has(word)) numbers.set(word, numbers.size);
    return `‹${numbers.get(word)}›`;
  };
  return Buffer.from(bytes).toString().replaceAll(WORD, numbered).replaceAll(/\s+/g, " ").trim();
};

const framesOf = ({ symptom }: Bucket): readonly string[] => symptom.frames?.split(" < ") ?? [];

/** The innermost function of two bugs, if it is the same; of recursions without end, one that is in both. */
const sharedFunction = (one: Bucket, other: Bucket): string | undefined => {
  const [mine, others] = [framesOf(one), framesOf(other)];
  if (isEndless(one.symptom.title)) return mine.find((name) => others.includes(name));
  return mine[0] === others[0] ? mine[0] : undefined;
};

const headOf = ({ symptom }: Bucket): string => symptom.title.split(" in ")[0] ?? "";

/** Fewer signs are equal by chance: names alone say nothing. */
const MIN_SIGNS = 4;

/** Are two inputs equal up to names? */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean => {
  if (Buffer.compare(one, other) === 0) return true;
  const text = upToNames(one);
  return text === upToNames(other) && text.replaceAll(/[\p{N}\s‹›]/gu, "").length >= MIN_SIGNS;
};

const whyOne = (one: Portrait, other: Portrait): string | undefined => {
  if (one.input !== undefined && other.input !== undefined && isSame(one.input, other.input))
    return "the reduced inputs are equal up to names";
  if (one.beside.includes(other.bucket.symptom.title))
    return `the reduced input of #${one.bucket.id} also shows #${other.bucket.id}`;
  if (other.beside.includes(one.bucket.symptom.title))
    return `the reduced input of #${other.bucket.id} also shows #${one.bucket.id}`;
  const where = sharedFunction(one.bucket, other.bucket);
  return where !== undefined && headOf(one.bucket) === headOf(other.bucket)
    ? `the same failure in ${where}, called from elsewhere`
    : undefined;
};

/** For each bug, the others that are probably the same. */
export const offersAmong = (portraits: readonly Portrait[]): ReadonlyMap<number, readonly Offer[]> => {
  const offers = new Map<number, Offer[]>(portraits.map(({ bucket }) => [bucket.id, []]));
  for (const [at, one] of portraits.entries())
    for (const other of portraits.slice(at + 1)) {
      const why = whyOne(one, other);
      if (why === undefined) continue;
      offers.get(one.bucket.id)?.push({ id: other.bucket.id, why });
      offers.get(other.bucket.id)?.push({ id: one.bucket.id, why });
    }
  return offers;
};
