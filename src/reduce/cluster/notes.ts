/** What people are told of a cluster while a run is on it. */
import type { ClusterNote, ClusterRun } from "../../cluster/run.ts";
import type { ClusterFigures } from "../../core/cluster-figures.ts";
import type { ReduceNote } from "../../core/notes.ts";

export interface ClusterWatch {
  /** Tells of one thing that has happened. */
  note(note: ClusterNote): void;
  /** Looks at the figures from now on. */
  begin(run: ClusterRun): void;
  end(): void;
  /** The most tests at once that there was room for. */
  readonly slots: number;
}

/** What runs of every kind tell of their cluster. */
export type ClusterTidings = Extract<ReduceNote, { readonly type: "cluster" | "worker" }>;

interface WatchOptions {
  readonly emit: (note: ClusterTidings) => void;
  /** The command that starts a worker. */
  readonly joining: string;
}

const INTERVAL_MS = 1000;

export const watchCluster = ({ emit, joining }: WatchOptions): ClusterWatch => {
  let slots = 0;
  let told = "";
  let isWaiting = false;
  let ended = false;
  let run: ClusterRun | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    if (run === undefined) return;
    const figures: ClusterFigures = run.figures();
    const text = JSON.stringify(figures);
    slots = Math.max(slots, figures.slots);
    if (text !== told) emit({ type: "cluster", figures });
    told = text;
    if (figures.slots === 0 && !isWaiting) emit(waiting(figures, joining));
    isWaiting = figures.slots === 0;
  };
  return {
    note: (note) => {
      if (!ended) emit(worded(note));
    },
    begin: (begun) => {
      run = begun;
      run.onCapacity(() => (slots = Math.max(slots, begun.figures().slots)));
      look();
      timer = setInterval(look, INTERVAL_MS);
      timer.unref();
    },
    end: () => {
      clearInterval(timer);
      look();
      ended = true;
    },
    get slots() {
      return slots;
    },
  };
};

const worded = (note: ClusterNote): ClusterTidings => {
  if (note.type === "refused") return { type: "worker", change: "refused", message: `refused: ${note.reason}` };
  if (note.type === "trouble") return { type: "worker", change: "waiting", message: note.reason };
  const { type: change, name } = note;
  if (note.type === "set aside")
    return { type: "worker", change, name, message: `worker ${name} is set aside: ${note.reason}` };
  const room = `${note.slots} ${note.slots === 1 ? "test" : "tests"} at once`;
  const differs = note.differs === undefined ? "" : `; it is not the same as this machine: ${note.differs}`;
  const message = `worker ${name} ${note.type === "joined" ? `has joined: ${room}${differs}` : "has left"}`;
  return { type: "worker", change, name, slots: note.slots, message };
};

/** The note about a worker that was wrong. */
export const askedAgain = (answers: number, name: string): string =>
  `${answers} ${answers === 1 ? "answer" : "answers"} of worker ${name} ${answers === 1 ? "is" : "are"} forgotten, and asked again where needed`;

/** None is there, or none yet: some may still be testing the original. */
const waiting = ({ workers }: ClusterFigures, joining: string): ClusterTidings => {
  const opening = workers.filter(({ state }) => state === "opening").length;
  const message =
    opening > 0
      ? `waiting for workers: ${opening} ${opening === 1 ? "is" : "are"} getting ready`
      : `waiting for workers: start one with \`${joining}\``;
  return { type: "worker", change: "waiting", message };
};
