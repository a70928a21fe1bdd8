/** A reporter: a function of how a run stands and of what has just happened, the same for all commands. */
import type { TestCase } from "../core/test-case.ts";
import type { ProgressEvent } from "../progress/progressed.ts";
import type { Progress } from "../progress/state.ts";
import { paint, type Paint } from "./paint.ts";

/** What a command tells besides the events of its run. */
export type CommandNote =
  /** Something that happened outside the search. */
  | { readonly type: "note"; readonly text: string }
  /** A new best. It builds its bytes when asked for them. */
  | { readonly type: "content"; readonly best: TestCase }
  /** What the command came to. */
  | { readonly type: "closing"; readonly account: Account }
  /** The command ends: whatever is still open is closed. */
  | { readonly type: "gone" };

export type ReporterEvent = ProgressEvent | (CommandNote & { readonly ms: number });

/** Gets the state after the event. A promise makes the command wait, and the reporters behind it. */
export type Reporter = (progress: Progress, event: ReporterEvent) => void | Promise<void>;

/** What a command came to: for people, for programs, and as a report. */
export interface Account {
  /** `columns` is infinite where nobody looks at a screen. */
  lines(paint: Paint, columns: number): readonly string[];
  /** One JSON object. */
  json?(): string;
  /** The report that `--report` asks for, and lines about it for people. */
  report?(): { readonly text: string; readonly lines: string };
  /** For the summary of a step of GitHub Actions, in Markdown; the lines unless given. */
  summary?(): string;
  /** Where in the user's files it is to be seen. */
  readonly places?: readonly { readonly file?: string | undefined; readonly line?: number | undefined }[];
}

/** Where a reporter writes. */
export interface Sink {
  write(text: string): void;
  readonly columns: number;
  readonly isTerminal: boolean;
}

/** What reporters need to know of the command, and how they are chosen. */
export interface Stage {
  /** What it is about, as typed. */
  readonly title: string;
  /** Paths are shown as they are typed there. */
  readonly directory: string;
  /** Milliseconds since the run began, as in the events. */
  now(): number;
  /** For progress and notes, and for results. */
  readonly err: Sink;
  readonly out: Sink & { json(text: string): void };
  /** No lines for people. */
  readonly quiet: boolean;
  /** Standard output is for programs. */
  readonly json: boolean;
  readonly colours: boolean;
  /** `err` is a terminal on which lines can be written over. */
  readonly overwrites: boolean;
  /** Where the terminal has room for a screen. */
  readonly screen?: LiveScreen;
  /** Where a page is wanted. */
  readonly page?: () => Promise<PageView>;
  /** Where a report is wanted: puts it there. */
  readonly report?: (text: string) => void;
  /** In GitHub Actions: whether annotations are read out of the log, and what adds to the summary of the step. */
  readonly github?: { readonly annotates: boolean; readonly summary?: (text: string) => void };
}

/** A screen of its own while the run lasts. */
export interface LiveScreen {
  open(): void;
  show(progress: Progress): void;
  best(best: TestCase): void;
  say(text: string): void;
  /** Resolves when nobody looks at a page of it any more. */
  viewerDone(): Promise<void>;
  close(): void;
}

/** A page in a browser. */
export interface PageView {
  readonly address: string;
  show(progress: Progress): void;
  close(): Promise<void>;
}

export const paintOn = ({ colours }: Stage, sink: Sink): Paint => paint(colours && sink.isTerminal);
