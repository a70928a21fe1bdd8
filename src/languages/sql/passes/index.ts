/** The passes for SQL alone. */
import type { Language } from "../../syntax.ts";
import { clauses } from "./clauses.ts";
import { columns } from "./columns.ts";
import { operands } from "./operands.ts";
import { aliases, tableNames } from "./qualifiers.ts";
import { queries } from "./queries.ts";
import { partsOfTypes, types } from "./types.ts";
import { values, zeros } from "./values.ts";

export const passes: NonNullable<Language["passes"]> = {
  coarse: [clauses, queries],
  fine: [clauses, values, operands, queries, columns, types, partsOfTypes, tableNames, aliases, zeros],
  without: [
    "hoist",
    "runs",
    "fillers",
    "generics",
    "pointers",
    "postfixes",
    "directives",
    "conditionals",
    "branches",
    "macros",
    "prototypes",
    "old parameters",
  ],
};
