/** Where a comment at the start of a line ends: only what is clearly a comment counts, for the language is not known. */

const isOneOf = (text: string, at: number, characters: string): boolean =>
  at >= text.length || characters.includes(text.charAt(at));

/** `#include`, `#[derive]`, `#{x}` are none; nor is a semicolon that continues an indented list. */
const isLineComment = (text: string, at: number, indent: number): boolean => {
  const next = text.charAt(at + 1);
  switch (text.charAt(at)) {
    case "/":
      return next === "/";
    case "#":
      return isOneOf(text, at + 1, " \t#!\r\n");
    case ";":
      return next === ";" || (indent === 0 && isOneOf(text, at + 1, " \t\r\n"));
    default:
      return false;
  }
};

const lineEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
};

/** The end of the comment that begins at `at`; -1 if none does. `limit`: the last place where a block comment may end. */
export const commentEnd = (text: string, at: number, indent: number, limit: number): number => {
  if (isLineComment(text, at, indent)) return lineEnd(text, at);
  if (at + 2 > limit || !text.startsWith("/*", at)) return -1;
  return text.indexOf("*/", at + 2) + 2;
};
