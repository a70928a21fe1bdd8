/** "Covers what the original covers, and ends as it does" as an oracle, for one test. */
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import { repeatLine, absoluteProgram, fillIn } from "../../oracles/command-line.ts";
import type { ProcessOracle, Subject } from "../../oracles/oracle.ts";
import { UserError } from "../../core/errors.ts";
import { count } from "../covers.ts";
import type { OpenMeasurer } from "../run/open.ts";
import type { Calibration } from "../reduce/calibrate.ts";
import { judgeEffect } from "../reduce/effect.ts";

export interface CoverageOptions {
  readonly opened: OpenMeasurer;
  readonly calibration: Calibration;
  readonly command: readonly string[];
  readonly subject: Subject;
  readonly anyVerdict: boolean;
}

export const coverageOracle = ({
  opened,
  calibration,
  command,
  subject,
  anyVerdict,
}: CoverageOptions): ProcessOracle => {
  if (calibration.error !== undefined) throw calibration.error;
  if (calibration.trouble !== undefined)
    throw new UserError("NO_EFFECT", `${subject.name} has no effect that could be kept: it ${calibration.trouble}.`, {
      advice: "Run the command by hand on it; --verdict any lets it end as it likes.",
    });
  const { measurer } = opened;
  const effect = { target: calibration.steady, ending: calibration.ending, anyVerdict };
  return {
    words: `covers the ${count(effect.target)} entities that ${subject.name} covers${anyVerdict ? "" : ` and ${effect.ending}`}`,
    identity: {
      kind: "coverage",
      measurer: opened.identity,
      entities: count(effect.target),
      ending: effect.ending,
      anyVerdict,
    },
    repeatLine: (path) =>
      repeatLine({ subject, path, command: (at) => fillIn(absoluteProgram(command, subject), subject, at) }),
    test: async (candidate: TestCase, { timeout }, signal): Promise<Finding> => {
      const { path, mode, bytes } = onlyFile(candidate);
      const measurement = await measurer.measure({ name: path, mode, bytes: bytes() }, { timeout, signal });
      return {
        ...judgeEffect(measurement, effect, measurer.universe),
        ms: measurement.ms,
        ...(measurement.timedOut && { evidence: { timedOut: true } }),
      };
    },
    close: () => opened.close(),
  };
};
