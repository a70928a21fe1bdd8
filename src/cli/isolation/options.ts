/** From settings to what `isolate` is told, and where its tests run. */
import { given } from "../../core/given.ts";
import type { TestBackend } from "../../isolate/backend.ts";
import type { Ends } from "../../isolate/kinds/index.ts";
import type { IsolateOptions } from "../../isolate/options.ts";
import { ISOLATION_SETTINGS } from "../../settings/isolation.ts";
import { optionsFrom } from "../../settings/setting.ts";
import { clusterOptions } from "../cluster/options.ts";
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

/** `undefined`: on this machine. Throws a `UserError` for what does not go together. */
export const isolateBackendOf = async (settings: Settings, directory: string): Promise<TestBackend | undefined> => {
  const options = clusterOptions(settings, directory);
  if (options === undefined) return undefined;
  // The client is loaded only for a run on a cluster.
  const { clusterBackend } = await import("../../isolate/cluster/backend.ts");
  return clusterBackend(options);
};
