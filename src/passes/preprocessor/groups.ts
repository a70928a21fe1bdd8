/** Conditional groups: `#if` with its alternatives and its `#endif`. */
import type { Directive } from "./lines.ts";

/** What stands between two directives of a group. */
export interface Branch {
  /** The directive that opens it. */
  readonly opening: Directive;
  readonly start: number;
  readonly end: number;
}

export interface Group {
  /** With the lines of its directives. */
  readonly start: number;
  readonly end: number;
  readonly branches: readonly Branch[];
}

const OPENING: ReadonlySet<string> = new Set(["if", "ifdef", "ifndef"]);
const ALTERNATIVE: ReadonlySet<string> = new Set(["elif", "else", "elifdef", "elifndef"]);

/** Those that are closed, in document order, an outer one before those inside it. */
export const groupsOf = (directives: readonly Directive[]): readonly Group[] => {
  const groups: Group[] = [];
  const open: Directive[][] = [];
  for (const directive of directives) {
    if (OPENING.has(directive.keyword)) open.push([directive]);
    else if (ALTERNATIVE.has(directive.keyword)) open.at(-1)?.push(directive);
    else if (directive.keyword === "endif") {
      const openings = open.pop();
      if (openings !== undefined) groups.push(groupOf(openings, directive));
    }
  }
  return groups.toSorted((a, b) => a.start - b.start);
};

const groupOf = (openings: readonly Directive[], closing: Directive): Group => ({
  start: (openings[0] as Directive).start,
  end: closing.end,
  branches: openings.map((opening, index) => ({
    opening,
    start: opening.end,
    end: (openings[index + 1] ?? closing).start,
  })),
});
