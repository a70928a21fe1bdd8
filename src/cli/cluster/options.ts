/** From what was typed to a cluster that can be opened. */
import { resolve } from "node:path";
import type { ClusterOptions } from "../../cluster/cluster.ts";
import { UserError } from "../../core/errors.ts";
import { given } from "../../core/maybe.ts";
import { CLUSTER_FILES } from "../../settings/cluster.ts";
import { optionsFrom } from "../../settings/setting.ts";
import type { Settings } from "../settings.ts";

/** Paths are meant from `directory`. `undefined` where no cluster was asked for: the other settings may be in the environment for later. */
export const clusterOptions = (settings: Settings, directory: string): ClusterOptions | undefined => {
  const { cluster: url } = settings;
  if (url === undefined) return undefined;
  const { creds, nkey, tlsCert, tlsKey, verifyWorkers } = settings;
  if (creds !== undefined && nkey !== undefined)
    throw new UserError("CLUSTER_FLAGS", "--creds and --nkey cannot be used together: both identify this client.", {
      advice: "Use the one that the server accepts.",
    });
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new UserError("CLUSTER_FLAGS", "--tls-cert and --tls-key must be given together.", {
      advice: "Give both, or neither.",
    });
  const files = Object.entries(optionsFrom(CLUSTER_FILES, settings));
  return {
    url,
    ...Object.fromEntries(files.map(([name, path]) => [name, resolve(directory, path)])),
    ...given({ verifyWorkers }),
  };
};
