/** Where the tests of `pare isolate` run: on this machine, or on a cluster. */
import type { Equipment } from "../../isolate/equipment.ts";
import { clusterOptions } from "../cluster/options.ts";
import type { Settings } from "../settings.ts";

/** `undefined`: on this machine. Throws a `UserError` for what does not go together. */
export const isolateEquipmentOf = async (settings: Settings, directory: string): Promise<Equipment | undefined> => {
  const options = clusterOptions(settings, directory);
  if (options === undefined) return undefined;
  // Only who wants a cluster waits for its client to be loaded.
  const { clusterEquipment } = await import("../../isolate/cluster/equipment.ts");
  return clusterEquipment(options);
};
