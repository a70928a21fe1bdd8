/** What workers can do: an opener of a bench for each kind of kit. */
import type { BenchOpener } from "../../cluster/bench.ts";
import { openNothingBench } from "../../cluster/nothing-bench.ts";
import { openTestBench } from "../../reduce/test-bench.ts";

export const OPENERS: Readonly<Record<string, BenchOpener>> = {
  test: openTestBench,
  /** For measurements. */
  nothing: openNothingBench,
};
