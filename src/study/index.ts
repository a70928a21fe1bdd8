/** For comparison with the published work, not for users' runs. */
export { combined, parallel, type Race, type Raced } from "./racing.ts";
export { compare, deferredRemovals, successfulRevisits, type RevisitRow, type Deferred } from "./revisits.ts";
export { trace, type ConfigurationTest, type Trace, type Lookup } from "./trace.ts";
export { unambiguity, unambiguityRatio, type Combinations, type Probed } from "./unambiguity.ts";
