/** From settings to the options of `isolate`. */
import { given } from "../../core/maybe.ts";
import type { Ends } from "../../isolate/kinds/index.ts";
import type { IsolateOptions } from "../../isolate/options.ts";
import { ISOLATION_SETTINGS } from "../../settings/isolation.ts";
import { optionsFrom } from "../../settings/setting.ts";
import { refinementsOf } from "../reduction/options.ts";
import type { Settings } from "../settings.ts";

export const isolateOptionsOf = (ends: Ends, settings: Settings): IsolateOptions => {
  const refine = refinementsOf(settings);
  return {
    ends,
    ...given({ command: settings.command }),
    ...(Object.keys(refine).length > 0 && { refine }),
    ...optionsFrom(ISOLATION_SETTINGS, settings),
  };
};
