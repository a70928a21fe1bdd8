/** Empty lines, and white space at the ends of lines. */
import type { TextPass } from "../languages/pass.ts";

export const blankLines: TextPass = {
  kind: "texts",
  name: "blank lines",
  about: "deletes empty lines and white space at the ends of lines",
  texts({ tree: { text } }) {
    const shorter = text
      .replaceAll(/[ \t]+(?=\r?\n|$)/g, "")
      .replaceAll(/(\r?\n)(?:\r?\n)+/g, "$1")
      .replace(/^(?:\r?\n)+/, "");
    return shorter.length < text.length ? [shorter] : [];
  },
};
