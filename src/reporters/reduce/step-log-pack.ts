/** The steps of a run as a browser gets them: plain JSON, and compressed for a file. */
import { gzipSync } from "node:zlib";
import type { StepLog } from "./report-data.ts";

/** JSON, contents in base64; an output that is that of the step before is written once. */
export const bookJson = ({ plain, goesOn, leftOut = 0, start, steps }: StepLog): string => {
  let last: string | undefined;
  const told = steps.map(({ output, ...step }) => {
    const again = output !== undefined && output === last;
    if (output !== undefined) last = output;
    return { ...step, key: undefined, ...(output !== undefined && (again ? { again } : { output })) };
  });
  const begin = start && { ...start, content: Buffer.from(start.content).toString("base64") };
  return JSON.stringify({ plain, goesOn, leftOut, ...(begin && { start: begin }), steps: told });
};

/** In base64: no content can end the element it stands in. */
export const packedBook = (book: StepLog): string => gzipSync(bookJson(book), { level: 9 }).toString("base64");
