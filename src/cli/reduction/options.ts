/** From settings to what `reduce` is told. */
import type { Refinements } from "../../oracles/refinements.ts";
import type { Limits } from "../../progress/state.ts";
import type { ReduceOptions } from "../../reduce/options.ts";
import type { Settings } from "../settings.ts";

/** Oracles count a hang in seconds, people too; settings hold milliseconds. */
export const refinementsOf = (settings: Settings): Refinements => {
  const { exit, signal, match, matchStdout, matchStderr, noMatch, hang } = settings;
  return given({
    exit,
    signal,
    match,
    matchStdout,
    matchStderr,
    noMatch,
    hang: hang === undefined ? undefined : hang / 1000,
  });
};

export const optionsOf = ([input = "", ...more]: readonly string[], settings: Settings): ReduceOptions => {
  const { test, command, oracleServer, with: extraFiles, stdin, timeout, memory, repeat, flaky, sandbox } = settings;
  const { output, inPlace, jobs, format, strategy, splitFactor, order, cases } = settings;
  const { language, rename, anonymize, valid, preprocess, pass: passes, passTimeout } = settings;
  const { budget, maxTests, untilSize, fresh } = settings;
  const refine = refinementsOf(settings);
  return {
    input,
    ...(more.length > 0 && { more }),
    ...given({ test, command, oracleServer, extraFiles, stdin, timeout, memory, repeat, flaky, sandbox }),
    ...(Object.keys(refine).length > 0 && { refine }),
    ...given({ output, inPlace, jobs, format, strategy, splitFactor, order, cases }),
    ...given({ language, rename, anonymize, valid, preprocess, passes, passTimeout }),
    ...given({ budget, maxTests, untilSize, fresh }),
  };
};

/** Where it is to end at the latest. */
export const limitsOf = ({ budget, maxTests, untilSize }: Settings): Limits =>
  given({ ms: budget, tests: maxTests, size: untilSize });

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what nobody has said. */
const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
