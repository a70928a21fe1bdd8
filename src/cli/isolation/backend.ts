/** Where the tests of `pare isolate` run: on this machine, or on a cluster. */
import type { TestBackend } from "../../isolate/backend.ts";
import { clusterOptions } from "../cluster/options.ts";
import type { Settings } from "../settings.ts";

/** `undefined`: on this machine. Throws a `UserError` for what does not go together. */
export const isolateEquipmentOf = async (settings: Settings, directory: string): Promise<TestBackend | undefined> => {
  const options = clusterOptions(settings, directory);
  if (options === undefined) return undefined;
  // Only who wants a cluster waits for its client to be loaded.
  const { clusterBackend } = await import("../../isolate/cluster/backend.ts");
  return clusterBackend(options);
};
