/** What the parser makes: parts with parts in them, and a tree of them at the end. */
import type { SyntaxTree } from "../syntax.ts";
import { TreeWriter, Vocabulary } from "../tree-writer.ts";

export interface Part {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
  readonly field?: "name";
  /** Nothing is there, although something must be. */
  readonly missing?: boolean;
  /** Few dialects have it. */
  readonly rare?: boolean;
}

export const WORDS = new Vocabulary({
  named:
    "script statement query select set_operation with_clause cte select_list select_item alias distinct from_clause table_ref joined join_tail on_clause " +
    "where_clause group_by having_clause window_clause window qualify_clause order_by order_term limit_clause tail values_clause row " +
    "returning_clause insert update delete create_table create_view create_index create_trigger create_other drop explain plain command block " +
    "column_list column_defs column_def constraint table_constraint on_conflict set_clause assignment option event timing " +
    "identifier qualified star string number parameter null boolean default type typed_literal interval raw empty " +
    "binary unary between in_expression postfix cast call arguments filter_clause over_clause frame exists subquery parenthesized list struct pair " +
    "subscript slice case when_clause else_clause comment",
  tokens: "keyword operator , ; ( ) [ ] { } . :",
  fields: "name",
  extras: "comment",
});

/** Around parts, which are there. */
export const around = (kind: string, parts: readonly Part[]): Part => ({
  kind,
  start: (parts[0] as Part).start,
  end: (parts.at(-1) as Part).end,
  parts,
});

export const rarely = (part: Part): Part => ({ ...part, rare: true });

export const named = (part: Part): Part => ({ ...part, field: "name" });

export const missingAt = (place: number): Part => ({
  kind: "empty",
  start: place,
  end: place,
  parts: [],
  missing: true,
});

/** Comments go where they stand: from, to, from, to, …. What is rare counts like what is hollow: there may not be more of it. */
export const treeOf = (
  text: string,
  parts: readonly Part[],
  comments: readonly number[],
): SyntaxTree & { readonly hollow: number } => {
  let hollow = 0;
  const tree = new TreeWriter(text, WORDS, "script");
  let next = 0;
  const commentsUpTo = (place: number): void => {
    for (; next < comments.length && (comments[next] as number) < place; next += 2)
      tree.leaf("comment", comments[next] as number, comments[next + 1] as number);
  };
  const waiting: (Part | number)[] = parts.toReversed();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part === "number") {
      commentsUpTo(part);
      tree.close(part);
      continue;
    }
    const { kind, start, end, field, missing = false, rare = false } = part;
    if (rare) hollow++;
    commentsUpTo(start);
    const marks = { missing, ...(field !== undefined && { field }) };
    if (part.parts.length === 0) tree.leaf(kind, start, end, marks);
    else {
      tree.open(kind, start, marks);
      waiting.push(end);
      for (let inner = part.parts.length - 1; inner >= 0; inner--) waiting.push(part.parts[inner] as Part);
    }
  }
  commentsUpTo(text.length);
  return { ...tree.finish(), hollow };
};
