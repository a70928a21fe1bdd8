/** Two files of settings: `--config GOOD BAD`. Which member does it? */
import { Unparsable, UserError } from "../../../core/errors.ts";
import { memberChanges } from "../../documents/changes.ts";
import { formatOf, KNOWN_EXTENSIONS } from "../../documents/formats.ts";
import type { DocumentFormat } from "../../documents/document.ts";
import type { Changes } from "../../change.ts";
import type { KindOptions, OpenKind, Pair } from "../../kind.ts";
import type { TwoFiles } from "../../trees/tokens.ts";
import { openFiles } from "../inputs/two-files.ts";

export interface ConfigEnds {
  readonly config?: Pair;
}

export const openConfig = ({ ends, origin }: KindOptions<ConfigEnds>): OpenKind => {
  const typed = ends.config ?? ["", ""];
  const format = formatOf(typed[0]) ?? formatOf(typed[1]);
  if (format === undefined)
    throw new UserError("BAD_INPUT", `The name of ${typed[0]} does not show its format.`, {
      advice: `pare knows ${KNOWN_EXTENSIONS}. For other files, leave --config out.`,
    });
  return openFiles({ kind: "config", typed, origin, changes: (files) => configChanges(files, format, typed) });
};

const configChanges = (files: TwoFiles, format: DocumentFormat, typed: Pair): Changes => {
  try {
    return memberChanges({ ...files, format });
  } catch (error) {
    if (!(error instanceof Unparsable || error instanceof TypeError)) throw error;
    const what = error instanceof Unparsable ? error.message : "it is not UTF-8";
    throw new UserError("BAD_INPUT", `${typed.join(" or ")} is not valid ${format.name}: ${what}.`, {
      advice: "Correct it, or leave --config out to compare the two files line by line.",
      cause: error,
    });
  }
};
