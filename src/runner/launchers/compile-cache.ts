/** The compiled code of programs that run on Node, kept from test to test where their Node can do that (from 22.1 on). */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/maybe.ts";

type Environment = Readonly<Record<string, string>>;

interface CompileCache {
  /** Unless the user has decided about it. */
  added(env: Environment): Environment;
  /** Called after each test. */
  tidy(): void;
}

/** The code of candidates comes from ever new paths and is of no use: it goes after so many tests. */
const TIDY_AFTER = 64;

/** In a folder that is made when it is first used. */
export const compileCache = (folder: string): CompileCache => {
  let tests = 0;
  let kept: ReadonlySet<string> | undefined;
  return {
    added: (env) =>
      "NODE_COMPILE_CACHE" in env || "NODE_DISABLE_COMPILE_CACHE" in env ? env : { ...env, NODE_COMPILE_CACHE: folder },
    tidy: () => {
      tests++;
      // The code of the program itself: the first test is one of the original.
      kept ??= new Set(filesIn(folder));
      if (tests % TIDY_AFTER !== 0) return;
      for (const file of filesIn(folder)) if (!kept.has(file)) rmSync(file, { force: true, recursive: true });
    },
  };
};

/** By absolute paths. */
const filesIn = (folder: string): readonly string[] =>
  attempt(() => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))) ?? [];
