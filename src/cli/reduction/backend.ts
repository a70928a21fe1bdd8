/** Where the tests of `pare reduce` run: on this machine, or on a cluster. */
import { UserError } from "../../core/errors.ts";
import type { TestBackend } from "../../reduce/backend.ts";
import { clusterOptions } from "../cluster/options.ts";
import type { Settings } from "../settings.ts";

/** `undefined`: on this machine. Throws a `UserError` for what does not go on a cluster. */
export const equipmentOf = async (settings: Settings, directory: string): Promise<TestBackend | undefined> => {
  const options = clusterOptions(settings, directory);
  if (options === undefined) return undefined;
  if (settings.effect !== undefined)
    throw new UserError(
      "NOT_ON_CLUSTER",
      "--effect cannot be used with --cluster: effects are measured on this machine.",
      {
        advice: "Leave one of them out.",
      },
    );
  // Only who wants a cluster waits for its client to be loaded.
  const { clusterBackend } = await import("../../reduce/cluster-backend.ts");
  return clusterBackend(options);
};
