/** `--bucket-by`: which parts of a symptom tell bugs apart. */
import { UserError } from "../core/errors.ts";
import { wrongPattern } from "../settings/readers.ts";
import { withoutNoise } from "../oracles/noise.ts";

/** A word, or a regular expression between slashes. */
export type BucketBy = string;

export interface SymptomParts {
  readonly kind: string;
  readonly head: string;
  readonly frames: string;
  readonly said: string;
  readonly output: () => string;
}

/** What must be the same for one bucket, and the message, of which words of the input may differ. */
interface BucketText {
  readonly group: string;
  readonly said: string;
}

const joined = (...parts: readonly string[]): string => parts.join("\u0001");

const bySignature = ({ kind, head, frames, said }: SymptomParts): BucketText => ({
  group: joined(kind, head, frames),
  said,
});

const WORDS: Readonly<Record<string, (parts: SymptomParts) => BucketText>> = {
  signature: bySignature,
  frames: ({ kind, head, frames }) => ({ group: joined(kind, head, frames), said: "" }),
  frame: ({ kind, head, frames }) => ({ group: joined(kind, head, frames.split(" < ")[0] ?? ""), said: "" }),
  message: ({ kind, head, said }) => ({ group: joined(kind, head), said }),
  kind: ({ kind, head }) => ({ group: joined(kind, head), said: "" }),
};

const BUCKET_WORDS: readonly string[] = Object.keys(WORDS);

/** Is it any text of the output that counts? */
export const isPattern = (by: string): boolean => patternIn(by) !== undefined;

const patternIn = (by: string): string | undefined => /^\/(.+)\/$/s.exec(by)?.[1];

/** Throws a `UserError` for what is neither a word nor a regular expression. */
export const checkBucketBy = (by: string): void => {
  const pattern = patternIn(by);
  const wrong = pattern === undefined ? undefined : wrongPattern(pattern);
  if (Object.hasOwn(WORDS, by) || (pattern !== undefined && wrong === undefined)) return;
  throw new UserError("USAGE", `--bucket-by ${by} is not known${wrong === undefined ? "" : `: ${wrong}`}.`, {
    advice: `Give one of ${BUCKET_WORDS.join(", ")}, or a regular expression between slashes: what it matches in the output names the bucket.`,
  });
};

export const bucketText = (by: BucketBy, parts: SymptomParts): BucketText => {
  const pattern = patternIn(by);
  if (pattern === undefined) return (WORDS[by] ?? bySignature)(parts);
  const match = new RegExp(pattern, "m").exec(parts.output());
  if (match === null) return { group: joined(parts.kind, "no match"), said: "" };
  const [whole, ...groups] = match;
  return {
    group: (groups.length > 0 ? groups.map((group) => group ?? "") : [whole]).map(withoutNoise).join("\u0001"),
    said: "",
  };
};
