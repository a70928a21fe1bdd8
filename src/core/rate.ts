/** How often something shows, with how sure that is. */

export interface Rate {
  readonly shows: number;
  readonly runs: number;
  /** shows / runs */
  readonly rate: number;
  /** Clopper & Pearson (1934): it holds the true rate with at least this confidence. */
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}
