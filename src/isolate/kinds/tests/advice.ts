/** What to type to see it. */
import type { Change } from "../../change.ts";
import { filledLine } from "../flags/placeholder.ts";
import type { Advice } from "../../kind.ts";
import type { Selection, Test } from "./runner.ts";

export interface Advised {
  readonly earlier: readonly Test[];
  readonly victim: Test;
  readonly selection: Selection;
  readonly brittle: boolean;
  readonly command: readonly string[] | undefined;
}

/** One line to copy that shows the failure with the fewest tests; for a brittle test also one in which it passes. */
export const orderAdvice = (
  { trigger, patch }: { readonly trigger: readonly Change[]; readonly patch: readonly Change[] },
  { earlier, victim, selection, brittle, command = [] }: Advised,
): Advice => {
  const found = new Set((patch.length > 0 ? patch : trigger).map(({ id }) => id));
  const needed = [...earlier.filter(({ id }) => found.has(id)), victim];
  const line = (tests: readonly Test[]): string =>
    command.length === 0
      ? selection.shown(tests).join(" ")
      : filledLine(command, { name: "tests", words: selection.shown(tests) });
  const lines = brittle ? [`fails:  ${line([victim])}`, `passes: ${line(needed)}`] : [`fails:  ${line(needed)}`];
  return { files: [], lines };
};
