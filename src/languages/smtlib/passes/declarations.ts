/** Declared things: variables merged or made constant, functions inlined, parameters gone, shorter forms and names. */
import type { CoupledPass, RewritePass } from "../../pass.ts";
import { constantsOf, grouped } from "../leaves.ts";
import { headOf, itemsOf, LIST, textAt } from "../reader.ts";
import type { Entry, Script } from "../script.ts";
import {
  callOf,
  hasNested,
  nameOf,
  overScript,
  removed,
  replaced,
  substituted,
  withoutArgument,
  type Change,
} from "./edits.ts";

/** Declared functions and variables, none of datatypes. */
const functionsOf = ({ entries }: Script): readonly Entry[] => entries.filter(({ kind }) => kind === "function");

const signatureText = ({ signature: { params, result } }: Entry): string | undefined =>
  result === undefined || params.includes(undefined)
    ? undefined
    : [...params, result].map((sort) => sort?.text).join(" ");

export const toConstants: RewritePass = {
  kind: "rewrites",
  name: "variables to constants",
  about: "replaces a variable by a constant everywhere",
  filtered: true,
  rewrites: overScript((script) =>
    functionsOf(script).flatMap((entry): readonly Change[] => {
      const [constant] = entry.signature.params.length > 0 ? [] : constantsOf(script, entry.signature.result);
      if (constant === undefined) return [];
      const change = [removed(script, entry.owner), ...substituted(script, entry, constant)];
      return saves(change) ? [change] : [];
    }),
  ),
};

/** Does the text get shorter by these edits? */
const saves = (change: Change): boolean =>
  change.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0) < 0;

/** What has the same signature becomes the first of its kind. */
export const merged: RewritePass = {
  kind: "rewrites",
  name: "variables merged",
  about: "merges variables and functions of the same sorts",
  filtered: true,
  rewrites: overScript((script) =>
    [...grouped(functionsOf(script), signatureText).values()].flatMap(([first, ...others]) =>
      others.map((other) => [
        removed(script, other.owner),
        ...substituted(script, other, nameOf(script, first as Entry)),
      ]),
    ),
  ),
};

/** Definitions lose their bodies. */
export const declared: RewritePass = {
  kind: "rewrites",
  name: "definitions declared",
  about: "declares functions instead of defining them",
  filtered: true,
  rewrites: overScript((script) =>
    script.entries.flatMap((entry): readonly Change[] => {
      const head = headOf(script.source, entry.owner);
      if (entry.kind !== "definition" || !/^define-(?:fun(?:-rec)?|const)$/.test(head)) return [];
      const [, name = -1, ...rest] = itemsOf(script.source, entry.owner);
      const sorts = (entry.parameters ?? []).map(({ place }) => textAt(script.source, place + 1));
      const result = textAt(script.source, rest.at(-2) ?? -1);
      const own = textAt(script.source, name);
      const params = sorts.length === 0 ? "" : ` (${sorts.join(" ")})`;
      const text = `(declare-${sorts.length === 0 ? "const" : "fun"} ${own}${params} ${result})`;
      return [[replaced(script, entry.owner, text)]];
    }),
  ),
};

/** Calls become the body of the function, which goes. */
export const inlined: CoupledPass = {
  kind: "coupled",
  name: "definitions inlined",
  about: "replaces calls of a defined function by its body",
  changes: overScript((script) =>
    script.entries.flatMap((entry): readonly Change[] => {
      if (entry.kind !== "definition" || entry.body === undefined) return [];
      const calls = entry.uses.map((use) => inlinedCall(script, entry, use));
      const isNested = hasNested(calls);
      return calls.includes(undefined) || isNested ? [] : [[removed(script, entry.owner), ...(calls as Change)]];
    }),
  ),
};

const inlinedCall = (script: Script, entry: Entry, use: number): Change[number] | undefined => {
  const { source } = script;
  const parameters = entry.parameters ?? [];
  const call = parameters.length === 0 ? use : callOf(source, use);
  if (call === undefined || entry.body === undefined) return undefined;
  const args = call === use ? [] : itemsOf(source, call).slice(1);
  if (args.length !== parameters.length) return undefined;
  const places = parameters
    .flatMap(({ uses }, index) => uses.map((each) => ({ each, text: textAt(source, args[index] as number) })))
    .toSorted((a, b) => a.each - b.each);
  let at = source.start[entry.body] as number;
  const pieces: string[] = [];
  for (const { each, text } of places) {
    pieces.push(source.text.slice(at, source.start[each]), text);
    at = source.end[each] as number;
  }
  pieces.push(source.text.slice(at, source.end[entry.body]));
  return replaced(script, call, pieces.join(""));
};

/** A parameter of a function, where it is declared and at every call. */
export const parameters: CoupledPass = {
  kind: "coupled",
  name: "parameters",
  about: "deletes a parameter of a function with its arguments everywhere",
  changes: overScript((script) =>
    script.entries.flatMap((entry) => {
      if (entry.kind !== "function" && entry.kind !== "definition") return [];
      return entry.signature.params.flatMap((_, index): readonly Change[] => {
        const change = withoutParameter(script, entry, index);
        return change === undefined || hasNested(change) ? [] : [change];
      });
    }),
  ),
};

const withoutParameter = (script: Script, entry: Entry, index: number): Change | undefined => {
  const { source } = script;
  const list = source.after[entry.place] as number;
  const param = source.kind[list] === LIST ? itemsOf(source, list)[index] : undefined;
  const constant = constantsOf(script, entry.signature.params[index])[0];
  const own = entry.parameters?.[index];
  if (param === undefined || (own !== undefined && own.uses.length > 0 && constant === undefined)) return undefined;
  const calls = withoutArgument(script, entry, index);
  const uses = own === undefined ? [] : substituted(script, own, constant ?? "");
  return calls === undefined ? undefined : [removed(script, param), ...calls, ...uses];
};

/** Variables that a term binds: none is left out if it is the only one. */
export const boundVariables: CoupledPass = {
  kind: "coupled",
  name: "bound variables",
  about: "deletes a bound variable, with its value or a constant in its place",
  changes: overScript((script) =>
    script.entries.flatMap((entry): readonly Change[] => {
      const { source } = script;
      const pair = source.parent[entry.place] as number;
      const list = source.parent[pair] as number;
      if ((entry.kind !== "bound" && entry.kind !== "let") || script.isTerm[entry.owner] === 0) return [];
      if (source.kind[list] !== LIST || headOf(source, entry.owner) === "match") return [];
      const other = itemsOf(source, list)
        .filter((each) => each !== pair)
        .flatMap((each) => script.meanings[each + 1] ?? [])
        .find(({ kind, signature }) => kind === "bound" && signature.result?.text === entry.signature.result?.text);
      const value = entry.body === undefined ? undefined : textAt(source, entry.body);
      const texts = [value, constantsOf(script, entry.signature.result)[0], other && nameOf(script, other)];
      return texts.flatMap((text): readonly Change[] =>
        text === undefined && entry.uses.length > 0
          ? []
          : [[removed(script, pair), ...substituted(script, entry, text ?? "")]],
      );
    }),
  ),
};
