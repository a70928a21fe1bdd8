/** A macro goes, and what it stands for is put where it was used. */
import type { Edit, RewritePass } from "../../languages/pass.ts";
import { argumentsAt, expanded, macroOf, type Macro } from "./macro-definitions.ts";
import { isWordUnit } from "../../formats/joints.ts";
import { directivesOf, tokenEnd, type Directive } from "./lines.ts";

/** Here names stand for what they mean, as in the text itself; elsewhere for themselves. */
const EXPANDING = new Set(["define", "if", "elif"]);

export const macros: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "macros",
  about: "deletes a macro and puts what it stands for where it was used, if that is shorter",
  rewrites(syntax) {
    if (syntax.language.traits.macros === undefined) return [];
    const { text } = syntax.tree;
    const directives = directivesOf(syntax);
    const used = macrosOf(text, directives);
    if (used.size > 0) findUses(text, directives, used);
    return independent([...used.values()].flatMap((uses) => (isWorth(uses) ? [editsOf(uses)] : [])));
  },
};

/** A macro on its way through the text. */
interface Uses {
  readonly macro: Macro;
  readonly edits: Edit[];
  /** It was met where it cannot be expanded. */
  stays: boolean;
}

interface Looking {
  readonly used: ReadonlyMap<string, Uses>;
  /** In the body of a macro. */
  readonly isBody: boolean;
}

/** By name. What is defined twice, or in terms of itself, stays. */
const macrosOf = (text: string, directives: readonly Directive[]): ReadonlyMap<string, Uses> => {
  const found = new Map<string, Uses>();
  for (const directive of directives) {
    const macro = directive.keyword === "define" ? macroOf(text, directive) : undefined;
    if (macro === undefined) continue;
    const earlier = found.get(macro.name);
    if (earlier === undefined) found.set(macro.name, { macro, edits: [], stays: false });
    else earlier.stays = true;
  }
  return found;
};

const findUses = (text: string, directives: readonly Directive[], used: ReadonlyMap<string, Uses>): void => {
  let next = 0;
  for (let at = 0; at < text.length;) {
    const directive = directives[next];
    if (directive !== undefined && at >= directive.start) {
      lookInto(text, directive, used);
      next++;
      at = Math.max(at, directive.end);
      continue;
    }
    at = look(text, at, { used, isBody: false });
  }
};

/** The name that a directive defines is no use of it. */
const lookInto = (text: string, { keyword, argument, end }: Directive, used: ReadonlyMap<string, Uses>): void => {
  const isDefinition = keyword === "define";
  let at = isDefinition && isWordUnit(text.charCodeAt(argument)) ? tokenEnd(text, argument) : argument;
  for (let before = ""; at < end;) {
    const behind =
      EXPANDING.has(keyword) && before !== "defined"
        ? look(text, at, { used, isBody: isDefinition })
        : skip(text, at, used);
    const token = text.slice(at, behind);
    if (/\S/.test(token) && token !== "(") before = token;
    at = behind;
  }
};

/** Behind the token at a place; if it is the name of a macro, its use is noted. What is in another's body is expanded with it, later. */
const look = (text: string, at: number, { used, isBody }: Looking): number => {
  const end = tokenEnd(text, at);
  if (!isWordUnit(text.charCodeAt(at))) return end;
  const uses = used.get(text.slice(at, end));
  if (uses === undefined || uses.stays) return end;
  const { macro, edits } = uses;
  const { definition } = macro;
  const isEarly = at < (isBody && at < definition.start ? 0 : definition.end) || at < (edits.at(-1)?.end ?? 0);
  const given = macro.parameters === undefined ? { texts: [], end } : argumentsAt(text, end);
  const expansion = given === undefined ? undefined : expanded(macro, given.texts);
  // Before its definition, in its own body, inside of an earlier use, or not understood.
  if (isEarly || given === undefined || expansion === undefined) uses.stays = true;
  else edits.push({ start: at, end: given.end, text: expansion });
  return end;
};

/** The same where a name stands for itself. */
const skip = (text: string, at: number, used: ReadonlyMap<string, Uses>): number => {
  const end = tokenEnd(text, at);
  const uses = isWordUnit(text.charCodeAt(at)) ? used.get(text.slice(at, end)) : undefined;
  if (uses !== undefined) uses.stays = true;
  return end;
};

/** What is never used is the business of `statements`. */
const isWorth = ({ macro: { definition }, edits, stays }: Uses): boolean =>
  !stays &&
  edits.length > 0 &&
  edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0) < definition.end - definition.start;

const editsOf = ({ macro: { definition }, edits }: Uses): readonly Edit[] => [
  { start: definition.start, end: definition.end, text: "" },
  ...edits,
];

/** The rewrites without those that lie around another one: they get their turn when that is done. */
const independent = (rewrites: readonly (readonly Edit[])[]): readonly (readonly Edit[])[] => {
  const all = rewrites
    .flatMap((edits, rewrite) => edits.map(({ start, end }) => ({ start, end, rewrite })))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const outer = new Set(all.flatMap(({ end, rewrite }, i) => ((all[i + 1]?.start ?? end) < end ? [rewrite] : [])));
  return rewrites.filter((_, index) => !outer.has(index));
};
