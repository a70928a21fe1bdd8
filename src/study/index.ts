/** For comparison with the published work, not for users' runs. */
export { combined, parallel, type Race, type Raced } from "./racing.ts";
export { compare, deferredRemovals, successfulRevisits, type Comparison, type Deferred } from "./revisits.ts";
export { trace, type Predicate, type Trace, type Trial } from "./trace.ts";
export { unambiguity, unambiguityRatio, type Combinations, type Probed } from "./unambiguity.ts";
