/** All that a command tells of a cluster beyond its events: lines meanwhile, figures in the end. */
import type { ReduceEvent } from "../core/notes.ts";
import { clusterTally, type ClusterClosing } from "./cluster-tally.ts";
import { workerNews } from "./worker-news.ts";

export interface ClusterAccount {
  /** Any event of a run: those that are not about a cluster are passed over. */
  see(event: ReduceEvent): void;
  /** Says what was not said yet, and tells what there was: nothing for a run that was on no cluster. */
  end(): { readonly cluster?: ClusterClosing };
}

/** `say` gets whole lines. */
export const clusterAccount = (say: (line: string) => void): ClusterAccount => {
  const [tally, news] = [clusterTally(), workerNews(say)];
  return {
    see: (event) => {
      if (event.type === "cluster" || event.type === "worker") tally.see(event);
      if (event.type === "worker") news.see(event);
    },
    end: () => {
      news.end();
      const cluster = tally.figures();
      return cluster === undefined ? {} : { cluster };
    },
  };
};
