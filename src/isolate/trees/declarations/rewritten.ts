/** The same statements after splices within lines: they stand on the same lines, and may have other names. */
import type { Splice } from "../rewriting/aligned.ts";
import type { Body, DeclaredName, Statement } from "./statements.ts";

/** `splices`: in order. */
export const rewrittenBody = (body: Body, splices: readonly Splice[]): Body => ({
  ...body,
  statements: body.statements.map((statement) => rewritten(statement, splices)),
});

const rewritten = (statement: Statement, splices: readonly Splice[]): Statement => ({
  ...statement,
  names: statement.names.map((name) => renamed(name, splices)),
  ...(statement.body && { body: rewrittenBody(statement.body, splices) }),
});

const renamed = (name: DeclaredName, splices: readonly Splice[]): DeclaredName => {
  let [text, at] = ["", name.from];
  for (let index = firstFrom(splices, name.from); index < splices.length; index++) {
    const { from, to, put } = splices[index] as Splice;
    if (from >= name.to) break;
    if (from < at) continue;
    text += name.text.slice(at - name.from, from - name.from) + put;
    at = to;
  }
  if (at === name.from) return name;
  const whole = text + name.text.slice(at - name.from);
  // What a short member of a pattern is bound to stands last.
  return { ...name, text: whole.slice(whole.lastIndexOf(": ") + 1).trim() };
};

const firstFrom = (splices: readonly Splice[], place: number): number => {
  let [low, high] = [0, splices.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((splices[middle] as Splice).from < place) low = middle + 1;
    else high = middle;
  }
  return low;
};
