/** What is asked of an isolation: what decides the outcomes, and what its oracle is told. */
import { given } from "../core/maybe.ts";
import { PARE_VERSION } from "../runs/version.ts";
import { identityHash } from "../runs/identity.ts";
import { ISOLATION_SETTINGS, ISOLATION_TEST_SETTINGS } from "../settings/isolation.ts";
import { decisiveOptionsOf, optionsFrom } from "../settings/setting.ts";
import type { IsolateOptions } from "./options.ts";
import type { IsolateOracleOptions } from "./oracle/learn-ends.ts";

/**
 * What decides outcomes, and which ends there are: without some changes (`--except`), or without the history (`--level`), these
 * are others, which have to be tested first. What is looked for (`--find`) is no part of it, and finds the answers that are there.
 */
export const requestOf = (asked: IsolateOptions, origin: string): string => {
  const { ends, test, command, refine, except = [], level = "auto" } = asked;
  const options = { ends, ...decisiveOptionsOf(ISOLATION_SETTINGS, asked), except, level };
  return identityHash({ name: origin, oracle: { test, command, refine }, options, version: PARE_VERSION });
};

export const oracleOptions = (asked: IsolateOptions): IsolateOracleOptions => {
  const { command, refine, validators } = asked;
  return { ...optionsFrom(ISOLATION_TEST_SETTINGS, asked), ...given({ command, refine, validators }) };
};
