/** The inputs of a reduction as they were meant: results of pare are no inputs. */
import type { Arguments } from "../arguments.ts";
import { withoutResults } from "../mistakes.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

export interface TakenInputs {
  readonly inputs: readonly string[];
  readonly settings: Settings;
}

/** A glob that gives results of pare is often in the command, too. */
export const takenInputs = ({ input, more, settings }: Arguments, { err }: Terminal): TakenInputs => {
  const { inputs, results } = withoutResults(input === undefined ? [] : [input, ...more]);
  for (const result of results) err.write(`note: ${result} is a result of pare; it is left out\n`);
  const { command } = settings;
  if (command === undefined || results.length === 0) return { inputs, settings };
  return { inputs, settings: { ...settings, command: command.filter((word) => !results.includes(word)) } };
};
