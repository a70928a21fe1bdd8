/** A book with what else is known of its steps: the pass that found each, and what the oracle saw. */
import { given } from "../core/maybe.ts";
import type { AcceptedStep } from "../progress/state.ts";
import { packedBook } from "../reporters/reduce/step-log-pack.ts";
import type { BookStep, StepLog } from "../reporters/reduce/report-data.ts";
import type { StepReader } from "./step-log.ts";

/** Outputs of steps are told as long as they have room. */
const MAX_OUTPUTS = 200_000;
/** What the steps may take in a report, as they are packed. */
const MAX_PACKED = 100_000;
/** Limits of the content that the steps begin with, in bytes. */
const [LARGEST_START, SMALLEST_START] = [2 << 20, 1024];

/** `found`: what the progress model knows. */
export const annotated = (reader: StepReader, book: StepLog, found: readonly AcceptedStep[]): StepLog => {
  const known = new Map(found.map((step) => [step.key, step]));
  const { witnesses } = reader;
  let room = MAX_OUTPUTS;
  let last: string | undefined;
  const told = (step: BookStep): BookStep => {
    const { pass, tests } = known.get(step.key) ?? {};
    const output = witnesses.get(step.key)?.output;
    if (output !== undefined && output !== last) room -= output.length;
    if (room > 0) last = output;
    return {
      ...step,
      ...given({ pass, tests }),
      ...(output !== undefined && room > 0 && { output }),
    };
  };
  return { ...book, steps: book.steps.map(told) };
};

/** The whole way, or as much of its end as fits in a report; `undefined` where not even the result does. */
export const fittingBook = (
  { reader, tip }: { readonly reader: StepReader; readonly tip: number },
  found: readonly AcceptedStep[],
): StepLog | undefined => {
  let tried: number | undefined;
  for (let most = LARGEST_START; most >= SMALLEST_START; most >>= 1) {
    const book = reader.book(tip, { most });
    if (book === undefined) return undefined;
    if (book.leftOut === tried) continue;
    tried = book.leftOut;
    const told = annotated(reader, book, found);
    if (packedBook(told).length <= MAX_PACKED) return told;
  }
  return undefined;
};
