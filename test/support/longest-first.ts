/** A vitest sequencer: files that take minutes start first, so that the end of a run does not wait for one of them; those that share a process follow each other. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first. On a machine that has run them before, vitest itself knows how long the others take. */
const LONGEST: readonly RegExp[] = [
  /writes\.storm/,
  /outside\.storm/,
  /examples\.long/,
  /messages\.storm/,
  /chaos\.long/,
  /crash-safety\.long/,
  /budgets\.storm/,
  /terminals\.storm/,
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const others = await super.sort(files);
    const first = LONGEST.flatMap((name) => others.filter(({ moduleId }) => name.test(moduleId)));
    const rest = others.filter((file) => !first.includes(file));
    const isAlone = ({ project }: TestSpecification): boolean => project.config.isolate;
    return [...first, ...rest.filter(isAlone), ...rest.filter((file) => !isAlone(file))];
  }
}
