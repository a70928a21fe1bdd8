/** Buckets: one for each bug, as far as symptoms tell. */
import { ANYTHING, fits, KEYWORDS, requoted } from "../oracles/quotations.ts";
import type { Symptom } from "./symptom.ts";

/** How a bucket is recognised; plain data. */
export interface BucketSignature {
  readonly group: string;
  /** Messages that were seen as they are, and the first with gaps for what it takes from the input. */
  readonly said: readonly string[];
  readonly pattern: string;
}

const WORD = /[\p{L}\p{N}_$][\p{L}\p{N}_$]*/gu;
/** A word of the message, or a mark that stands for noise. */
const WORD_OR_MARK = /‹[^›]*›|[\p{L}\p{N}_$]+/gu;
/** Gaps with nothing but signs and spaces between them. */
const GAPS = new RegExp(String.raw`${ANYTHING}(?:[^\p{L}\p{N}‹›]*${ANYTHING})+`, "gu");
/** Only the beginning of an input is looked through for words of messages. */
const MAX_TEXT = 1 << 20;
/** So many ways to say the same are remembered as they are. */
const MAX_SAID = 32;

/** A message with gaps for what it takes from the input: quotations, and words that stand in both. */
const patternOf = (said: string, input: Uint8Array): string => {
  if (said === "") return "";
  const text = Buffer.from(input.buffer, input.byteOffset, Math.min(input.length, MAX_TEXT)).toString();
  const words = new Set(text.match(WORD));
  const quoted = requoted(said, (inner) => (inner !== "" && text.includes(inner) ? ANYTHING : inner));
  return quoted
    .replaceAll(WORD_OR_MARK, (word) => (words.has(word) && !KEYWORDS.has(word) ? ANYTHING : word))
    .replaceAll(GAPS, ANYTHING);
};

/** The share of a message that must be left for its gaps to count. */
const hasText = (pattern: string): boolean => pattern === "" || /\p{L}{3}/u.test(pattern.replaceAll(ANYTHING, ""));

export const signatureOf = ({ group, said }: Symptom, input: Uint8Array): BucketSignature => {
  const pattern = patternOf(said, input);
  return { group, said: [said], pattern: hasText(pattern) ? pattern : said };
};

/** Is it the same bug, as far as can be told? `input` is read only where the message does not say so at once. */
export const shows = (signature: BucketSignature, { group, said }: Symptom, input: () => Uint8Array): boolean => {
  if (group !== signature.group) return false;
  if (signature.said.includes(said) || fits(said, signature.pattern)) return true;
  const pattern = patternOf(said, input());
  return hasText(pattern) && pattern.includes(ANYTHING) && signature.said.some((known) => fits(known, pattern));
};

/** The signature with one more way to say it. */
export const widened = (signature: BucketSignature, { said }: Symptom): BucketSignature =>
  signature.said.includes(said) || signature.said.length >= MAX_SAID
    ? signature
    : { ...signature, said: [...signature.said, said] };

/** Finds the bucket of a symptom among many. */
export class BucketIndex<B extends { signature: BucketSignature }> {
  readonly #byGroup = new Map<string, B[]>();

  add(bucket: B): void {
    const { group } = bucket.signature;
    const known = this.#byGroup.get(group);
    if (known === undefined) this.#byGroup.set(group, [bucket]);
    else known.push(bucket);
  }

  /** Those that have said exactly this come first. */
  find(symptom: Symptom, input: () => Uint8Array): B | undefined {
    const alike = this.#byGroup.get(symptom.group) ?? [];
    return (
      alike.find(({ signature }) => signature.said.includes(symptom.said)) ??
      alike.find(({ signature }) => shows(signature, symptom, input))
    );
  }
}
