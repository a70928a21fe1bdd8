/** Tests chosen by their names: what vitest and jest take for --testNamePattern. */
import { relative } from "node:path";
import type { RunnerTest } from "./runner.ts";

/** Between the names of suites and tests in an id. */
export const BETWEEN = " > ";

/** Runners compare with the names joined by blanks; a name may have the sign itself. */
export const namePattern = (tests: readonly RunnerTest[]): string =>
  `^(?:${[...new Set(tests.map(({ name }) => escaped(name)))].join("|")})$`;

const escaped = (name: string): string =>
  name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(BETWEEN, "(?: > | )");

/** In the order in which they come first. */
export const filesOf = (tests: readonly RunnerTest[]): readonly string[] => [
  ...new Set(tests.flatMap(({ file }) => (file === undefined ? [] : [file]))),
];

/** Tests with the same name in one file cannot be told apart: they are one. */
export const namedTest = (file: string, name: string, origin: string): RunnerTest => ({
  id: `${relative(origin, file)}${BETWEEN}${name}`,
  file,
  name,
});

export const withoutTwins = (tests: readonly RunnerTest[]): readonly RunnerTest[] => [
  ...new Map(tests.map((test) => [test.id, test])).values(),
];

/** Numbers as ranges: 0-2,5. */
export const rangesOf = (numbers: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
};

/** What the reporters of pare print about the victim. */
export const toldOutcome = (stdout: string): "pass" | "fail" | undefined => {
  const told = [...stdout.matchAll(/pare: the victim (passed|failed)$/gm)].map(([, outcome]) => outcome);
  return told.includes("failed") ? "fail" : told.includes("passed") ? "pass" : undefined;
};
