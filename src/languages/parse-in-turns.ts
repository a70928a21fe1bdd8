/** Parses a text while others have their turn: signals, keys, the ends of tests. */
import type { TreeReader, SyntaxTree } from "./tree.ts";

/** Throws `Unparsable` as `parse` does. */
export const parseInTurns = async (language: TreeReader, text: string): Promise<SyntaxTree> => {
  const steps = language.parseInSteps?.(text);
  return steps === undefined ? language.parse(text) : await endedInTurns(steps);
};

/** What comes of steps; others have their turn between them. */
export const endedInTurns = async <T>(steps: Generator<void, T, void>): Promise<T> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
};

/** In a turn of its own: everything that is ready comes before it and behind it. */
export const inTurn = async <T>(work: () => T): Promise<T> => {
  await turn();
  const done = work();
  await turn();
  return done;
};

/** Everything that is ready now comes first. */
export const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
