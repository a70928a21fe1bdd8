/**
 * The racing modes *parallel* and *combined* as published (Hodován & Kiss 2016, Algorithms 3 and 4): the first test
 * that ends with a failure wins, the others are aborted. Which one that is depends on timing by definition, and so do
 * the result and the number of tests. For comparison with the driver only, which gives the same answer at any number
 * of workers.
 */
import { numbered, type Candidates } from "../core/candidates.ts";
import type { Case } from "../core/case.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Executor } from "../core/executor.ts";
import type { Outcome } from "../core/verdict.ts";
import { chunkInTurn, finerRound, firstRound, roundWithout, splitFactorOf, type Round } from "../strategies/ddmin.ts";
import { complements, subsets } from "../strategies/support/partition.ts";
import type { ListOptions } from "../strategies/support/registry.ts";

/** What a race needs: where its tests run, and what they are shown. */
export interface Race<Delta, C extends Case> extends Pick<ListOptions, "splitFactor"> {
  readonly executor: Executor<C>;
  readonly render: (configuration: Configuration<Delta>) => C;
}

/** How a race ended. */
export interface Raced<Delta> {
  readonly result: Configuration<Delta>;
  /** Tests started, aborted ones included. */
  readonly evaluated: number;
  readonly hits: number;
  readonly iterations: number;
}

type Cases = Required<ListOptions>["cases"];

/** Algorithm 3: a race of subsets, then one of complements; or the other way round, or complements alone (3.3). */
export const parallel = <Delta, C extends Case>(
  input: Configuration<Delta>,
  race: Race<Delta, C>,
  cases: Cases = "subsets-first",
): Promise<Raced<Delta>> =>
  reduce(input, race, (round) => {
    const [subset, complement] = heats(round);
    if (cases === "complements-only") return [complement];
    return cases === "subsets-first" ? [subset, complement] : [complement, subset];
  });

/** Algorithm 4: subsets and complements in one race. */
export const combined = <Delta, C extends Case>(
  input: Configuration<Delta>,
  race: Race<Delta, C>,
): Promise<Raced<Delta>> => reduce(input, race, (round) => [joined(...heats(round))]);

/** Candidates that race each other, and the round that each of them leads to; `undefined` = split anew. */
interface Heat<Delta> {
  readonly candidates: Candidates<Configuration<Delta>>;
  after(index: number): Round<Delta> | undefined;
}

const heats = <Delta>(round: Round<Delta>): [subset: Heat<Delta>, complement: Heat<Delta>] => {
  const rests = complements(round.partition);
  const chunk = (turn: number): number => chunkInTurn(round, turn, "forward");
  return [
    { candidates: subsets(round.partition), after: () => undefined },
    {
      candidates: numbered(rests.length, (turn) => rests.at(chunk(turn))),
      after: (turn) => roundWithout(round, chunk(turn)),
    },
  ];
};

const joined = <Delta>(a: Heat<Delta>, b: Heat<Delta>): Heat<Delta> => {
  const n = a.candidates.length;
  return {
    candidates: numbered(n + b.candidates.length, (i) => (i < n ? a.candidates.at(i) : b.candidates.at(i - n))),
    after: (i) => (i < n ? a.after(i) : b.after(i - n)),
  };
};

const reduce = async <Delta, C extends Case>(
  input: Configuration<Delta>,
  race: Race<Delta, C>,
  heatsOf: (round: Round<Delta>) => readonly Heat<Delta>[],
): Promise<Raced<Delta>> => {
  const splitFactor = splitFactorOf(race);
  const memory: Memory = { known: new Map(), evaluated: 0, hits: 0 };
  let result = input;
  let round: Round<Delta> | undefined;
  let iterations = 0;
  while (result.length > 1) {
    round ??= firstRound(result, splitFactor);
    iterations++;
    const won = await winner(heatsOf(round), race, memory);
    if (won === undefined) {
      round = finerRound(round, splitFactor);
      if (round === undefined) break;
    } else {
      result = won.heat.candidates.at(won.index);
      round = won.heat.after(won.index);
    }
  }
  return { result, iterations, evaluated: memory.evaluated, hits: memory.hits };
};

const winner = async <Delta, C extends Case>(
  inTurn: readonly Heat<Delta>[],
  race: Race<Delta, C>,
  memory: Memory,
): Promise<{ readonly heat: Heat<Delta>; readonly index: number } | undefined> => {
  for (const heat of inTurn) {
    const index = await run(heat.candidates, race, memory);
    if (index !== undefined) return { heat, index };
  }
  return undefined;
};

interface Memory {
  readonly known: Map<string, Outcome>;
  evaluated: number;
  hits: number;
}

/**
 * The parallel loop: starts tests in order while workers are free, until one fails; the number of that one. Of tests
 * that finish at the same moment the one started first wins. What has finished is remembered, what is aborted is
 * thrown away.
 */
const run = async <Delta, C extends Case>(
  candidates: Candidates<Configuration<Delta>>,
  { executor, render }: Race<Delta, C>,
  memory: Memory,
): Promise<number | undefined> => {
  const underway = new Map<number, AbortController>();
  const finished = new Mailbox<{ readonly index: number; readonly key: string; readonly outcome: Outcome }>();
  /** Starts a test unless its outcome is known. */
  const outcomeOf = (index: number): Outcome | undefined => {
    const candidate = render(candidates.at(index));
    const key = candidate.key();
    const known = memory.known.get(key);
    if (known !== undefined) {
      memory.hits++;
      return known;
    }
    const abort = new AbortController();
    underway.set(index, abort);
    memory.evaluated++;
    finished.put(executor.run(candidate, abort.signal).then(({ outcome }) => ({ index, key, outcome })));
    return undefined;
  };
  try {
    for (let next = 0; ;) {
      while (next < candidates.length && underway.size < Math.max(1, executor.capacity))
        if (outcomeOf(next++) === "fail") return next - 1;
      if (underway.size === 0) return undefined;
      const arrived = await finished.take();
      for (const { index, key, outcome } of arrived) {
        underway.delete(index);
        memory.known.set(key, outcome);
      }
      const won = arrived.find(({ outcome }) => outcome === "fail");
      if (won !== undefined) return won.index;
    }
  } finally {
    for (const abort of underway.values()) abort.abort();
  }
};

/** Promises in, their values out in the order of completion, all those of a moment at once. */
class Mailbox<T> {
  readonly #arrived: T[] = [];
  #wake: (() => void) | undefined;
  #broken: { readonly error: unknown } | undefined;

  put(letter: Promise<T>): void {
    void this.#receive(letter);
  }

  async take(): Promise<readonly T[]> {
    if (this.#arrived.length === 0 && this.#broken === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#broken !== undefined) throw this.#broken.error;
    return this.#arrived.splice(0);
  }

  async #receive(letter: Promise<T>): Promise<void> {
    try {
      this.#arrived.push(await letter);
    } catch (error) {
      this.#broken ??= { error };
    }
    this.#wake?.();
  }
}
