/** Two files of settings: `--config GOOD BAD`. Which member does it? */
import { Unparsable, UserError } from "../../core/errors.ts";
import { memberChanges } from "../documents/changes.ts";
import { formatOf, KNOWN_EXTENSIONS } from "../documents/formats.ts";
import type { DocumentFormat } from "../documents/document.ts";
import type { Changes } from "../change.ts";
import type { Kind } from "../kind.ts";
import type { TwoFiles } from "../trees/tokens.ts";
import { openFiles } from "../trees/two-files.ts";

export const configKind: Kind = {
  name: "config",
  about: "two files of settings (JSON, YAML, TOML, ini, .env), --config GOOD BAD: which member does it?",
  applies: (ends) => ends.config !== undefined,
  open: async (order) => {
    const typed = order.ends.config ?? ["", ""];
    const format = formatOf(typed[0]) ?? formatOf(typed[1]);
    if (format === undefined)
      throw new UserError("BAD_INPUT", `The name of ${typed[0]} does not say how its settings are written.`, {
        advice: `Known are ${KNOWN_EXTENSIONS}. For anything else give the two files without --config.`,
      });
    return openFiles({
      kind: "config",
      typed,
      options: order,
      changes: (files) => configChanges(files, format, typed),
    });
  },
};

const configChanges = (files: TwoFiles, format: DocumentFormat, typed: readonly [string, string]): Changes => {
  try {
    return memberChanges({ ...files, format });
  } catch (error) {
    if (!(error instanceof Unparsable || error instanceof TypeError)) throw error;
    const what = error instanceof Unparsable ? error.message : "it is not UTF-8";
    throw new UserError("BAD_INPUT", `${typed.join(" or ")} is no ${format.name}: ${what}.`, {
      advice: "Correct it, or give the two files without --config: then their lines are compared.",
      cause: error,
    });
  }
};
