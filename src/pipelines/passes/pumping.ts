/** Changes that make a text longer, each with a round after it: what is shorter in the end is kept, else nothing has happened. */
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, labelled, one } from "../../core/words.ts";
import type { CoupledPass, Edit } from "../../languages/pass.ts";
import { applied } from "./applied.ts";
import { seeing, type PassContext } from "./seeing.ts";

/** How many changes are asked about, and how many rounds are spent on those that fail. */
const MAX_ASKED = 12;
const MAX_ROUNDS = 2;
/** Longer texts have no business to grow, nor do short ones by more than half. */
const MAX_LENGTH = 4000;
const MAX_GROWTH = 0.5;

/** `round`: what is to make up for the growth. */
export const pumping =
  (pass: CoupledPass, context: PassContext, round: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    seeing(source, { ...context, filtered: true }, ({ syntax, render }) => {
      const { text } = syntax.tree;
      const most = (1 + MAX_GROWTH) * text.length;
      if (text.length > MAX_LENGTH) return done(source);
      const texts = pass
        .changes(syntax)
        .map((edits: readonly Edit[]) => applied(text, edits))
        .filter((longer) => longer !== text && longer.length <= most);
      return pumpingFrom([...new Set(texts)].slice(0, MAX_ASKED), {
        source,
        render,
        round,
        name: pass.name,
        left: MAX_ROUNDS,
      });
    });

interface Pumping {
  readonly source: TestCase;
  readonly render: (text: string) => TestCase;
  readonly round: Strategy<TestCase>;
  readonly name: string;
  /** Rounds that may still be spent. */
  readonly left: number;
}

const pumpingFrom = (texts: readonly string[], work: Pumping): Search<TestCase, TestCase> => {
  const [text, ...others] = texts;
  const { source, render, round, name, left } = work;
  if (text === undefined || left === 0) return done(source);
  const asked = one<TestCase, boolean>(
    () => render(text),
    { phase: "pump" },
    (fails) => done(fails),
  );
  return chain(labelled(name, asked), (fails) => {
    if (!fails) return pumpingFrom(others, work);
    return chain(round(render(text)), (result) =>
      result.size < source.size ? done(result) : pumpingFrom(others, { ...work, left: left - 1 }),
    );
  });
};
