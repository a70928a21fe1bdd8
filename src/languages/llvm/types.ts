/** Types as ranges of tokens: how they read, and what may stand for a value of them. */
import type { Span } from "./module.ts";
import type { Token } from "./tokens.ts";

/** The tokens of a range as one text, the same for the same type however it was laid out. */
export const textOf = (tokens: readonly Token[], { from, to }: Span): string => {
  let text = "";
  for (let at = from; at < to; at++) {
    const next = (tokens[at] as Token).text;
    text += /[\w"*)\]}>]$/.test(text) && /^[\w"%@!#-]/.test(next) ? ` ${next}` : next;
  }
  return text;
};

/** The neutral value of a type: zero, as long as there is one. */
export const zeroOf = (type: string): string => {
  if (/^i\d+$/.test(type)) return "0";
  if (/\*$|^ptr(?: addrspace\(.*\))?$/.test(type)) return "null";
  if (/^(?:half|bfloat|float|double)$/.test(type)) return "0.0";
  if (type === "token") return "none";
  if (type === "metadata") return "!{}";
  return type.startsWith("target") || type === "x86_mmx" ? "undef" : "zeroinitializer";
};
