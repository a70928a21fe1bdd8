/** What functions take and give back. */
import type { Edit, RewritePass } from "../../pass.ts";
import type { Item } from "../module.ts";
import { signatureOf, type Signature } from "../signature.ts";
import { seenIn, swap, type ParsedModule } from "./seen.ts";

/** Functions that are called and nothing else: those of LLVM itself have the types they have. */
export const plainFunctions = (
  seen: ParsedModule,
): readonly { readonly item: Item; readonly signature: Signature }[] => {
  const { tokens, items } = seen;
  const others = new Set<string>();
  for (const [at, { kind, text }] of tokens.entries())
    if (kind === "global" && tokens[at + 1]?.text !== "(") others.add(text);
  return items.flatMap((item) => {
    if (
      (item.kind !== "function" && item.kind !== "declaration") ||
      /^@"?llvm\./.test(item.name) ||
      others.has(item.name)
    )
      return [];
    const signature = signatureOf(tokens, item);
    return signature === undefined ? [] : [{ item, signature }];
  });
};

export const parameters: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "parameters",
  about: "deletes parameters that are not used, with the arguments for them",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return plainFunctions(seen).flatMap(({ item, signature }) => {
      const kept = keptOf(seen, item, signature);
      if (kept.length === signature.parameters.length && !signature.isVariadic) return [];
      return [[swap(seen, { from: signature.open, to: signature.close + 1 }, `(${kept.join(", ")})`)]];
    });
  },
};

/** Those with a name that stands in the body. */
const keptOf = (
  { tokens, text, functions }: ParsedModule,
  item: Item,
  { parameters: all }: Signature,
): readonly string[] => {
  const f = functions.find((each) => each.item === item || each.item.from === item.from);
  const used = new Set<string>();
  for (let at = f?.body.open ?? item.to; at < item.to; at++)
    if (tokens[at]?.kind === "local") used.add(tokens[at]?.text ?? "");
  return all.flatMap(({ from, to }, place) =>
    used.has(f?.parameters[place] ?? "") ? [text.slice(tokens[from]?.start, tokens[to - 1]?.end)] : [],
  );
};

/** What may stand before a type alone. */
const OF_VALUES =
  /^(?:noundef|nonnull|signext|zeroext|inreg|noalias|dereferenceable|dereferenceable_or_null|align|range|nofpclass)$/;

export const returns: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "results",
  about: "makes functions return nothing",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    const { tokens } = seen;
    return plainFunctions(seen).flatMap(
      ({ item, signature: { returns: span, type } }): readonly (readonly Edit[])[] => {
        if (type === "void") return [];
        let { from } = span;
        while (from > item.from + 1 && isOfValue(tokens, from - 1)) from--;
        return [[swap(seen, { from, to: span.to }, "void")]];
      },
    );
  },
};

const isOfValue = (tokens: ParsedModule["tokens"], at: number): boolean => {
  const { kind, text } = tokens[at] as ParsedModule["tokens"][number];
  return OF_VALUES.test(text) || kind === "number" || text === ")" || text === "(";
};
