/** From what was typed to a cluster that can be opened. */
import { resolve } from "node:path";
import type { ClusterOptions } from "../../cluster/cluster.ts";
import { UserError } from "../../core/errors.ts";
import { CLUSTER_SETTINGS, type ClusterSettings } from "./settings.ts";

type FileName = Exclude<keyof ClusterSettings, "cluster" | "verifyWorkers">;

const FILES = Object.keys(CLUSTER_SETTINGS).filter(
  (name) => !["cluster", "verifyWorkers"].includes(name),
) as readonly FileName[];

/** Paths are meant from `directory`. `undefined` where no cluster was asked for: the others may stand in the environment for later. */
export const clusterOptions = (settings: ClusterSettings, directory: string): ClusterOptions | undefined => {
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
  const given = FILES.filter((name) => settings[name] !== undefined);
  return {
    url,
    ...Object.fromEntries(given.map((name) => [name, resolve(directory, settings[name] as string)])),
    ...(verifyWorkers !== undefined && { verifyWorkers }),
  };
};
