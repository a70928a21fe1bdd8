/** The passes over source text, by name. */
import { argumentsEverywhere } from "./coupled/arguments.ts";
import { attributes } from "./attributes.ts";
import { blankLines } from "./blank-lines.ts";
import { brackets } from "./brackets.ts";
import { oldParameters, prototypes } from "./old-functions.ts";
import { characters } from "./characters.ts";
import { comments } from "./comments.ts";
import { definitions } from "./coupled/definitions.ts";
import { elements } from "./elements.ts";
import { fillers } from "./fillers.ts";
import { generics } from "./coupled/generics.ts";
import { hoist } from "./hoist.ts";
import { inline } from "./coupled/inline.ts";
import { layout } from "./layout.ts";
import { literals } from "./literals.ts";
import { merge } from "./coupled/merge.ts";
import { bareStrings, names, otherNames, strings } from "./names.ts";
import type { Pass } from "../languages/pass.ts";
import { branches } from "./preprocessor/branches.ts";
import { conditionals } from "./preprocessor/conditionals.ts";
import { directives } from "./preprocessor/directives.ts";
import { macros } from "./preprocessor/macros.ts";
import { pointers } from "./coupled/pointers.ts";
import { postfixes } from "./coupled/postfixes.ts";
import { pumps } from "./coupled/pumps.ts";
import { qualifiers } from "./coupled/qualifiers.ts";
import { runs } from "./runs.ts";
import { statements } from "./statements.ts";
import { lines, tokens, words } from "./tokens.ts";
import { topLevelParts } from "./top-level.ts";
import { twins } from "./coupled/twins.ts";
import { types } from "./types.ts";
import { unwrap } from "./unwrap.ts";
import { gaps, whiteSpace } from "./white-space.ts";

const PASSES = {
  comments,
  "blank lines": blankLines,
  directives,
  conditionals,
  attributes,
  "top-level": topLevelParts,
  statements,
  unwrap,
  elements,
  "white space": whiteSpace,
  gaps,
  names,
  "other names": otherNames,
  strings,
  "bare strings": bareStrings,
  hoist,
  fillers,
  literals,
  tokens,
  brackets,
  runs,
  arguments: argumentsEverywhere,
  definitions,
  inline,
  postfixes,
  pointers,
  generics,
  qualifiers,
  types,
  merge,
  twins,
  pumps,
  branches,
  macros,
  prototypes,
  "old parameters": oldParameters,
  characters,
  layout,
  lines,
  words,
} satisfies Readonly<Record<string, Pass>>;

export type PassName = keyof typeof PASSES;

export const passes: Readonly<Record<PassName, Pass>> = PASSES;

export type { CutPass, Edit, Pass, Syntax } from "../languages/pass.ts";
