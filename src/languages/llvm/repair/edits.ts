/** Changes to tokens in place. */
import type { Span } from "../module.ts";
import type { Token } from "../tokens.ts";

export const erase = (tokens: readonly Token[], { from, to }: Span): void => {
  for (let at = from; at < to; at++) (tokens[at] as Token).text = "";
};

export const replace = (tokens: readonly Token[], span: Span, text: string): void => {
  erase(tokens, span);
  (tokens[span.from] as Token).text = text;
};

export const append = (tokens: readonly Token[], at: number, text: string): void => {
  (tokens[at] as Token).text += text;
};
