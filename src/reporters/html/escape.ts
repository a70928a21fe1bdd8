/** Text of others in HTML and on terminals: nothing of it is ever markup, or obeyed. */
import { visible } from "../../core/visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Signs that could begin markup. */
export const withoutMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

export const escaped = (text: string): string => withoutMarkup(visible(text));
