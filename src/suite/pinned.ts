/** What decides what tests of a suite cover, besides the tests: the program, what the command names, what lies beside. */
import { basename, resolve } from "node:path";
import { settled, whilePinned, type TestPart, type Pins } from "../runs/pins.ts";
import type { MeasureOptions } from "./options.ts";
import { parseInProcess } from "./readers/in-process/in-process.ts";
import { programFile } from "./readers/programs.ts";
import type { MeasureLimits, Measurer } from "./run/measurer.ts";
import { isFileBelow } from "./run/stamps.ts";
import type { TestFile } from "./tests.ts";

/** Does the work with the parts as they are now, and once more whenever one was touched meanwhile. */
export const withPins = async <T>(
  options: MeasureOptions,
  work: (pins: Pins, isFirst: boolean) => Promise<T>,
): Promise<T> =>
  await whilePinned(
    () => partsOf(options),
    work,
    (text) => options.onEvent?.({ type: "note", text }),
  );

/** What is not there is told by others. */
export const partsOf = (options: MeasureOptions): readonly TestPart[] => {
  const { command = [], cwd = process.cwd(), extraFiles = [], inProcess } = options;
  const origin = resolve(cwd);
  if (inProcess !== undefined) {
    const { module } = parseInProcess(inProcess);
    return [{ path: resolve(origin, module), called: `the module ${module}` }];
  }
  const [program = "", ...words] = command;
  const path = programFile(program, origin);
  return [
    ...(path === undefined ? [] : [{ path, called: `the program ${program}` }]),
    ...words
      .filter((word) => isFileBelow(word, origin))
      .map((word) => ({ path: resolve(origin, word), called: `${word}, which the command names`, loose: true })),
    ...extraFiles.map((word) => ({ path: resolve(origin, word), called: `--with ${word}`, loose: true })),
  ];
};

/** What the program writes itself is found out with the first test, if there is anything that it could write. */
export const settledBy = async (
  pins: Pins,
  tests: readonly TestFile[],
  measurer: Measurer,
  limits: MeasureLimits,
): Promise<void> => {
  const [first] = tests;
  if (first === undefined || !pins.hasLoose) return;
  const measure = async (): Promise<unknown> =>
    await measurer.measure({ name: basename(first.name), mode: first.mode, bytes: first.bytes() }, limits);
  await measure();
  await settled(pins, measure);
};
