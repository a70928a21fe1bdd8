/** A file to reduce, a test for it, and passes written in sh. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import type { ReduceResult } from "../../src/reduce/result.ts";
import { newDirectory, writeScript } from "../runs/support.ts";

export interface Workshop {
  readonly directory: string;
  /** A script beside the input that is shown the file as $1; returns its name. */
  pass(body: string): string;
  run(options?: Partial<ReduceOptions>): Promise<Ran>;
}

interface Ran {
  readonly result: ReduceResult;
  readonly text: string;
  /** In the order in which they happened. */
  readonly events: readonly ReduceEvent[];
  /** Codes and messages. */
  readonly warnings: readonly string[];
  /** Keys of the committed tests. */
  readonly committed: readonly string[];
  /** Passes that have asked something. */
  readonly passes: readonly string[];
}

/** The test wants every one of the words. */
export const workshop = (text: string, words: readonly string[]): Workshop => {
  const directory = newDirectory();
  writeFileSync(join(directory, "input.txt"), text);
  const wants = words.map((word) => `grep -q '${word}' "$1"`).join(" && ");
  writeScript(join(directory, "test.sh"), wants);
  let made = 0;
  return {
    directory,
    pass: (body) => {
      const name = `pass-${++made}.sh`;
      writeScript(join(directory, name), body);
      return `./${name}`;
    },
    run: async (options = {}) => {
      const events: ReduceEvent[] = [];
      const onEvent = (event: ReduceEvent): void => void events.push(event);
      const common = { input: "input.txt", test: "./test.sh", cwd: directory, jobs: 2, fresh: true } as const;
      const result = await reduce({ ...common, ...options, onEvent }).result;
      const tests = events.flatMap((event) => (event.type === "test" ? [event] : []));
      return {
        result,
        text: Buffer.from(result.best).toString(),
        events,
        warnings: events.flatMap((event) => (event.type === "warning" ? [`${event.code} ${event.message}`] : [])),
        committed: tests.map(({ key }) => key),
        passes: [...new Set(tests.map(({ step }) => step.pass ?? ""))],
      };
    },
  };
};
