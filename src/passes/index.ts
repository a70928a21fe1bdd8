/** The passes over source text, by name. */
import { argumentsEverywhere } from "./arguments.ts";
import { blankLines } from "./blank-lines.ts";
import { brackets } from "./brackets.ts";
import { characters } from "./characters.ts";
import { comments } from "./comments.ts";
import { definitions } from "./definitions.ts";
import { elements } from "./elements.ts";
import { fillers } from "./fillers.ts";
import { hoist } from "./hoist.ts";
import { inline } from "./inline.ts";
import { layout } from "./layout.ts";
import { literals } from "./literals.ts";
import { bareStrings, names, otherNames, strings } from "./names.ts";
import type { Pass } from "./pass.ts";
import { runs } from "./runs.ts";
import { statements } from "./statements.ts";
import { tokens } from "./tokens.ts";
import { topLevelParts } from "./top-level.ts";
import { unwrap } from "./unwrap.ts";
import { gaps, whiteSpace } from "./white-space.ts";

export const passes: Readonly<Record<string, Pass>> = {
  comments,
  "blank lines": blankLines,
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
  characters,
  layout,
};
export type { CutPass, Edit, Pass, Syntax } from "./pass.ts";
