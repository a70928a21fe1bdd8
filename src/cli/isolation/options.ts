/** From settings to what `isolate` is told. */
import type { Ends } from "../../isolate/kinds/index.ts";
import type { IsolateOptions } from "../../isolate/options.ts";
import { refinementsOf } from "../reduction/options.ts";
import type { Settings } from "../settings.ts";

export const isolateOptionsOf = (ends: Ends, settings: Settings): IsolateOptions => {
  const { test, bisectCodes, command, build, level, find, except, only, skip, apply, revert } = settings;
  const { timeout, memory, repeat, sandbox, jobs, budget, maxTests, fresh } = settings;
  const refine = refinementsOf(settings);
  return {
    ends,
    ...(test !== undefined && { test }),
    ...(bisectCodes !== undefined && { bisectCodes }),
    ...(command !== undefined && { command }),
    ...(Object.keys(refine).length > 0 && { refine }),
    ...(build !== undefined && { build }),
    ...(level !== undefined && { level }),
    ...(find !== undefined && { find }),
    ...(except !== undefined && { except }),
    ...(only !== undefined && { only }),
    ...(skip !== undefined && { skip }),
    ...(apply !== undefined && { apply }),
    ...(revert !== undefined && { revert }),
    ...(timeout !== undefined && { timeout }),
    ...(memory !== undefined && { memory }),
    ...(repeat !== undefined && { repeat }),
    ...(sandbox !== undefined && { sandbox }),
    ...(jobs !== undefined && { jobs }),
    ...(budget !== undefined && { budget }),
    ...(maxTests !== undefined && { maxTests }),
    ...(fresh !== undefined && { fresh }),
  };
};
