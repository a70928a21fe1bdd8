/** The questions of `pare init`, on a terminal. */
import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { UserError } from "../../core/errors.ts";
import type { OutputStream } from "../terminal.ts";

/** Throws a `UserError` where nobody can answer. `flag` is how the answer is given without a question. */
export const asking = (err: OutputStream): { ask(question: string, flag: string): Promise<string>; close(): void } => {
  let lines: ReturnType<typeof createInterface> | undefined;
  return {
    ask: async (question, flag) => {
      if (!isatty(0) || !isatty(2))
        throw new UserError("NO_ANSWER", "pare init cannot ask: standard input is not a terminal.", {
          advice: `Give ${flag}: pare init bug.c --shows 'internal compiler error' -- gcc -c bug.c`,
        });
      // The terminal itself shows what is typed.
      lines ??= createInterface({ input: process.stdin });
      err.write(`${question} `);
      return (await lines.question("")).trim();
    },
    close: () => lines?.close(),
  };
};
