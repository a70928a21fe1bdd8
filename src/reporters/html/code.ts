/** Source text in the colours of its language, no longer than there is room for. */
import { pieces } from "../../languages/colours.ts";
import { commentStyle, endingOf } from "../../languages/comment-styles.ts";
import { escaped } from "./escape.ts";

export interface CodeHtml {
  readonly html: string;
  /** How many characters of the text are not in it. */
  readonly cut: number;
}

/** `room`: characters of markup. Colours go first, then the end of the text. */
export const codeHtml = (text: string, path: string, room: number): CodeHtml => {
  if (text.length <= room) {
    const coloured = pieces(text, commentStyle(endingOf(path))).map(({ text: part, colour }) =>
      colour === undefined ? escaped(part) : `<span class="in-${colour}">${escaped(part)}</span>`,
    );
    const html = coloured.join("");
    if (html.length <= room) return { html, cut: 0 };
  }
  let end = Math.min(text.length, room);
  let html = escaped(text.slice(0, end));
  while (html.length > room && end > 0) {
    end = Math.floor((end * room) / html.length);
    html = escaped(text.slice(0, end));
  }
  return { html, cut: text.length - end };
};
