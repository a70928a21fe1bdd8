/** The sources that mutants are made of. */
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { UserError } from "../../core/errors.ts";
import { selects } from "../../isolate/trees/globs.ts";
import { loadLanguage } from "../../languages/index.ts";
import { listMutants } from "./list.ts";
import type { Mutant } from "./mutant.ts";

const LANGUAGES: Readonly<Record<string, "c" | "javascript">> = {
  ".c": "c",
  ".h": "c",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
};

/** Never sources, and never copied: other people's work, and what is large. */
const NEVER: ReadonlySet<string> = new Set([".git", ".pare"]);

export const isLeftOut = (name: string): boolean => NEVER.has(name);

/** All mutants of the files below a directory that a pattern names. `skipped`: absolute paths that are not looked into. */
export const mutantsIn = async (
  root: string,
  globs: readonly string[],
  skipped: ReadonlySet<string>,
): Promise<readonly Mutant[]> => {
  const found: Mutant[] = [];
  for (const path of sourcesIn(root, globs, skipped)) {
    const language = await loadLanguage(LANGUAGES[extname(path)] as string);
    const { text } = sourceText(readFileSync(join(root, path)));
    for (const mutant of listMutants(language, text, path)) found.push(mutant);
  }
  return found;
};

/** Throws a `UserError` (NO_SOURCE) when there are none. */
export const sourcesIn = (root: string, globs: readonly string[], skipped: ReadonlySet<string>): readonly string[] => {
  const paths = filesIn(root, skipped).filter(selects({ only: globs }));
  const sources = paths.filter((path) => LANGUAGES[extname(path)] !== undefined);
  if (sources.length > 0) return sources;
  throw new UserError("NO_SOURCE", `--source ${globs.join(" ")} names no source that mutants can be made of.`, {
    advice: `Mutants are made of files that end in ${Object.keys(LANGUAGES).join(", ")}, below the directory pare was started in. ${paths.length} files match.`,
  });
};

/** Old sources are not always UTF-8; what was changed must be the only change. */
export const sourceText = (bytes: Buffer): { readonly text: string; readonly encoding: "utf8" | "latin1" } => {
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  return { text: bytes.toString(encoding), encoding };
};

/** Relative, in the order of their names; links are not followed. */
const filesIn = (root: string, skipped: ReadonlySet<string>): readonly string[] => {
  const found: string[] = [];
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isLeftOut(entry.name) || entry.name === "node_modules" || skipped.has(join(root, path))) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) found.push(path);
    }
  return found.toSorted((a, b) => (a < b ? -1 : 1));
};
