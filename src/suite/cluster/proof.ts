/** What comes back from workers is measured on this machine, too, before it counts. */
import { basename } from "node:path";
import type { Cover } from "../coverage.ts";
import { difference, isSuperset, numbersIn, union } from "../covers.ts";
import type { MeasureLimits } from "../run/measurer.ts";
import type { OpenMeasurer } from "../run/open.ts";
import { calibrate, type Calibration } from "../reduce/calibrate.ts";
import { endsAlike } from "../reduce/effect.ts";
import type { Worked } from "../reduce/work.ts";
import type { TestFile } from "../tests.ts";

export interface ProofOptions {
  /** This machine's. */
  readonly opened: OpenMeasurer;
  readonly limits: MeasureLimits;
  readonly anyVerdict: boolean;
  /** Something may have been kept out of the effect. */
  readonly seeded: boolean;
}

/** How often it is looked at before somebody is blamed: once, and as thoroughly as a test is calibrated. */
const LOOKS = [1, 3, 3] as const;

/** Words for people where the work cannot be right; a test that is as it was is, and so is one that cannot be measured here. */
export const objectionToWork = async (
  options: ProofOptions,
  test: TestFile,
  worked: Worked,
): Promise<string | undefined> => {
  let objection: string | undefined;
  if (Buffer.compare(worked.bytes, test.bytes()) === 0) return undefined;
  for (const runs of LOOKS) {
    objection = await look(options, test, worked, runs);
    if (objection === undefined) return undefined;
  }
  return objection;
};

const look = async (
  options: ProofOptions,
  test: TestFile,
  worked: Worked,
  runs: number,
): Promise<string | undefined> => {
  const { opened, limits, anyVerdict, seeded } = options;
  const measured = (bytes: Uint8Array): Promise<Calibration> =>
    calibrate({
      ...opened,
      candidate: { name: basename(test.name), mode: test.mode, bytes },
      limits,
      anyVerdict,
      runs,
    });
  const before = await measured(test.bytes());
  if (before.trouble !== undefined) return undefined;
  const { target, unsteady, volume } = worked;
  const known = union(target, union(unsteady, seeded ? volume : target));
  if (!isSuperset(known, before.steady)) return `${test.name} covers ${missing(options, before.steady, known)}`;
  const after = await measured(worked.bytes);
  if (after.timedOut) return undefined;
  const { ending } = before;
  if (!endsAlike({ ending, anyVerdict }, after.ending))
    return `what it made of ${test.name} ${after.ending} on this machine, and the test ${ending}`;
  const covered = union(after.steady, after.unsteady);
  return isSuperset(covered, target)
    ? undefined
    : `what it made of ${test.name} does not cover ${missing(options, target, covered)} on this machine`;
};

/** "statement foo.c:12 and 3 more". */
const missing = ({ opened: { measurer } }: ProofOptions, wanted: Cover, there: Cover): string => {
  const [first = 0, ...more] = numbersIn(difference(wanted, there));
  const { universe } = measurer;
  return `${universe.kindOf(first)} ${universe.nameOf(first)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
};
