/** Gives equal values equal numbers, so that whole subtrees are compared at once. */
import { childrenOf, type Doc } from "./document.ts";

/** The order of members does not count, that of elements does. */
export const numberDocs = (roots: readonly Doc[]): ReadonlyMap<Doc, number> => {
  const numbers = new Map<Doc, number>();
  const known = new Map<string, number>();
  const stack: { readonly doc: Doc; readonly opened: boolean }[] = roots.map((doc) => ({ doc, opened: false }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { doc, opened } = top;
    if (!opened && doc.kind !== "scalar") {
      stack.push({ doc, opened: true });
      for (const child of childrenOf(doc)) stack.push({ doc: child, opened: false });
      continue;
    }
    const words = wordsOf(doc, numbers);
    const number = known.get(words) ?? known.size;
    known.set(words, number);
    numbers.set(doc, number);
  }
  return numbers;
};

const wordsOf = (doc: Doc, numbers: ReadonlyMap<Doc, number>): string => {
  if (doc.kind === "scalar") return `s${doc.text}`;
  if (doc.kind === "list") return `l${doc.items.map((item) => numbers.get(item)).join(",")}`;
  const members = doc.members.map(({ key, value }) => `${JSON.stringify(key)}:${numbers.get(value)}`);
  return `m${members.toSorted().join(",")}`;
};
