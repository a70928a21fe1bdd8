/** How many faults a suite finds: failing tests whose failure went away with the same version show the same fault. */

/**
 * The first version, of a list from old to new, with which a test no longer fails; undefined if it fails with the last one. The test is known to fail before
 * the first. Binary search, as the paper has it: where the failure comes and goes, it is one of the versions in which it goes.
 * About log2 of the number of versions runs, and one.
 */
export const firstFixed = async <V>(
  versions: readonly V[],
  fails: (version: V) => Promise<boolean>,
): Promise<V | undefined> => {
  let failing = -1;
  let passing = versions.length - 1;
  if (passing < 0 || (await fails(versions[passing] as V))) return undefined;
  while (passing - failing > 1) {
    const middle = (failing + passing) >> 1;
    if (await fails(versions[middle] as V)) failing = middle;
    else passing = middle;
  }
  return versions[passing];
};

export interface DistinctFaults {
  /** Versions that fixed something: a lower bound, since one version can fix several faults. */
  readonly distinct: number;
  /** Failing tests that no version fixes: of which fault is not known. */
  readonly unfixed: number;
}

/** Of what `firstFixed` has found for every failing test. */
export const distinctFaults = (fixes: readonly unknown[]): DistinctFaults => {
  const fixed = fixes.filter((fix) => fix !== undefined);
  return { distinct: new Set(fixed).size, unfixed: fixes.length - fixed.length };
};
