/** The words for a result whose message differs from that of the original. */
import type { Drift } from "../../core/verdict.ts";

/** Both messages, one above the other, and the flags that keep the first. */
export const driftLines = ({ original, result, flags }: Drift): readonly string[] => [
  ...original.map((line, at) => `${at === 0 ? "original: " : "          "}${line}`),
  ...(result.length === 0 ? ["(nothing about a failure)"] : result).map(
    (line, at) => `${at === 0 ? "result:   " : "          "}${line}`,
  ),
  ...(flags === undefined ? [] : [`to keep the first: ${flags}`]),
];
