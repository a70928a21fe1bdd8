/** How many tests the outermost parts of a generated program take. */
import { fileCase, onlyFile } from "../../src/core/test-case.ts";
import { play } from "../../src/driver/play.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import { beginningWith, dependently } from "../../src/pipelines/passes/dependent.ts";
import { holds, textOf, type Program, type Writing } from "./programs.ts";

export interface Count {
  readonly tests: number;
  /** How many bytes are left. */
  readonly bytes: number;
}

export const countTests = async (program: Program, writing: Writing, order: "forward" | "backward"): Promise<Count> => {
  const language = writing.language === undefined ? plainLanguage : await loadLanguage(writing.language);
  const bytes = Buffer.from(textOf(program, writing, order));
  const source = fileCase({ path: "a", mode: 0o644, bytes: () => bytes }, bytes.length);
  const known = new Map([[source.key(), true]]);
  const { result } = play(
    dependently(topLevelParts, { language, rename: false, valid: false })(beginningWith(source)),
    (candidate) => {
      const key = candidate.key();
      if (!known.has(key)) known.set(key, holds(program, writing, Buffer.from(onlyFile(candidate).bytes()).toString()));
      return known.get(key) as boolean;
    },
  );
  return { tests: known.size - 1, bytes: result.current.size };
};
