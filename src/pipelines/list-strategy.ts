/** The list strategy a user asked for, with the questions that list strategies leave to their caller. */
import { minimal } from "../core/claim.ts";
import { slice, type Configuration } from "../core/configuration.ts";
import { UserError } from "../core/errors.ts";
import type { Search } from "../core/search.ts";
import { chain, done, one } from "../core/words.ts";
import { list } from "../strategies/index.ts";
import type { ListEntry, ListOptions, ListStrategy } from "../strategies/support/registry.ts";
import { verify } from "../strategies/verify.ts";

export interface ListChoice extends ListOptions {
  /** A name of the registry. */
  readonly strategy?: string;
  /** The n of the n-minimality that every result must have. */
  readonly minimality?: number;
}

const DEFAULT_STRATEGY = "adaptive";

/**
 * The chosen strategy; before it the one question no list strategy asks (is nothing at all enough?), after it verification
 * where the strategy itself promises less than what was asked for.
 */
export const listStrategy = (choice: ListChoice): ListStrategy => {
  const name = choice.strategy ?? DEFAULT_STRATEGY;
  const entry = entryOf(name);
  const options = optionsOf(choice);
  checkRead(name, entry, options);
  const strategy = entry.build(options);
  const wanted = Math.max(choice.minimality ?? 1, entry.promises);
  return <Delta>(input: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> => {
    if (input.length === 0) return done(input, [minimal(wanted)]);
    const nothing = slice(input, 0, 0);
    return one(
      () => nothing,
      { phase: "empty", removes: input.length },
      (fails) => {
        if (fails) return done(nothing, [minimal(wanted)]);
        if (entry.promises >= wanted) return strategy(input);
        return chain(strategy(input), (result) => verify(result, wanted));
      },
    );
  };
};

const entryOf = (name: string): ListEntry => {
  const entry = Object.hasOwn(list, name) ? list[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(list);
  const near = nearest(name, names);
  throw new UserError(
    "UNKNOWN_STRATEGY",
    `There is no strategy "${name}"${near === undefined ? "." : `; did you mean "${near}"?`}`,
    {
      advice: `The strategies are ${names.join(", ")}.`,
    },
  );
};

/** An option that would change nothing is a mistake of whoever gives it. */
const checkRead = (name: string, { reads }: ListEntry, options: ListOptions): void => {
  for (const option of Object.keys(options) as (keyof ListOptions)[]) {
    if (reads.includes(option)) continue;
    const readers = Object.keys(list).filter((other) => list[other]?.reads.includes(option));
    throw new UserError("BAD_OPTION", `The strategy "${name}" does not read ${option}.`, {
      advice: `Leave it out, or choose a strategy that does: ${readers.join(", ")}.`,
    });
  }
};

const optionsOf = ({ splitFactor, order, cases }: ListChoice): ListOptions => ({
  ...(splitFactor !== undefined && { splitFactor }),
  ...(order !== undefined && { order }),
  ...(cases !== undefined && { cases }),
});

/** The name that takes the fewest changed letters, if they are few enough for a slip of the hand. */
export const nearest = (typed: string, names: readonly string[]): string | undefined => {
  const distances = names.map((name) => ({ name, changes: changesBetween(typed.toLowerCase(), name.toLowerCase()) }));
  const best = distances.toSorted((a, b) => a.changes - b.changes)[0];
  return best !== undefined && best.changes <= Math.max(2, best.name.length / 3) ? best.name : undefined;
};

const changesBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
};
