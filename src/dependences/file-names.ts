/** What a file defines for others, and what it may use of them. */
import type { Units } from "../formats/units.ts";
import type { Language, SyntaxTree } from "../languages/syntax.ts";
import { occurrencesIn } from "./occurrences.ts";
import { ASSIGNED, DECLARED, HEAD, LOCAL, OPENED, USED } from "./signs.ts";

export interface FileNames {
  readonly defined: ReadonlySet<string>;
  readonly used: ReadonlySet<string>;
}

export const namesIn = (text: string, language: Language): FileNames => {
  const tree = language.parse(text);
  const defined = new Set<string>();
  const used = new Set<string>();
  for (const [name, occurrences] of occurrencesIn({ tree, language, units: outermost(tree) })) {
    const signs = new Set(occurrences.map(({ sign }) => sign));
    if ([DECLARED, ASSIGNED, OPENED].some((sign) => signs.has(sign))) defined.add(name);
    // What is a name of its own inside some part is not meant to be another file's.
    else if ((signs.has(USED) || signs.has(HEAD)) && !signs.has(LOCAL)) used.add(name);
  }
  return { defined, used };
};

/** The outermost parts of a text. */
const outermost = ({ length, start, end, after }: SyntaxTree): Pick<Units, "start" | "end"> => {
  const nodes: number[] = [];
  for (let node = 1; node < length; node = after[node] as number) nodes.push(node);
  return {
    start: Int32Array.from(nodes, (node) => start[node] as number),
    end: Int32Array.from(nodes, (node) => end[node] as number),
  };
};
