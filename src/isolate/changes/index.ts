/** Every kind of change there is: one line each. */
import { UserError } from "../../core/errors.ts";
import type { Ends, Kind } from "../kind.ts";
import { configKind } from "./config.ts";
import { environmentKind } from "./environment.ts";
import { flagsKind } from "./flags.ts";
import { foldersKind } from "./folders.ts";
import { gitKind } from "./git.ts";
import { inputsKind } from "./inputs.ts";
import { lockfileKind } from "./lockfile.ts";
import { testsKind } from "./tests.ts";

const KINDS: readonly Kind[] = [
  gitKind,
  foldersKind,
  inputsKind,
  lockfileKind,
  configKind,
  flagsKind,
  environmentKind,
  testsKind,
];

/** The kind that is meant by what was typed in a directory. */
export const kindFor = (ends: Ends, origin: string): Kind => {
  const meant = KINDS.filter((kind) => kind.applies(ends, origin));
  const [kind] = meant;
  if (kind !== undefined && meant.length === 1) return kind;
  throw new UserError(
    "USAGE",
    kind === undefined ? "Nothing to compare was given." : "More than one comparison was given.",
    { advice: `Give one of these. ${KINDS.map(({ name, about }) => `${name}: ${about}`).join(". ")}.` },
  );
};
