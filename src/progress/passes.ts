/** What each pass has cost and brought. */
import type { Provenance } from "../core/events.ts";
import type { PassProgress } from "./state.ts";

/** More passes than that are counted together, under the last name. */
const MAX_PASSES = 256;
const OTHER_PASSES = "(others)";

/** The place of a pass in the table, which has room for it afterwards. */
const withRoom = (passes: readonly PassProgress[], pass: string): readonly [readonly PassProgress[], number] => {
  const at = passes.findIndex((each) => each.pass === pass);
  if (at >= 0) return [passes, at];
  if (passes.length >= MAX_PASSES) return [passes, MAX_PASSES - 1];
  const name = passes.length === MAX_PASSES - 1 ? OTHER_PASSES : pass;
  return [[...passes, { pass: name, run: 0, known: 0, successes: 0, removed: 0, ms: 0 }], passes.length];
};

const changed = (
  passes: readonly PassProgress[],
  pass: string,
  change: (known: PassProgress) => Partial<PassProgress>,
): readonly PassProgress[] => {
  const [table, at] = withRoom(passes, pass);
  const known = table[at] as PassProgress;
  return table.with(at, { ...known, ...change(known) });
};

export const withTest = (
  passes: readonly PassProgress[],
  { pass, provenance, ms }: { readonly pass: string; readonly provenance: Provenance; readonly ms: number },
): readonly PassProgress[] =>
  changed(passes, pass, (known) => ({
    ...(provenance === "run" ? { run: known.run + 1 } : { known: known.known + 1 }),
    ms: known.ms + ms,
  }));

export const withSuccess = (
  passes: readonly PassProgress[],
  { pass, removed }: { readonly pass: string; readonly removed: number },
): readonly PassProgress[] =>
  changed(passes, pass, (known) => ({ successes: known.successes + 1, removed: known.removed + removed }));

/** A search that begins once more is counted from the start; its costs are added to those before. */
export const begunAgain = (passes: readonly PassProgress[]): readonly PassProgress[] =>
  passes.map((each) => ({ ...each, successes: 0, removed: 0 }));
