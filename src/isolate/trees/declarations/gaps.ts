/** Statements of two versions that no key makes one: what only does something is laid side by side, so that its lines can be compared. */
import type { Range } from "../../../core/configuration.ts";

/** Some statements of either text, next to each other; those of a lone one are all in one of them. Counted from the start of the gap. */
export interface GapStep {
  readonly good: Range;
  readonly bad: Range;
  /** They stand for each other, and are compared by lines. */
  readonly areCompared: boolean;
}

/**
 * `isPlain`: by statement of a text, whether it only does something. Runs of such statements stand for each other in order; what
 * declares something by itself comes or goes as a whole. All statements are in one step, in order in both texts.
 */
export const gapSteps = (goods: readonly boolean[], bads: readonly boolean[]): readonly GapStep[] => {
  const [ours, theirs] = [runsIn(goods), runsIn(bads)];
  const pairs = Math.min(ours.length, theirs.length);
  const steps: GapStep[] = [];
  let [a, b] = [0, 0];
  const alone = (good: number, bad: number): void => {
    if (a < good) steps.push({ good: { from: a, to: good }, bad: { from: b, to: b }, areCompared: false });
    if (b < bad) steps.push({ good: { from: good, to: good }, bad: { from: b, to: bad }, areCompared: false });
    [a, b] = [good, bad];
  };
  for (let pair = 0; pair < pairs; pair++) {
    const [good, bad] = [ours[pair] as Range, theirs[pair] as Range];
    alone(good.from, bad.from);
    steps.push({ good, bad, areCompared: true });
    [a, b] = [good.to, bad.to];
  }
  alone(goods.length, bads.length);
  return steps;
};

const runsIn = (plain: readonly boolean[]): readonly Range[] => {
  const runs: { from: number; to: number }[] = [];
  plain.forEach((isPlain, at) => {
    const last = runs.at(-1);
    if (!isPlain) return;
    if (last?.to === at) last.to++;
    else runs.push({ from: at, to: at + 1 });
  });
  return runs;
};
