/** Two inputs: `pare isolate pass.json fail.json -- ./app {}`. Which difference between them matters? */
import type { Kind, PathEnds } from "../../kind.ts";
import { isFolder } from "../folders/kind.ts";

export const inputsKind: Kind<PathEnds> = {
  name: "inputs",
  about: "two files, GOOD BAD, as the input of a program: which lines, words or members do it?",
  noun: "change",
  flags: {},
  example: "GOOD BAD -- COMMAND {}",
  offers: ["patches", "paths"],
  layout: "beside",
  applies: ({ paths }, origin) => paths !== undefined && !paths.some((path) => isFolder(path, origin)),
  open: async (options) => (await import("./open.ts")).openInputs(options),
};
