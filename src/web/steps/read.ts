/** A book as it is sent, read: runs in a browser. */
import type { Book, ShownStep } from "./book.ts";
import { fromBase64 } from "./diff.ts";

export interface SentBook {
  readonly plain: boolean;
  readonly goesOn: boolean;
  readonly leftOut: number;
  readonly start?: { readonly number: number; readonly size: number; readonly content: string };
  readonly steps: readonly (ShownStep & { readonly again?: boolean })[];
}

/** `earlier`: what the sent steps go on from, where they do. */
export const readBook = (sent: SentBook, earlier?: Book): Book | undefined => {
  const steps = withOutputs(sent.steps);
  if (sent.goesOn) return earlier && { ...earlier, steps: [...earlier.steps, ...steps] };
  if (sent.start === undefined) return undefined;
  const { number, size, content } = sent.start;
  return { plain: sent.plain, leftOut: sent.leftOut, start: { number, size, content: fromBase64(content) }, steps };
};

/** An output that is that of the step before was sent once. */
const withOutputs = (steps: SentBook["steps"]): readonly ShownStep[] => {
  let last: string | undefined;
  return steps.map(({ again, ...step }) => {
    if (again === true) return last === undefined ? step : { ...step, output: last };
    if (step.output !== undefined) last = step.output;
    return step;
  });
};
