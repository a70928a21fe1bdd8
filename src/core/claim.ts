/** What a result is proved to be. */

export interface Claim {
  /** "1-minimal", "2-minimal", "1-minimal difference", … */
  readonly property: string;
  /** The unit it holds for: "elements", "lines", "tokens", … */
  readonly by: string;
}

/** The claim that no up to `n` units can go. */
export const minimal = (n: number, by = "elements"): Claim => ({ property: `${n}-minimal`, by });

/** A claim in words: "1-minimal by lines". */
export const claimText = (claim: Claim): string => `${claim.property} by ${claim.by}`;
