/** The best so far, with the colours of its language. Texts of others are text, never markup. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { pieces } from "../../languages/colours.ts";
import type { CommentStyle } from "../../languages/definition.ts";
import type { BookReader } from "../steps/book.ts";
import type { DiffPiece } from "../steps/diff.ts";
import { piece } from "./steps.tsx";

/** By the ending of a name; the page has them in it. */
const STYLES = JSON.parse(document.getElementById("comments")?.textContent ?? "{}") as Record<string, CommentStyle>;

const styleOf = (path: string): CommentStyle => STYLES[/[^./]*$/.exec(path)?.[0].toLowerCase() ?? ""] ?? "slashes";

interface BestProps {
  readonly reader: BookReader;
  /** The path of the file, if the input is one. */
  readonly name: string;
}

export const Best = ({ reader, name }: BestProps): JSX.Element => {
  const shown = useMemo(() => reader.plain(reader.length), [reader]);
  let path = name;
  const isPlain = reader.book.plain && reader.binary;
  const element = (each: DiffPiece, index: number): JSX.Element => {
    if (each.kind === "head" && each.path !== undefined) path = each.path;
    return each.kind === "same" && !isPlain ? (
      <span key={index}>{colouredText(each.text, styleOf(path))}</span>
    ) : (
      piece(each, index)
    );
  };
  return (
    <pre class="view best" tabIndex={0} role="region" aria-label="the best so far">
      {shown.map(element)}
    </pre>
  );
};

const colouredText = (text: string, style: CommentStyle): readonly (JSX.Element | string)[] =>
  pieces(text, style).map(({ text: part, colour }, index) =>
    colour === undefined ? (
      part
    ) : (
      <span key={index} class={`in-${colour}`}>
        {part}
      </span>
    ),
  );
