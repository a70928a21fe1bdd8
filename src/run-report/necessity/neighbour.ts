/** The nearest neighbour that passes: the smallest part without which nothing is wrong. */
import type { Necessity, NecessityPart } from "../../reporters/reduce/report-data.ts";

type Neighbour = NonNullable<Necessity["neighbour"]>;

export const nearestWorking = (files: Necessity["files"]): Neighbour | undefined => {
  let best: { readonly length: number; readonly found: Neighbour } | undefined;
  for (const { path, parts } of files) {
    const text = parts.map((part) => part.text).join("");
    let at = 0;
    for (const part of parts) {
      if (part.fate === "works" && part.text.length < (best?.length ?? Number.POSITIVE_INFINITY))
        best = { length: part.text.length, found: described(path, text, at, part) };
      at += part.text.length;
    }
  }
  return best?.found;
};

const described = (path: string, text: string, at: number, { text: removed, reason }: NecessityPart): Neighbour => {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at + Math.max(0, removed.replace(/\n$/, "").length));
  const to = end < 0 ? text.length : end;
  return {
    path,
    line: text.slice(0, at).split("\n").length,
    removed: removed.replace(/\n$/, ""),
    before: text.slice(from, to),
    after: (text.slice(from, at) + text.slice(at + removed.length, to)).replace(/\n$/, ""),
    ...(reason !== undefined && { reason }),
  };
};
