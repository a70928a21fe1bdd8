/** Lists in brackets without one of their elements. */
import type { Edit, Syntax } from "../pass.ts";
import { childrenOf } from "./structure.ts";

/** The lists in angle or square brackets that begin where a leaf ends. */
export const listsAt = ({ tree }: Syntax, leaf: number): readonly number[] => {
  const next = leaf + 1;
  if (
    next >= tree.length ||
    tree.start[next] !== tree.end[leaf] ||
    !/[<[]/.test(tree.text.charAt(tree.start[next] as number))
  )
    return [];
  return tree.after[next] === next + 1 ? [] : [next];
};

/** Nothing where there is no such element. With its last element the list goes, and the word that introduces it. */
export const withoutElement = ({ tree, language }: Syntax, list: number, place: number): Edit | undefined => {
  const elements = [...childrenOf(tree, list)].filter((child) =>
    /[\p{L}\p{N}_"']/u.test(tree.text.slice(tree.start[child], tree.end[child])),
  );
  const element = elements[place];
  if (element === undefined) return undefined;
  if (elements.length === 1) {
    const before = list - 1;
    const isIntroduced =
      tree.parent[before] === tree.parent[list] && language.kinds[tree.kind[before] as number] === "template";
    return { start: tree.start[isIntroduced ? before : list] as number, end: tree.end[list] as number, text: "" };
  }
  const next = elements[place + 1];
  const previous = elements[place - 1];
  if (next !== undefined) return { start: tree.start[element] as number, end: tree.start[next] as number, text: "" };
  return { start: tree.end[previous as number] as number, end: tree.end[element] as number, text: "" };
};
