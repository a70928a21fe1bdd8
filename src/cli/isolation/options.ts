/** From settings to what `isolate` is told. */
import { given } from "../../core/given.ts";
import type { Ends } from "../../isolate/kind.ts";
import type { IsolateOptions } from "../../isolate/options.ts";
import { refinementsOf } from "../reduction/options.ts";
import type { Settings } from "../settings.ts";

export const isolateOptionsOf = (ends: Ends, settings: Settings): IsolateOptions => {
  const { test, bisectCodes, command, build, level, find, except, only, skip, apply, revert } = settings;
  const { timeout, memory, repeat, sandbox, jobs, budget, maxTests, fresh } = settings;
  const refine = refinementsOf(settings);
  return {
    ends,
    ...(Object.keys(refine).length > 0 && { refine }),
    ...given({ test, bisectCodes, command, build, level, find, except, only, skip, apply, revert }),
    ...given({ timeout, memory, repeat, sandbox, jobs, budget, maxTests, fresh }),
  };
};
