/** Where the tests of a command run: on this machine, or on a cluster. */
import type { ClusterOptions } from "../../cluster/cluster.ts";
import { UserError } from "../../core/errors.ts";
import type { MixtureBackend as IsolateBackend } from "../../isolate/backend.ts";
import type { TestBackend } from "../../reduce/backend.ts";
import type { SuiteBackend } from "../../suite/reduce/workshop.ts";
import type { TriageBackend } from "../../triage/backend.ts";
import type { Settings } from "../settings.ts";
import { clusterOptions } from "./options.ts";

interface Module<Backend> {
  clusterBackend(options: ClusterOptions): Backend;
}

/** `undefined`: on this machine. Only a command that wants a cluster waits for its client to be loaded. */
const backendOf = async <Backend>(
  settings: Settings,
  directory: string,
  load: () => Promise<Module<Backend>>,
): Promise<Backend | undefined> => {
  const options = clusterOptions(settings, directory);
  return options === undefined ? undefined : (await load()).clusterBackend(options);
};

export const reduceBackend = async (settings: Settings, directory: string): Promise<TestBackend | undefined> => {
  if (settings.effect !== undefined && clusterOptions(settings, directory) !== undefined)
    throw new UserError(
      "NOT_ON_CLUSTER",
      "--effect cannot be used with --cluster: effects are measured on this machine.",
      { advice: "Leave one of them out." },
    );
  return await backendOf(settings, directory, () => import("../../reduce/cluster/backend.ts"));
};

export const triageBackend = (settings: Settings, directory: string): Promise<TriageBackend | undefined> =>
  backendOf(settings, directory, () => import("../../triage/cluster/backend.ts"));

export const isolateBackend = (settings: Settings, directory: string): Promise<IsolateBackend | undefined> =>
  backendOf(settings, directory, () => import("../../isolate/cluster/backend.ts"));

export const suiteBackend = (settings: Settings, directory: string): Promise<SuiteBackend | undefined> =>
  backendOf(settings, directory, () => import("../../suite/cluster/backend.ts"));
