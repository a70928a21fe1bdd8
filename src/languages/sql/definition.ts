/** SQL, in whatever dialect. */
import type { LanguageDefinition } from "../definition.ts";

export const sql: LanguageDefinition = {
  name: "sql",
  extensions: "sql ddl dml pgsql",
  modes: "sql mysql plsql",
  features: [
    [
      3,
      /^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:temp(?:orary)?[ \t]+)?(?:table|view|unique[ \t]+index|index|trigger)[ \t]+[\w."`[\]]+/im,
    ],
    [3, /^[ \t]*insert[ \t]+(?:or[ \t]+\w+[ \t]+)?into[ \t]+[\w."`[\]]+[^;]{0,400}?\b(?:values|select)\b/im],
    [
      3,
      /^[ \t]*(?:with[ \t]+\w+[ \t]+as[ \t]*\([^;]{0,2000}?)?select\b[^;]{0,2000}?\sfrom\s+[\w."`[(][^;]{0,4000};[ \t]*$/im,
    ],
    [
      2,
      /^[ \t]*(?:update[ \t]+\w+[ \t]+set|delete[ \t]+from|drop[ \t]+table|alter[ \t]+table)\b[^;]{0,2000};[ \t]*$/im,
    ],
    [2, /^[ \t]*(?:group|order)[ \t]+by[ \t]+[\w."`[(]/im],
    [1, /^[ \t]*(?:pragma[ \t]+\w+|begin|commit|rollback|explain)[^;\n]{0,200};[ \t]*$/im],
  ],
  grammar: () => import("./parser.ts").then(({ language }) => language),
  neutral: ";",
  comments: "dashes",
  traits: {
    fillers: { select_list: "1" },
    stands: ["0"],
  },
};
