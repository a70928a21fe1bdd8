/** What refers to a file goes with it: imports, includes, entries of build files. */
import { drop, whole } from "../core/configuration.ts";
import { Unparsable } from "../core/errors.ts";
import { onlyFile, sizeOf, type CaseFile, type TestCase } from "../core/test-case.ts";
import { MAX_REFERRING_BYTES } from "../dependences/files.ts";
import { mentionsIn, type Mention } from "../dependences/mentions.ts";
import { isBinary } from "../formats/encoding.ts";
import { alone, withFiles, without } from "../formats/entries.ts";
import { sourceText, withText } from "../formats/source-text.ts";
import { printUnits } from "../formats/units.ts";
import { hasRole } from "../languages/roles.ts";
import type { Language } from "../languages/syntax.ts";
import type { Syntax } from "../languages/pass.ts";
import { above, statementOf } from "../passes/support/selection.ts";
import { childrenOf, structureOf, unitsOf } from "../passes/support/structure.ts";
import { applied } from "./passes/applied.ts";

/** Without some paths, and without what refers to them in the files that stay. */
export const forgetting = (
  source: TestCase,
  gone: ReadonlySet<string>,
  languages: ReadonlyMap<string, Language>,
): TestCase => {
  const left = without(source, gone);
  const paths = new Set(source.files.map(({ path }) => path));
  const changed = new Map<string, CaseFile>();
  for (const file of left.files) {
    const language = languages.get(file.path);
    const text = language === undefined ? undefined : referring(file, language, paths)?.(gone);
    if (text !== undefined) changed.set(file.path, onlyFile(withText(sourceText(alone(file)), [text])));
  }
  return changed.size === 0 ? left : withFiles(left, changed);
};

/** The text of a file without what refers to some paths; `undefined` if nothing does. */
type Referring = (gone: ReadonlySet<string>) => string | undefined;

/** Most files stay as they are from candidate to candidate. A reference to what is not there any more is of no interest. */
const known = new WeakMap<CaseFile, { readonly referring: Referring | undefined }>();

const referring = (file: CaseFile, language: Language, paths: ReadonlySet<string>): Referring | undefined => {
  let found = known.get(file);
  if (found === undefined) known.set(file, (found = { referring: look(file, language, paths) }));
  return found.referring;
};

const look = (file: CaseFile, language: Language, paths: ReadonlySet<string>): Referring | undefined => {
  if (sizeOf(file) > MAX_REFERRING_BYTES || isBinary(file.bytes())) return undefined;
  const { text } = sourceText(alone(file));
  const mentions = mentionsIn(file.path, text, paths);
  if (mentions.length === 0) return undefined;
  try {
    const { refersBy: by = "statements" } = language.traits;
    return by === "words" ? byWords(text, mentions) : byNodes(text, mentions, { language, by });
  } catch (error) {
    if (error instanceof Unparsable) return undefined;
    throw error;
  }
};

/** The words themselves, with their quotes and the blanks before them. */
const byWords =
  (text: string, mentions: readonly Mention[]): Referring =>
  (gone) => {
    const cuts = mentions.filter(({ target }) => gone.has(target));
    if (cuts.length === 0) return undefined;
    return applied(
      text,
      cuts.map(({ start, end }) => {
        const quotes = /["'`]/.test(text.charAt(start - 1)) && text.charAt(end) === text.charAt(start - 1) ? 1 : 0;
        const from = start - quotes;
        return { start: from - blanksBefore(text, from), end: end + quotes, text: "" };
      }),
    );
  };

const blanksBefore = (text: string, start: number): number => {
  let at = start;
  while (at > 0 && /[ \t]/.test(text.charAt(at - 1))) at--;
  return start - at;
};

interface Nodes {
  readonly language: Language;
  readonly by: "statements" | "elements";
}

const byNodes = (text: string, mentions: readonly Mention[], { language, by }: Nodes): Referring => {
  const syntax: Syntax = { tree: language.parse(text), language, rename: false };
  const around = (node: number): number =>
    by === "statements" ? statementOf(syntax, beyondString(syntax, node)) : elementOf(syntax, node);
  const references = mentions.map(({ target, start, end }) => ({
    target,
    node: around(nodeAt(syntax, start, end)),
  }));
  return (gone) => {
    const nodes = new Set(
      references.filter(({ target, node }) => node > 0 && gone.has(target)).map(({ node }) => node),
    );
    return nodes.size === 0 ? undefined : withoutNodes(syntax, nodes);
  };
};

/** The lists they are in are printed anew, so that separators fit. */
const withoutNodes = (syntax: Syntax, nodes: ReadonlySet<number>): string => {
  const structure = structureOf(syntax);
  const members = new Set<number>();
  for (const node of nodes)
    for (const member of structure.listAt(structure.listOf(node))?.nodes ?? [node]) members.add(member);
  const ordered = [...members].toSorted((a, b) => a - b);
  const units = unitsOf(syntax, ordered);
  const dropped = ordered.flatMap((node, place) =>
    nodes.has(node) ? [{ from: place, to: Math.max(place + 1, units.after[place] as number) }] : [],
  );
  const apart = dropped.filter(({ from }, index) => index === 0 || from >= (dropped[index - 1]?.to ?? 0));
  return printUnits(units, drop(whole(ordered), apart)).join("");
};

/** What a string is part of; other nodes as they are. */
const beyondString = ({ tree, language }: Syntax, node: number): number =>
  above(node, tree.parent, (each) => !/string/.test(language.kinds[tree.kind[each] as number] ?? ""));

/** The smallest element of a list around a node; strings are not taken apart. */
const elementOf = (syntax: Syntax, node: number): number => {
  const { tree, language } = syntax;
  const structure = structureOf(syntax);
  const isInString = (each: number): boolean => hasRole(language, "string", tree.kind[tree.parent[each] as number]);
  return above(
    node,
    tree.parent,
    (each) => structure.listAt(structure.listOf(each)) !== undefined && !isInString(each),
  );
};

/** The innermost node around a place. */
const nodeAt = ({ tree }: Syntax, start: number, end: number): number => {
  let at = 0;
  for (;;) {
    let inner = -1;
    for (const child of childrenOf(tree, at))
      if ((tree.start[child] as number) <= start && (tree.end[child] as number) >= end) inner = child;
    if (inner < 0) return at;
    at = inner;
  }
};
