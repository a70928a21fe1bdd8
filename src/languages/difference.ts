/** Where two texts differ, as one replaced stretch. */
import { Edit, type Point } from "web-tree-sitter";

export function difference(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same += 1;
  const oldEnd = before.length - same;
  const newEnd = after.length - same;
  const startPosition = advance({ row: 0, column: 0 }, before, { from: 0, to: start });
  return new Edit({
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition,
    oldEndPosition: advance(startPosition, before, { from: start, to: oldEnd }),
    newEndPosition: advance(startPosition, after, { from: start, to: newEnd }),
  });
}

/** The point at `to`, when `point` is the one at `from`. */
function advance(point: Point, text: string, { from, to }: { readonly from: number; readonly to: number }): Point {
  let rows = 0;
  let lineStart = from;
  for (let end = text.indexOf("\n", from); end !== -1 && end < to; end = text.indexOf("\n", lineStart)) {
    rows += 1;
    lineStart = end + 1;
  }
  return { row: point.row + rows, column: to - lineStart + (rows === 0 ? point.column : 0) };
}
