/** The backend of a cluster: both ends are tested on this machine, what lies between them on those of the workers. */
import { hostname } from "node:os";
import { given } from "../../core/maybe.ts";
import type { ClusterOptions } from "../../cluster/cluster.ts";
import { openCluster } from "../../cluster/connection/connect.ts";
import { watchedExecutor } from "../../reduce/cluster/executor.ts";
import type { MixtureBackend } from "../backend.ts";
import type { Mixture } from "../mixture.ts";
import { storedTest } from "../oracle/judge.ts";
import { packMixtures, refused } from "./mixture-kit.ts";

/** Connects before anything is learnt: nobody wants to hear later that there is no cluster. */
export const clusterBackend = (options: ClusterOptions): MixtureBackend => ({
  open: async ({ kind: { notOnCluster }, emit }) => {
    if (notOnCluster !== undefined) throw refused(notOnCluster);
    const onWarning = (message: string): void => emit({ type: "warning", code: "CLUSTER", message });
    const cluster = await openCluster(options, { name: "pare isolate", onWarning });
    return {
      openExecutor: async (order) => {
        const { kind, bad, timeouts, oracle, distrusted } = order;
        const { verifyWorkers, verifySalt } = options;
        emit({ type: "preparing", text: "packing what the tests need for the workers" });
        return await watchedExecutor({
          cluster,
          secretFile: options.secretFile,
          packed: await packMixtures(order, cluster.blobs),
          original: bad,
          title: `${kind.titles.good} → ${kind.titles.bad} on ${hostname()}`,
          timeouts,
          shared: true,
          distrusted,
          // A failure that shows sometimes need not show elsewhere.
          ...(storedTest(oracle.identity)?.shows === "always" && {
            verify: {
              ...given({ verifyWorkers, verifySalt }),
              proves: ["fail", "pass"] as const,
              here: (mixture: Mixture, signal: AbortSignal) => oracle.test(mixture, { timeout: timeouts.hard }, signal),
            },
          }),
          emit,
        });
      },
      close: () => cluster.close(),
    };
  },
});
