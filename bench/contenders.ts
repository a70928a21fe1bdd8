/** The strategies that `calls.ts` compares: the whole registry, and variants that options make. */
import { cdd } from "../src/strategies/cdd.ts";
import { chain } from "../src/core/words.ts";
import { ddmin } from "../src/strategies/ddmin.ts";
import { list, type ListEntry, type ListOptions, type ListStrategy } from "../src/strategies/index.ts";
import { opdd } from "../src/strategies/opdd.ts";
import { verify } from "../src/strategies/verify.ts";

export interface Contender {
  readonly name: string;
  readonly minimal: boolean;
  readonly strategy: ListStrategy;
}

const CASES = ["subsets-first", "complements-first", "complements-only"] as const;
const ORDERS = ["forward", "backward"] as const;

const ddminVariant = (options: Required<ListOptions>): Contender => ({
  name: `ddmin ${options.cases} ${options.order} ν=${options.splitFactor}`,
  minimal: true,
  strategy: (c) => ddmin(c, options),
});

const ddminVariants = (): Contender[] => [
  ...CASES.flatMap((cases) => ORDERS.map((order) => ddminVariant({ cases, order, splitFactor: 2 }))),
  ...[4, 8, 16].map((splitFactor) => ddminVariant({ cases: "complements-only", order: "backward", splitFactor })),
];

const verified =
  (strategy: ListStrategy): ListStrategy =>
  (c) =>
    chain(strategy(c), (result) => verify(result));

const otherVariants: readonly Contender[] = [
  {
    name: "opdd complements-only backward + verify",
    minimal: true,
    strategy: verified((c) => opdd(c, { order: "backward", cases: "complements-only" })),
  },
  { name: "cdd p0=0.01 + verify", minimal: true, strategy: verified((c) => cdd(c, { initial: 0.01 })) },
];

const registered = (entries: Readonly<Record<string, ListEntry>>): Contender[] =>
  Object.entries(entries)
    .filter(([name]) => name !== "ddmin")
    .map(([name, entry]) => ({ name, minimal: entry.promises > 0, strategy: entry.build({}) }));

export const contenders = (): readonly Contender[] => [...ddminVariants(), ...registered(list), ...otherVariants];
