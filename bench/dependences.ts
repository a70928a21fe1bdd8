/** Tests where parts need each other, or only seem to: of generated programs in any order, and of real cases; ends with 1 if one misses its bound. */
import { parseArgs } from "node:util";
import { measureCases } from "./dependences/cases.ts";
import { measureDirectories, measurePrograms, type Table } from "./dependences/programs-table.ts";
import { measureWrong } from "./dependences/wrong-guesses.ts";
import { markdownTable } from "./table.ts";

const HELP = `npm run bench:dependences -- [options] [parts …]

  parts              the sizes of the generated programs (10 100 1000 10000) and directories (up to 1000)
  --no-programs      none of them
  --cases DIR        a folder of cases, as for npm run bench; may be repeated
  --only CASE,…      only these cases
  --language NAME    the language that pare is told of (it finds out otherwise); plain: none. Cases with a bound for plain text
                     are measured as plain text unless a language is given
  --cap SECONDS      of a case (300)
  --help             this text

Bounds are in bench/dependences/bounds.ts.
`;

const { values, positionals } = parseArgs({
  allowNegative: true,
  allowPositionals: true,
  options: {
    programs: { type: "boolean", default: true },
    cases: { type: "string", multiple: true, default: [] },
    only: { type: "string", default: "" },
    language: { type: "string" },
    cap: { type: "string", default: "300" },
    help: { type: "boolean", default: false },
  },
});

/** Directories have at most so many files. */
const MAX_FILES = 1000;

/** Texts of wrong guesses have at most so many parts. */
const MAX_MISLEADING = 1000;

const measure = async (): Promise<void> => {
  const tables: Table[] = [];
  const show = (table: Table): void => {
    console.log(`${markdownTable(table.head, table.rows)}\n`);
    tables.push(table);
  };
  const sizes = positionals.length > 0 ? positionals.map(Number) : [10, 100, 1000, 10_000];
  if (values.programs) {
    show(await measurePrograms(sizes));
    show(await measureDirectories(sizes.filter((parts) => parts <= MAX_FILES)));
    show(await measureWrong(sizes.filter((parts) => parts <= MAX_MISLEADING)));
  }
  if (values.cases.length > 0) {
    const { cases: folders, only, language, cap } = values;
    const names = only.split(",").filter((name) => name !== "");
    show(await measureCases({ folders, only: names, language, cap: Number(cap) }));
  }
  const misses = tables.reduce((total, table) => total + table.misses, 0);
  console.log(misses === 0 ? "Every bound holds." : `${misses} rows miss a bound.`);
  process.exitCode = misses === 0 ? 0 : 1;
};

if (values.help) console.log(HELP);
else await measure();
