/** The passes of SMT-LIB by turns. */
import type { Language } from "../../syntax.ts";
import { assertions, otherCommands, unused } from "./commands.ts";
import {
  boundVariables,
  constantForm,
  declared,
  inlined,
  merged,
  parameters,
  shortNames,
  toConstants,
} from "./declarations.ts";
import { otherLeaves, spare, termsToConstants, termsToParts, termsToVariables } from "./terms.ts";

/** What is of other languages, or does with names and parts of a text what the passes here do with their sorts. */
const NOTHING_TO_DO = [
  "directives,conditionals,attributes,branches,macros,prototypes,unwrap,names,other names,bare strings,arguments,definitions",
  "inline,hoist,fillers,brackets,runs,postfixes,pointers,generics,qualifiers,types,merge,twins,old parameters",
].flatMap((names) => names.split(","));

export const passes: NonNullable<Language["passes"]> = {
  first: [assertions, unused, otherCommands],
  coarse: [termsToVariables, assertions, unused],
  fine: [
    termsToParts,
    termsToVariables,
    termsToConstants,
    spare,
    boundVariables,
    assertions,
    otherCommands,
    unused,
    merged,
    toConstants,
    declared,
    inlined,
    parameters,
    constantForm,
    otherLeaves,
    shortNames,
  ],
  late: ["top-level", "statements", "elements", "tokens", "characters", "strings"],
  without: NOTHING_TO_DO,
};
