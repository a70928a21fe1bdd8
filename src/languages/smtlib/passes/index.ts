/** The passes of SMT-LIB by turns. */
import type { Language } from "../../syntax.ts";
import { assertions, otherCommands, unused } from "./commands.ts";
import { boundVariables, declared, inlined, merged, parameters, toConstants } from "./declarations.ts";
import { datatypes, fields } from "./datatypes.ts";
import { bareForm, compact, constantForm, shortNames } from "./forms.ts";
import { aliases, narrower, simplerSorts } from "./sorts.ts";
import { moved } from "./moved.ts";
import { otherLeaves, spare, termsToConstants, termsToParts, termsToVariables } from "./terms.ts";

/** What is of other languages, or does with names and parts of a text what the passes here do with their sorts. */
const NOTHING_TO_DO = [
  "directives,conditionals,attributes,branches,macros,prototypes,unwrap,names,other names,bare strings,arguments,definitions",
  "inline,hoist,characters,strings,white space,gaps,fillers,brackets,runs,postfixes,pointers,generics,qualifiers,types,merge,twins,old parameters",
].flatMap((names) => names.split(","));

export const passes: NonNullable<Language["passes"]> = {
  first: [assertions, unused, otherCommands],
  coarse: [compact, constantForm, bareForm, shortNames, termsToVariables, assertions, unused],
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
    datatypes,
    fields,
    aliases,
    simplerSorts,
    narrower,
    otherLeaves,
    constantForm,
    bareForm,
    shortNames,
    compact,
  ],
  last: [moved],
  late: ["top-level", "statements", "elements", "words", "tokens"],
  without: NOTHING_TO_DO,
};
