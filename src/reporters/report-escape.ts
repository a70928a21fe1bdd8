/** Text of others in HTML: nothing of it is ever markup. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters as pictures; ends of lines and tabs stay. */
const visible = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (sign === "\n" || sign === "\t") return sign;
    return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? "\u2421" : "\uFFFD";
  });

/** Signs that could begin markup. */
export const withoutMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

export const escaped = (text: string): string => withoutMarkup(visible(text));
