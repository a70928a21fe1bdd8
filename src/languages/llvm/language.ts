/** What of LLVM's assembly its definition does not say. */
import { shapesOf } from "../tree-writer.ts";
import { llvmPasses } from "./passes/index.ts";
import { parse, WORDS } from "./parser.ts";
import { repaired } from "./repair/repair.ts";

export const llvmLanguage = {
  kinds: WORDS.kinds,
  fields: WORDS.fields,
  shapes: shapesOf({
    module: ["function declaration global type_definition attribute_group metadata comdat directive"],
    function: ["block"],
    block: ["instruction"],
  }),
  parse,
  passes: llvmPasses,
  repair: repaired,
};
