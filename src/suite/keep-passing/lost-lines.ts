/** Which lines of a file are not there any more, or not as they were. */
import { lineDiff, type Hunk } from "../../progress/line-diff.ts";

/** Words and numbers, and single signs. What only holds others together, or apart, does not count. */
const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;
const GLUE = /^[;,(){}[\]]$/;

/** Numbers from 1, ascending. Blanks, and lines that were put together, are no loss. */
export const lostLines = (before: string, after: string): readonly number[] => {
  const [old, now] = [linesOf(before), linesOf(after)];
  return gapsOf(lineDiff(old.map(said), now.map(said))).flatMap(({ removed, added }) =>
    lostIn(old, removed, tokensOf(now, added)),
  );
};

const linesOf = (text: string): readonly string[] => text.split("\n");

const wordsIn = (line: string): readonly string[] => (line.match(TOKEN) ?? []).filter((word) => !GLUE.test(word));

/** A line as it counts. */
const said = (line: string): string => wordsIn(line).join(" ");

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Gap {
  readonly removed: Stretch;
  readonly added: Stretch;
}

const NOWHERE: Stretch = { from: 0, to: 0 };

/** What was removed between two stretches that stayed, with what came in its place. */
const gapsOf = (hunks: readonly Hunk[]): readonly Gap[] =>
  hunks.flatMap((hunk, at): readonly Gap[] => {
    if (hunk.kind !== "removed") return [];
    const next = hunks[at + 1];
    return [{ removed: hunk, added: next?.kind === "added" ? next : NOWHERE }];
  });

interface Tokens {
  readonly words: readonly string[];
  /** The line of each. */
  readonly lines: readonly number[];
}

const tokensOf = (text: readonly string[], { from, to }: Stretch): Tokens => {
  const [words, lines]: [string[], number[]] = [[], []];
  for (let at = from; at < to; at++)
    for (const word of wordsIn(text[at] as string)) {
      words.push(word);
      lines.push(at + 1);
    }
  return { words, lines };
};

const lostIn = (old: readonly string[], removed: Stretch, now: Tokens): readonly number[] => {
  const { words, lines } = tokensOf(old, removed);
  const lost = new Set<number>();
  for (const { kind, from, to } of lineDiff(words, now.words))
    if (kind === "removed") for (let at = from; at < to; at++) lost.add(lines[at] as number);
  return [...lost];
};
