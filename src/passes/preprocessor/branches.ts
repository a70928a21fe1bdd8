/** Conditional groups, one at a time: any one of their branches in place of the group. */
import type { Edit, EditPass, Syntax } from "../../languages/pass.ts";
import { groupsOf, type Group } from "./groups.ts";
import { directivesOf } from "./lines.ts";

export const branches: EditPass = {
  kind: "edits",
  filtered: false,
  name: "branches",
  about: "puts one branch in place of a conditional group of the preprocessor",
  edits(syntax, from) {
    const groups = groupsOf(directivesOf(syntax));
    return groups.flatMap((group) => (group.start < from ? [] : editsOf(syntax, group)));
  },
};

/** Where the text parses, the deletion of whole groups is the business of `statements`. */
const editsOf = ({ tree: { text, errors }, language }: Syntax, group: Group): readonly Edit[] => {
  const { start, end } = group;
  const bodies = group.branches.map((branch) => text.slice(branch.start, branch.end));
  const nothing = errors > 0 || language.traits.grammarless === true ? [""] : [];
  return [...new Set([...nothing, ...bodies])].map((body) => ({ start, end, text: body }));
};
