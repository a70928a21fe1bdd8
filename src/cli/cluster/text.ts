/** Words about clusters for people. */
import type { WorkerFigures } from "../../cluster/worker/worker.ts";
import type { WorkerMessage } from "../../cluster/worker/report.ts";

/** `undefined` for what people are told by others already: the connection tells of itself. */
export const noteText = (note: WorkerMessage): string | undefined => {
  switch (note.type) {
    case "lost":
    case "back":
      return undefined;
    case "opening":
      return `${note.title}: a new run; testing its original on this machine first.`;
    case "ready":
      return `${note.title}: ready, taking jobs.`;
    case "over":
      return `${note.title}: finished.`;
    case "unfit":
      return `${note.title}: this machine takes no part: ${note.reason}`;
    case "refused":
      return `refused ${counted(note.count, note.what)}: ${note.reason}`;
    case "trouble":
      return note.count === 1 ? note.message : `${note.message} (${note.count} times)`;
    case "draining":
      return note.running === 0
        ? "Leaving."
        : `Taking no more jobs; waiting for ${counted(note.running, "job")} to end (Ctrl-C again hands them to other workers).`;
  }
};

export const figuresText = ({ runs, running, done }: WorkerFigures): string =>
  `${counted(runs, "run")}, ${counted(running, "job")} running, ${done} done`;

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "12.3 MB". */
export const sizeText = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), 4);
  return power === 0 ? `${bytes} B` : `${(bytes / 1000 ** power).toFixed(1)} ${["B", "kB", "MB", "GB", "TB"][power]}`;
};
