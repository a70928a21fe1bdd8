/** Configurations as cases, and searches over them as the driver takes them. */
import {
  chain,
  done,
  elements,
  keyOf,
  over,
  valueCase,
  type Configuration,
  type Search,
  type ValueCase,
} from "../../src/core/index.ts";

export type ListCase<Delta> = ValueCase<Delta[]>;

export const asCase = <Delta>(c: Configuration<Delta>): ListCase<Delta> =>
  valueCase({ value: () => elements(c), key: () => keyOf(c), size: c.length });

export const overCases = <Delta>(
  search: Search<Configuration<Delta>, Configuration<Delta>>,
): Search<ListCase<Delta>, ListCase<Delta>> =>
  chain(over(search, asCase), (result, claims) => done(asCase(result), claims));
