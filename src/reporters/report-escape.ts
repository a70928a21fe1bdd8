/** Text of others in HTML and on terminals: nothing of it is ever markup, or obeyed. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters as pictures, and marks that turn the direction of writing as a sign; ends of lines and tabs stay. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (sign === "\n" || sign === "\t") return sign;
    return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? "\u2421" : "\uFFFD";
  });

/** Signs that could begin markup. */
export const withoutMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

export const escaped = (text: string): string => withoutMarkup(visible(text));
