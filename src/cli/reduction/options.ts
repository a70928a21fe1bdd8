/** From settings to what `reduce` is told. */
import { given } from "../../core/maybe.ts";
import { CONDITION_SETTINGS } from "../../oracles/conditions/index.ts";
import type { Refinements } from "../../oracles/refinements.ts";
import type { Limits } from "../../progress/state.ts";
import type { ReduceOptions } from "../../reduce/options.ts";
import { REDUCTION_SETTINGS } from "../../settings/reduction.ts";
import { optionsFrom } from "../../settings/setting.ts";
import type { Settings } from "../settings.ts";

export const refinementsOf = (settings: Settings): Refinements => optionsFrom(CONDITION_SETTINGS, settings);

export const optionsOf = ([input = "", ...more]: readonly string[], settings: Settings): ReduceOptions => {
  const refine = refinementsOf(settings);
  return {
    input,
    ...(more.length > 0 && { more }),
    ...given({ command: settings.command }),
    ...(Object.keys(refine).length > 0 && { refine }),
    ...optionsFrom(REDUCTION_SETTINGS, settings),
  };
};

/** Where it is to end at the latest. */
export const limitsOf = ({ budget, maxTests, untilSize }: Settings): Limits =>
  given({ ms: budget, tests: maxTests, size: untilSize });
