/** Minimality by brute force: every subsequence of a short text is tried. */

export interface Minimal {
  readonly one: readonly string[];
  readonly two: readonly string[];
  /** Nothing smaller that is part of them fails. */
  readonly local: readonly string[];
}

/** The failing subsequences that are 1-minimal, 2-minimal and local minima, sorted, equal ones once. */
export const minimalSubsequences = (text: string, fails: (text: string) => boolean): Minimal => {
  const failing = subsequences(text).filter(fails);
  const minimalBy = (reach: number): string[] =>
    failing.filter(
      (candidate) => !subsequences(candidate).some((part) => isWithin(part, candidate, reach) && fails(part)),
    );
  return { one: minimalBy(1), two: minimalBy(2), local: minimalBy(text.length) };
};

const isWithin = (part: string, candidate: string, reach: number): boolean =>
  part.length < candidate.length && candidate.length - part.length <= reach;

const subsequences = (text: string): string[] => {
  const all = Array.from({ length: 2 ** text.length }, (_, bits) =>
    Array.from(text)
      .filter((_letter, i) => (bits >> i) & 1)
      .join(""),
  );
  return [...new Set(all)].toSorted();
};
