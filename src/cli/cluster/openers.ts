/** What workers can do: an opener of a bench for each kind of kit. */
import type { BenchOpener } from "../../cluster/bench.ts";
import { openNothingBench } from "../../cluster/noop-bench.ts";
import { openMixtureBench } from "../../isolate/cluster/mixture-bench.ts";
import { MIXTURE_KIND } from "../../isolate/cluster/mixture-kit.ts";
import { openTestBench } from "../../reduce/cluster/test-bench.ts";
import { TEST_KIND } from "../../reduce/cluster/test-kit.ts";
import { openSuiteBench } from "../../suite/cluster/bench.ts";
import { SUITE_KIND } from "../../suite/cluster/kit.ts";
import { openBucketBench } from "../../triage/cluster/bucket-bench.ts";
import { BUCKET_KIND } from "../../triage/cluster/bucket-kit.ts";

export const OPENERS: Readonly<Record<string, BenchOpener>> = {
  [TEST_KIND]: openTestBench,
  [SUITE_KIND]: openSuiteBench,
  [MIXTURE_KIND]: openMixtureBench,
  [BUCKET_KIND]: openBucketBench,
  /** For measurements. */
  nothing: openNothingBench,
};
