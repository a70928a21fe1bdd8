/** Where the time of a test goes, in words, and what would save some of it. */
import { time } from "../../progress/figures.ts";
import type { TestTimes } from "./times.ts";

/** When a runtime takes at least this part of a test to start, and this long (milliseconds), a warm oracle pays. */
const WARM_SHARE = 0.5;
const WARM_MS = 20;

/** A gain of more than that cannot be told from the noise of what was measured. */
const MOST = 10;

/** The part of a test below which its work cannot be told from the start of its runtime. */
const NOISE = 0.05;

interface TimePart {
  readonly ms: number;
  readonly words: string;
}

/** `input`: as it was typed. */
export const timeLines = (times: TestTimes, input: string): readonly string[] => {
  const { test, launcher } = times;
  const parts = timeParts(times);
  const width = Math.max(...parts.map(({ ms }) => time(ms).length));
  return [
    `time of a test: ${time(test)}`,
    ...(parts.length === 1 && times.runtime === undefined
      ? []
      : parts.map(({ ms, words }) => `  ${time(ms).padStart(width)}  ${words}`)),
    ...(launcher?.program === undefined
      ? []
      : [`  ${launcher.name} would add ${time(launcher.ms)}: pare starts ${launcher.program} itself`]),
    ...savings(times, input).map((line) => `  ${line}`),
  ];
};

const timeParts = (times: TestTimes): readonly TimePart[] => {
  const { test, launcher, runtime } = times;
  const start = startIn(times);
  const inTest = isInTest(launcher) ? Math.min(launcher.ms, test - start) : 0;
  const work = test - start - inTest;
  // A start is measured by itself: less than the noise of that is no figure.
  if (runtime !== undefined && !isInTest(launcher) && work < NOISE * test)
    return [{ ms: start, words: `to start ${runtime.name}: nearly all of it` }];
  return [
    ...(isInTest(launcher) ? [{ ms: inTest, words: `or more for ${launcher.name}, which the test starts` }] : []),
    ...(runtime === undefined ? [] : [{ ms: start, words: `to start ${runtime.name}` }]),
    { ms: work, words: isInTest(launcher) ? "or less of work" : "of work" },
  ];
};

/** Does the test start it itself, so that pare cannot save it? */
const isInTest = (launcher: TestTimes["launcher"]): launcher is NonNullable<TestTimes["launcher"]> =>
  launcher !== undefined && launcher.program === undefined;

const startIn = ({ test, runtime }: TestTimes): number => Math.min(runtime?.ms ?? 0, test);

/** The ending of a program's name, by its runtime. */
const ENDINGS: readonly (readonly [runtime: RegExp, ending: string])[] = [
  [/^(?:node|bun|deno)/, "mjs"],
  [/^(?:python|pypy)/, "py"],
  [/^ruby/, "rb"],
  [/^perl/, "pl"],
  [/^php/, "php"],
];

/** What would make it quicker, with what to type. */
const savings = (times: TestTimes, input: string): readonly string[] => {
  const { test, launcher, runtime } = times;
  const start = startIn(times);
  const ending = ENDINGS.find(([name]) => name.test(runtime?.name ?? ""))?.[1];
  const server = `${runtime?.name ?? ""} ${ending === undefined ? "Server" : `server.${ending}`}`;
  const gain = test / (test - start);
  return [
    ...(isInTest(launcher)
      ? [
          `Start the program by its path in the test, and the test does without ${launcher.name}:`,
          '  "$PARE_ORIGIN"/node_modules/.bin/PROGRAM',
        ]
      : []),
    ...(runtime !== undefined && start >= WARM_MS && start >= WARM_SHARE * test
      ? [
          `A server that starts ${runtime.name} once may make tests ${gain < MOST ? `up to ${gain.toFixed(1)}` : "many"} times as fast.`,
          'Write one (see "Warm oracles" in docs/guide/oracles.md), and type:',
          `  pare ${input} --oracle-server '${server}'`,
        ]
      : []),
  ];
};
