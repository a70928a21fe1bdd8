/** What is asked of an isolation: what decides the outcomes, and what its oracle is told. */
import { PARE_VERSION } from "../runs/version.ts";
import { identityHash } from "../runs/identity.ts";
import type { IsolateOptions } from "./options.ts";
import type { IsolateOracleOptions } from "./oracle/learn-ends.ts";

/**
 * What decides outcomes, and which ends there are: without some changes (`--except`), or without the history (`--level`), these
 * are others, which have to be tested first. What is looked for (`--find`) is no part of it, and finds the answers that are there.
 */
export const requestOf = (asked: IsolateOptions, origin: string): string => {
  const { ends, test, bisectCodes, command, refine, build, only, skip } = asked;
  const { except = [], level = "auto", timeout, memory, repeat, sandbox } = asked;
  const options = { ends, bisectCodes, build, only, skip, except, level, timeout, memory, repeat, sandbox };
  return identityHash({ name: origin, oracle: { test, command, refine }, options, version: PARE_VERSION });
};

export const oracleOptions = (asked: IsolateOptions): IsolateOracleOptions => {
  const { test, bisectCodes, command, refine, build, timeout, memory, repeat, sandbox } = asked;
  const given = { test, bisectCodes, command, refine, build, timeout, memory, repeat, sandbox };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};
