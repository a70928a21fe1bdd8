/** From what a test said of the result without a part to what became of it. */
import type { Verdict } from "../../core/verdict.ts";
import type { Fate } from "../../reporters/reduce/report-data.ts";

/** How the failure ends a learnt command; missing for scripts and servers, which only say yes or no. */
export type ExpectedEnding = { readonly code: number } | { readonly signal: string } | undefined;

const FINE = "exits with 0";

export const fateOf = (
  { outcome, reason = "" }: Verdict,
  {
    learnt,
    ending,
    breaksSyntax,
  }: {
    readonly learnt: boolean;
    readonly ending: ExpectedEnding;
    readonly breaksSyntax: () => boolean;
  },
): Fate => {
  if (outcome === "fail") return "needless";
  if (outcome === "unresolved") return reason === "timeout" ? "hang" : "unresolved";
  const endsFine = ending !== undefined && "code" in ending && ending.code === 0;
  // A command that ends with 0 has nothing to complain of; one that was to end so and says something else, too.
  if (learnt && (reason === FINE || (endsFine && !reason.startsWith("exits with")))) return "works";
  if (breaksSyntax()) return "syntax";
  return learnt ? "other" : "works";
};
