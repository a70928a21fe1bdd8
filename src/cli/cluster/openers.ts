/** What workers can do: an opener of a bench for each kind of kit. */
import type { BenchOpener } from "../../cluster/bench.ts";
import { openNothingBench } from "../../cluster/nothing-bench.ts";
import { openMixtureBench } from "../../isolate/cluster/mixture-bench.ts";
import { openTestBench } from "../../reduce/test-bench.ts";
import { openSuiteBench } from "../../suite/cluster/bench.ts";

export const OPENERS: Readonly<Record<string, BenchOpener>> = {
  test: openTestBench,
  suite: openSuiteBench,
  mixture: openMixtureBench,
  /** For measurements. */
  nothing: openNothingBench,
};
