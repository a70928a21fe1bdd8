/** What the test of an isolation is made of, besides the candidate: as far as the command line says so. */
import { isAbsolute, resolve } from "node:path";
import { programPart, scriptPart } from "../reduce/pinned.ts";
import type { Part } from "../runs/pins.ts";
import { filesNamedIn } from "./named-files.ts";
import { kindFor, pairOf } from "./kinds/index.ts";
import type { IsolateOptions } from "./options.ts";

/** In a repository, what is named by a relative path is the candidate's. */
export const partsOf = (options: IsolateOptions, origin: string): readonly Part[] => {
  const { test, command = [], build = "", ends } = options;
  const isOutside = (word: string): boolean => kindFor(ends, origin).layout !== "tree" || isAbsolute(word);
  const [program = ""] = command;
  const ownEnds = (pairOf(ends) ?? []).map((end) => resolve(origin, end));
  const isEnd = (path: string): boolean => ownEnds.some((end) => path === end || path.startsWith(`${end}/`));
  const parts: readonly Part[] = [
    ...(test === undefined ? [] : scriptPart(test, { name: "", typed: "", origin, beside: [], stdin: false })),
    ...(program.includes("/") && !isOutside(program) ? [] : programPart(program, "the program", origin)),
    ...filesNamedIn([...command.slice(1), build], origin)
      .filter(([word]) => isOutside(word))
      .map(([word]) => ({ path: resolve(origin, word), called: `${word}, which the command names`, loose: true })),
  ];
  return parts.filter(({ path }, index) => !isEnd(path) && parts.findIndex((part) => part.path === path) === index);
};
