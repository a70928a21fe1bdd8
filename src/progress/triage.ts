/** How a triage stands: its bugs, each with what is left of its input. */
import type { BugStanding, TriageStateNote } from "../core/notes.ts";
import { count, counted } from "./figures.ts";

export interface TriageProgress {
  readonly files: number;
  readonly jobs: number;
  /** In the order in which they were found: the first ones, where there are very many. */
  readonly bugs: readonly BugStanding[];
  /** How many there are. */
  readonly all: number;
  /** Files that are in no bug, and copies of others. */
  readonly aside: number;
  readonly copies: number;
  /** The run of the bug that is being reduced. */
  readonly run?: string;
  readonly status?: "complete" | "stopped";
  /** The folder of the results. */
  readonly output?: string;
}

const MAX_BUGS = 256;
const NO_TRIAGE: TriageProgress = { files: 0, jobs: 1, bugs: [], all: 0, aside: 0, copies: 0 };

export const triageAfter = (triage: TriageProgress | undefined, note: TriageStateNote): TriageProgress => {
  const state = triage ?? NO_TRIAGE;
  switch (note.type) {
    case "triage":
      return { ...NO_TRIAGE, files: note.files, jobs: note.jobs };
    case "sorted":
      return { ...state, aside: note.aside, copies: note.copies };
    case "bug":
      return {
        ...state,
        bugs: withBug(state.bugs, note.bug),
        all: note.bugs,
        ...(note.best !== undefined && { run: note.best.run }),
      };
    case "triaged":
      return { ...state, status: note.status, output: note.output };
  }
};

const withBug = (bugs: readonly BugStanding[], bug: BugStanding): readonly BugStanding[] => {
  const at = bugs.findIndex(({ id }) => id === bug.id);
  if (at >= 0) return bugs.with(at, bug);
  return bugs.length >= MAX_BUGS ? bugs : [...bugs, bug];
};

/** "parse" of "a/b.(*T).parse", "a::b::parse(int)" and "a.b.parse". */
const BARE_NAME = /(?:^|[/.:])([\p{L}\p{N}_$~]+)(?:\([^()]*\))?$/u;

/** A title for little room: the function it happened in says more than its package, and than who called it. */
export const narrowTitle = (title: string, room: number): string => {
  const at = title.lastIndexOf(" in ");
  if (title.length <= room || at < 0) return title;
  const [inner = ""] = title.slice(at + 4).split(" < ");
  return `${title.slice(0, at)} in ${BARE_NAME.exec(inner)?.[1] ?? inner}`;
};

/** The bug that is being reduced. */
export const currentBug = ({ bugs }: TriageProgress): BugStanding | undefined =>
  bugs.find(({ state }) => state === "reducing");

/** How much of the input of a bug is gone, from 0 to 1. */
export const removedShare = ({ before, now }: Pick<BugStanding, "before" | "now">): number =>
  before === 0 ? 0 : Math.max(0, 1 - now / before);

/** "████░░░░": what is gone of the input. */
export const bugBar = (bug: Pick<BugStanding, "before" | "now">, width: number): string => {
  const filled = Math.floor(width * removedShare(bug));
  return "█".repeat(filled) + "░".repeat(width - filled);
};

/** "54 → 11"; only the size where nothing is gone. */
export const bugSizes = ({ before, now }: Pick<BugStanding, "before" | "now">): string =>
  before === now ? count(now) : `${count(before)} → ${count(now)}`;

/** What runs now, or how it ended. */
export const bugStateText = ({ state, tests, pass }: BugStanding): string => {
  if (state === "reducing") return `${counted(tests, "test")}${pass === undefined ? "" : `, ${pass}`}`;
  return state === "done" || state === "unfinished" ? `${state}, ${counted(tests, "test")}` : state;
};

/** "7 bugs", "2 done", "1 reducing", "4 waiting". */
export const bugCounts = ({ bugs, all }: TriageProgress): readonly string[] => {
  const states = ["done", "unfinished", "reducing", "waiting", "flaky", "known"] as const;
  const numbers = states.map((state) => [state, bugs.filter((bug) => bug.state === state).length] as const);
  return [
    counted(all, "bug"),
    ...numbers.filter(([, number]) => number > 0).map(([state, number]) => `${count(number)} ${state}`),
  ];
};
