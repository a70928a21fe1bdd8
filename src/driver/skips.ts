/** Which passes a person has skipped, and what that leaves of the claims. */
import type { Claim } from "../core/claim.ts";

export class Skips {
  readonly #ever = new Set<string>();
  /** Since the last best. */
  readonly #late = new Set<string>();

  add(pass: string): void {
    this.#ever.add(pass);
    this.#late.add(pass);
  }

  /** There is a new best: what is claimed by passes is proved of it anew. */
  onBest(): void {
    this.#late.clear();
  }

  /** The claims that did not need what was skipped, and the passes of which nothing is claimed. */
  left(claims: readonly Claim[]): { readonly claims: readonly Claim[]; readonly skipped?: readonly string[] } {
    if (this.#ever.size === 0) return { claims };
    const kept = claims.filter(({ pass }) => pass !== undefined && !this.#late.has(pass));
    const skipped = claims.every(({ pass }) => pass !== undefined) && claims.length > 0 ? this.#late : this.#ever;
    return { claims: kept, ...(skipped.size > 0 && { skipped: [...skipped] }) };
  }
}
