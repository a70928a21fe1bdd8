/** What a reader of crash reports finds. */

/**
 * What stands in quotation marks: a program's own text, all of which belongs to the failure ("verbatim"), names and excerpts of the
 * input ("names"), or names and types of it as a compiler prints them ("types").
 */
type Quotes = "verbatim" | "names" | "types";

/** Something an output says about a failure, in one line and without noise. */
export interface Fact {
  readonly text: string;
  readonly quotes: Quotes;
  /** It says more about the fact before it. */
  readonly isDetail?: true;
  /** Where in the program it happened ("lib.rs:12"; functions that call themselves without end); no part of what is learnt: programs change. */
  readonly place?: string;
  /** It names a position in the input, as messages about an input do. */
  readonly isPlaced?: true;
}

/** Reads the lines of an output; `input` is the base name of the input, whose own functions say nothing about the program. */
export type ReportReader = (lines: readonly string[], input: string) => readonly Fact[];

export interface Frame {
  readonly name: string;
  /** As printed, without its position: what lies in the scratch directory has no folder. */
  readonly file?: string;
}

/** How many functions of a stack belong to a failure: where it happened and who called. More would hold the input's shape fast. */
const TOP_FRAMES = 2;

/**
 * The innermost functions, as " in f < g"; nothing where the failure happened in the input itself, or in a recursion without end.
 * Neighbours of one name count once.
 */
export const framesText = (frames: readonly Frame[], input: string): string => {
  const own = frames.findIndex((frame) => frame.file === input);
  const foreign = own < 0 ? frames : frames.slice(0, own);
  const names = foreign.map((frame) => frame.name).filter((name, index, all) => name !== all[index - 1]);
  return names.length === 0 ? "" : ` in ${names.slice(0, TOP_FRAMES).join(" < ")}`;
};

/** The functions of a recursion without end, those that stand in the stack again, by their names: where in the round it ends is chance. */
export const cycleText = (names: readonly string[], least = 2): string => {
  const calls = new Map<string, number>();
  for (const name of names) calls.set(name, (calls.get(name) ?? 0) + 1);
  return [...calls]
    .flatMap(([name, count]) => (count >= least ? [name] : []))
    .toSorted()
    .join(" < ");
};

/** Node says so of any program it has run that failed: what that said counts. */
export const WRAPPER = /^(?:Command failed|spawn(?:Sync)? )/;

export const isFound = <T>(value: T | undefined): value is T => value !== undefined;

/** A place in a report without scheme and position. */
export const pathOf = (place: string): string => place.replace(/^file:\/\//, "").replace(/(?::\d+){1,2}$/, "");

/** The base name of a file in a report. */
export const fileName = (place: string): string => pathOf(place).replace(/^.*[/\\]/, "");
