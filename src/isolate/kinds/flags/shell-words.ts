/** The words of a line as a POSIX shell separates them; nothing is expanded and no sign is an operator. */
import { UserError } from "../../../core/errors.ts";

/** `'a b'`, `"a b"` and `a\ b` are one word each. Throws a `UserError` for a quotation that does not end. */
export const shellWords = (text: string): readonly string[] => {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    if (quote === "'") {
      if (sign === "'") quote = "";
      else word += sign;
    } else if (sign === "\\" && (quote === "" || '"\\$`\n'.includes(text.charAt(i + 1)))) {
      const next = text.charAt(++i);
      if (next !== "\n") word = (word ?? "") + next;
    } else if (quote === '"') {
      if (sign === '"') quote = "";
      else word += sign;
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + sign;
  }
  if (quote !== "")
    throw new UserError("BAD_WORDS", `The quotation mark ${quote} is not closed in: ${text}`, {
      advice: "Quote as for a shell: --flags '-a \"-b with a blank\" -c'",
    });
  if (word !== undefined) words.push(word);
  return words;
};
