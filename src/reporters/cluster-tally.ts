/** What a run has had of a cluster, for the end of it. */
import type { ClusterFigures } from "../core/cluster-figures.ts";
import type { ReduceNote } from "../core/notes.ts";
import { wasteTexts } from "../progress/cluster-selectors.ts";
import { counted } from "../progress/figures.ts";

/** The figures of the whole run; those of a moment are left out. */
export interface ClusterClosing extends Omit<ClusterFigures, "workers" | "queued" | "running"> {
  /** The different workers that have taken part, and those of them that were set aside. */
  readonly workers: number;
  readonly setAside: number;
}

interface ClusterTally {
  see(note: Extract<ReduceNote, { readonly type: "cluster" | "worker" }>): void;
  /** `undefined` for a run that was on no cluster. */
  figures(): ClusterClosing | undefined;
}

/** Workers are told apart by their names; more than that are not counted. */
const MAX_NAMES = 100_000;

const keep = (names: Set<string>, name: string): void => {
  if (names.size < MAX_NAMES) names.add(name);
};

export const clusterTally = (): ClusterTally => {
  const [joined, aside] = [new Set<string>(), new Set<string>()];
  let slots = 0;
  let last: ClusterFigures | undefined;
  return {
    see: (note) => {
      if (note.type === "cluster") {
        last = note.figures;
        slots = Math.max(slots, last.slots);
        return;
      }
      if (note.name === undefined) return;
      if (note.change === "joined") keep(joined, note.name);
      if (note.change === "set aside") keep(aside, note.name);
    },
    figures: () => {
      if (last === undefined) return undefined;
      const { done, recalled, redelivered, duplicated, cancelled, refused, verified, wrong } = last;
      const counts = { done, recalled, redelivered, duplicated, cancelled, refused, verified, wrong };
      const [workers, setAside] = [joined.size, aside.size];
      return { workers, slots, setAside, ...counts };
    },
  };
};

/** "12 workers, 48 tests at once, 3 given out twice": zeros are left out. */
export const clusterText = (cluster: ClusterClosing): string => {
  const { workers, slots, setAside } = cluster;
  return [
    counted(workers, "worker"),
    `${counted(slots, "test")} at once`,
    ...(setAside === 0 ? [] : [`${counted(setAside, "worker")} set aside`]),
    ...wasteTexts(cluster),
  ].join(", ");
};
