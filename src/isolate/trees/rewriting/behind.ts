/** Splices of a text that was spliced before, as splices of the text before that. */
import type { Splice } from "./aligned.ts";

/** Both in order. What touches an earlier splice is left out. */
export const linesBehind = (splices: readonly Splice[], earlier: readonly Splice[]): readonly Splice[] => {
  if (earlier.length === 0) return splices;
  const found: Splice[] = [];
  // How much longer the text is by now, and the next of the earlier ones.
  let [longer, next] = [0, 0];
  for (const { from, to, put } of splices) {
    let before = earlier[next];
    while (before !== undefined && before.from + longer + before.put.length <= from) {
      longer += before.put.length - (before.to - before.from);
      before = earlier[++next];
    }
    if (before === undefined || to <= before.from + longer) found.push({ from: from - longer, to: to - longer, put });
  }
  return found;
};
