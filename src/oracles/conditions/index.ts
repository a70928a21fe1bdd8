/** All conditions that a user can give for a failing run, in the order in which they are checked. */
import { exit, signal } from "./ending.ts";
import { hang } from "./hang.ts";
import { match, matchStderr, matchStdout, noMatch } from "./output.ts";

export const CONDITIONS = { hang, exit, signal, match, matchStdout, matchStderr, noMatch } as const;

type Settings = { readonly [K in keyof typeof CONDITIONS]: (typeof CONDITIONS)[K]["setting"] };

/** Their flags: a table of settings like the others. */
export const CONDITION_SETTINGS = Object.fromEntries(
  Object.entries(CONDITIONS).map(([name, { setting }]) => [name, setting]),
) as Settings;
