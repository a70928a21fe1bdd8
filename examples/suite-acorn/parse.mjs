/** What is tested: the parser, with the newest syntax, and the tokenizer's comments. */
import { parse } from "acorn";

export const run = (text) => {
  parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true, onComment: [] });
};
