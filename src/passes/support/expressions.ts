/** How far an expression reaches that is about a name. */
import type { Syntax } from "../../languages/pass.ts";

/** The largest node around a use of a name that goes on with its arguments, or of which the name is the last member. */
export const expressionOf = (syntax: Syntax, use: number): number => {
  const { tree } = syntax;
  let at = use;
  for (;;) {
    const parent = tree.parent[at] as number;
    if (parent <= 0 || !(isCall(syntax, at, parent) || isMember(syntax, at, parent))) return at;
    at = parent;
  }
};

/** `f(…)`, `f[…]`, of `f`. */
const isCall = ({ tree }: Syntax, node: number, parent: number): boolean => {
  const end = tree.end[node] as number;
  const isWhole =
    tree.start[parent] === tree.start[node] && /[)\]]/.test(tree.text.charAt((tree.end[parent] as number) - 1));
  return isWhole && /^\s*[([]/.test(tree.text.slice(end, end + NEAR));
};

/** `a.b`, `a->b`, `a::b`, of `b`. */
const isMember = ({ tree }: Syntax, node: number, parent: number): boolean => {
  const start = tree.start[node] as number;
  const from = Math.max(tree.start[parent] as number, start - NEAR);
  return tree.end[parent] === tree.end[node] && /(?:\.|->|::)\s*$/.test(tree.text.slice(from, start));
};

/** White space beside a name is not looked at any further. */
const NEAR = 16;
