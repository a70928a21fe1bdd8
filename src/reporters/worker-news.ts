/** What is told of the workers of a cluster, in few lines: what happens within a second is summed up. */
import type { WorkerNote } from "../progress/cluster.ts";
import { bounded } from "../core/visible.ts";
import { count, counted } from "../progress/figures.ts";

type Change = WorkerNote["change"];

export interface WorkerNews {
  see(note: WorkerNote): void;
  /** Says what was not said yet. */
  end(): void;
}

const GATHER_MS = 1000;
/** Messages hold names and reasons, which come from the network. */
const LONGEST = 400;

/** What has happened several times; only the last message is kept. */
interface Gathered {
  readonly times: number;
  readonly slots: number;
  readonly last: string;
}

/** `say` gets whole lines. */
export const workerNews = (say: (line: string) => void): WorkerNews => {
  const gathered = new Map<Change, Gathered>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = newsLines(gathered);
    gathered.clear();
    for (const line of lines) say(bounded(line, LONGEST));
  };
  return {
    see: ({ change, slots = 0, message }) => {
      const known = gathered.get(change);
      gathered.set(change, {
        times: (known?.times ?? 0) + 1,
        slots: (known?.slots ?? 0) + slots,
        last: bounded(message, LONGEST),
      });
      // People are to do something about it, at once.
      if (change === "waiting") return flush();
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    end: flush,
  };
};

/** What people read first comes first. */
const ORDER: readonly Change[] = ["joined", "set aside", "asked again", "left", "refused", "flaky", "waiting"];

/** "worker w1 has joined: 4 tests at once", or "12 workers have joined: 48 tests at once". */
const newsLines = (gathered: ReadonlyMap<Change, Gathered>): readonly string[] =>
  ORDER.flatMap((change) => {
    const group = gathered.get(change);
    if (group === undefined) return [];
    return [group.times === 1 ? group.last : summed(change, group)];
  });

const summed = (change: Change, { times, slots, last }: Gathered): string => {
  switch (change) {
    case "joined":
      return `${counted(times, "worker")} have joined: ${counted(slots, "test")} at once`;
    case "left":
      return `${counted(times, "worker")} have left: ${counted(slots, "test")} at once`;
    case "set aside":
      return `${counted(times, "worker")} are set aside; the last: ${last}`;
    case "refused":
      return `${count(times)} messages were refused; the last: ${last.replace(/^refused: /, "")}`;
    case "asked again":
    case "flaky":
    case "waiting":
      return last;
  }
};
