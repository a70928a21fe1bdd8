/** The accepted steps of a run under way, for those who look back: the live page and the screen. */
import { pathsOfDirectory } from "../runs/directory.ts";
import { readRecorded } from "../runs/progress-file.ts";
import { readRecordOf } from "../runs/record.ts";
import type { StepHistory } from "../tui/history.ts";
import { StepReader } from "./step-log.ts";
import { storedOriginal, type StoredOriginal } from "./original.ts";
import type { RunPaths } from "../runs/directory.ts";

export const stepReader = ({ steps, witnesses }: RunPaths, { source, content, shape }: StoredOriginal): StepReader =>
  new StepReader({ steps, witnesses, original: content, size: source.size, plain: shape.plain });

/** `undefined` when the run has not got so far, or its original is gone or has changed. */
export const stepsOfRun = (directory: string): StepReader | undefined => {
  const paths = pathsOfDirectory(directory);
  const record = readRecordOf("reduce", paths.record);
  const original = record && storedOriginal({ record, recorded: readRecorded(paths.progress) });
  return original && stepReader(paths, original);
};

/** The steps on the way to the best, numbered from 1 in their order. */
export const historyOf = (reader: StepReader, bestKey: string): StepHistory => {
  const way = reader.wayTo(reader.numberOf(bestKey) ?? reader.last);
  const at = (place: number): number | undefined => (place < 0 ? undefined : way[place]);
  return {
    plain: reader.plain,
    count: Math.max(0, way.length - 1),
    step: (place) => {
      const step = reader.step(at(place) ?? -1);
      return step && { key: step.key, size: step.size, base: place - 1 };
    },
    content: (place) => {
      const number = at(place);
      return number === undefined ? undefined : reader.content(number);
    },
  };
};
