/** Phrases that make readers stumble: in no string of the source and on no page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Each with the reason and what to write instead. */
const BANNED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [
    /\b(told|shown|counted|printed|kept|meant|named) (is|are) (what|which|how|the|that)\b/i,
    "an inversion: begin with the subject",
  ],
  [/\bwho(m)?ever\b/i, "archaic: everyone who, a worker that"],
  [
    /(^|[.:;,(] )who (has|names|wants|needs|uses|gives|writes|knows|rebuilt|looks|may|asks)\b/i,
    "a relative clause as a subject: if you …",
  ],
  [/\bwhat is no\b(?! longer)|\bthat is no (text|json|number|file|change)\b/i, "what is not, something that is not"],
  [
    /(?<!there )\bis no (text|regular|file|number|directory|JSON|command|name|signal|set|exit|part|link)\b/i,
    "is not a",
  ],
  [/\bsaid twice\b|\bit was (not )?said\b/i, "More than one … was given. No … was given."],
  [/\bstands? behind\b|\bbehind `?--/i, "follows; after --"],
  [/\bknows? better\b/i, "say what has precedence"],
  [/\bwhat counts is\b|\b(says?|said|saying) what counts\b/i, "a riddle: name the test or the failure"],
  [/\bbetween what to look\b/i, "what to compare"],
  [/= it shows\b/i, "fails if"],
  [/\bthe doctor\b/i, "an image: pare check, the diagnosis"],
  [/\bnot either\b/i, "nor"],
  [/\bas (it was )?told\b/i, "as requested"],
  [/\bmeant from\b/i, "relative to, starts in"],
  [/\botherwise than\b/i, "differently than"],
  [/\bnobody thought of\b/i, "say what to do"],
  [/\bgo(es)? on with:/i, "resume with:"],
  [/\bshown by:/i, "reproduce:"],
  [/\bmeasures? instead of trusting\b|\boracle sometimes lies\b/i, "repeat it and decide by statistics"],
  [/\bfound out unless\b/i, "detected by default"],
  [/\b(could not|cannot|can't) be told(?! apart| from)\b/i, "pare cannot tell …, could not be tested"],
  [/\bof which nothing\b/i, "about which nothing …; nothing … about them"],
  [/\bwhat (it|they|he|she) (has |have )?said last\b/i, "its last state, its last answer"],
  [/\bput(ting)? off\b.*\bis told\b|\bis told where\b/i, "an inversion: say who does what"],
  [/\bbegins? anew\b|\binstalled anew\b/i, "starts over, again"],
  [/\bas it stands in\b/i, "as it is in"],
];

/** What somebody reads who runs pare: words with a space between them. */
const isProse = (text: string): boolean => /\p{L}[\p{L},.:;)]* +\p{L}/u.test(text);

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
};

interface Passage {
  readonly line: number;
  readonly text: string;
}

/** All strings of a file that are neither types nor names of modules. */
export const stringsIn = (path: string, content: string): readonly Passage[] => {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    const text = textOf(node);
    if (text !== undefined && isProse(text))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** A page line by line, so that a phrase is found where it stands. */
const linesOf = (content: string): readonly Passage[] =>
  content.split("\n").map((text, index) => ({ line: index + 1, text }));

const offences = (path: string, passages: readonly Passage[]): readonly string[] =>
  passages.flatMap(({ line, text }) =>
    BANNED.flatMap(([phrase, instead]) => {
      const found = phrase.exec(text.replaceAll(/\s+/g, " "));
      return found === null ? [] : [`${path}:${line}: "${found[0]}" (${instead})`];
    }),
  );

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name));

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("plain English", () => {
  test("in every string of the source", () => {
    const files = filesIn("src", /\.tsx?$/);
    expect(files.length).toBeGreaterThan(500);
    // Parsing takes long: only files that have a phrase anywhere, also in comments, are looked at closely.
    const suspicious = files.filter((path) => offences(path, [{ line: 1, text: read(path) }]).length > 0);
    expect(suspicious.flatMap((path) => offences(path, stringsIn(path, read(path))))).toEqual([]);
  });

  test("on every page", () => {
    const pages = ["README.md", "CHANGELOG.md", ...filesIn("docs", /\.md$/)];
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.flatMap((path) => offences(path, linesOf(read(path))))).toEqual([]);
  });
});

describe("the list of banned phrases", () => {
  test.each([
    ["told is what it covers and does not check", "inversion"],
    ["Whoever has the secret can run commands", "archaic"],
    ["Who names an exit code knows better", "a relative clause"],
    ["bytes for what is no text", "not"],
    ["It was said twice what counts.", "More than one"],
    ["A command to run stands behind --.", "after --"],
    ["still running then = it shows", "fails if"],
    ["4 commits could not be told", "cannot tell"],
    ["passes of which nothing is claimed", "about which"],
    ["the program has changed: the run begins anew", "starts over"],
  ])("finds %s", (sentence, reason) => {
    expect(offences("here", [{ line: 1, text: sentence }]).join("\n")).toContain(reason);
  });

  test("reads strings and templates, and leaves comments, types and modules alone", () => {
    const content =
      'import "said twice";\n// said twice\ntype A = "said twice b";\nconst a = `it was ${1} said twice`;\n';
    expect(stringsIn("a.ts", content)).toEqual([{ line: 4, text: "it was … said twice" }]);
  });
});
