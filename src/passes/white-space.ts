/** White space: as little as the language needs. */
import { fuses } from "../formats/joints.ts";
import { Levels } from "./support/indentation.ts";
import { tokensOf } from "./support/leaves.ts";
import type { RewritePass, Syntax, TextPass } from "../languages/pass.ts";

export const whiteSpace: TextPass = {
  kind: "texts",
  name: "white space",
  about: "squeezes white space between tokens (with --rename)",
  texts(syntax) {
    if (!syntax.rename) return [];
    const { text } = syntax.tree;
    const wanted =
      (syntax.language.traits.layout ?? "free") === "free"
        ? [squeezed(syntax, false), squeezed(syntax, true)]
        : [squeezed(syntax, true)];
    return [...new Set(wanted)].filter((other) => other.length < text.length);
  },
};

/** Gap by gap, where not all of them can go. */
export const gaps: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "gaps",
  about: "squeezes white space gap by gap (with --rename)",
  rewrites({ tree, rename }) {
    if (!rename) return [];
    const tokens = tokensOf(tree);
    const last = { start: tree.text.length, end: tree.text.length };
    return [...tokens, last].flatMap(({ start, end }, index) => {
      const from = tokens[index - 1]?.end ?? 0;
      const before = tree.text.slice(tokens[index - 1]?.start ?? 0, from);
      const text = from > 0 && fuses(before, tree.text.slice(start, end)) ? " " : "";
      return start - from > text.length ? [[{ start: from, end: start, text }]] : [];
    });
  },
};

/** `lines`: line ends stay, and of indentation one space for each level. */
const squeezed = ({ tree }: Syntax, lines: boolean): string => {
  const out: string[] = [];
  const indent = new Levels();
  let at = 0;
  let before = "";
  for (const { start, end } of tokensOf(tree)) {
    const gap = tree.text.slice(at, start);
    const token = tree.text.slice(start, end);
    out.push(gapFor({ gap, lines, first: at === 0, together: fuses(before, token) }, indent), token);
    before = token;
    at = end;
  }
  return out.join("");
};

interface Gap {
  readonly gap: string;
  readonly lines: boolean;
  readonly first: boolean;
  /** The tokens on both sides would be read as one. */
  readonly together: boolean;
}

const gapFor = ({ gap, lines, first, together }: Gap, indent: Levels): string => {
  const line = gap.lastIndexOf("\n");
  if (lines && (line >= 0 || first)) return (first ? "" : "\n") + " ".repeat(indent.at(gap.length - line - 1));
  return gap !== "" && together ? " " : "";
};
