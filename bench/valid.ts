/** How many of the candidates that pare proposes with --valid the checkers of the fields accept: `npm run bench:valid`. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { markdownTable } from "./table.ts";
import { askAboutBytes, askAboutText, type Asked } from "./valid/candidates.ts";
import { measureContainers } from "./valid/containers.ts";
import { fields, type Field } from "./valid/fields.ts";
import { packaged } from "./valid/packages.ts";

/** Of the candidates, so many must be accepted. */
const LEAST_SHARE = 0.95;

const HELP = `npm run bench:valid -- [options]

  --only NAME,…      only these languages (${fields.map(({ name }) => name).join(", ")})
  --real DIR         further real files: DIR/NAME/* for each language
  --least N          real files of each language (10): from packages, which are fetched once, then those of the tests
  --files N          generated files of each language (50)
  --most N           candidates of each file (40)
  --show             what the checkers refuse, and which pass has proposed it
  --sample           6 files of each kind, 8 candidates of each
  --containers       binary containers instead: each unit deleted alone from real files (--least, 20), as another program reads
                     them; of all units of a format, --most (1500) spread evenly; --only NAME,… of them
  --help             this text

The checkers are the programs of PATH: with /usr/lib/llvm-19/bin before the others, LLVM IR is made and read by that version.

Ends with 1 if a language is below ${100 * LEAST_SHARE} %, or has no real file that its checker accepts.
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    real: { type: "string" },
    least: { type: "string" },
    files: { type: "string" },
    most: { type: "string" },
    show: { type: "boolean", default: false },
    containers: { type: "boolean", default: false },
    sample: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

interface Input {
  readonly name: string;
  readonly content: string | Uint8Array;
}

const TESTS = fileURLToPath(new URL("../test/", import.meta.url));

const amount = (given: string | undefined, sample: number, all: number): number =>
  Number(given ?? (values.sample ? sample : all));

const FILES = amount(values.files, 6, 50);
const REAL = amount(values.least, 6, 10);
const MOST = amount(values.most, 8, 40);

/** Those of the folder that is named, of packages, of the tests, and what compilers make, in this order. */
function* realInputs({ name, folders, made = () => [] }: Field): Generator<Input, void, void> {
  const read = (folder: string): readonly Input[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .map((file) => join(folder, file))
          .filter((path) => statSync(path).isFile())
          .map((path) => ({ name: path, content: name === "spirv" ? readFileSync(path) : readFileSync(path, "utf8") }))
      : [];
  if (values.real !== undefined) yield* read(join(values.real, name));
  yield* packaged(name);
  for (const folder of folders) yield* read(join(TESTS, folder));
  for (const [number, content] of made().entries()) yield { name: `compiled ${name} ${number}`, content };
}

const generatedInputs = ({ name, generate }: Field): readonly Input[] =>
  Array.from({ length: FILES }, (_, seed) => ({ name: `${name} ${seed}`, content: generate(seed) }));

interface Tally {
  readonly files: number;
  /** Files that no checker accepts as they are. */
  readonly unread: readonly string[];
  readonly tested: number;
  readonly refused: number;
}

/** Until so many files have been measured. */
const measure = async (field: Field, inputs: Iterable<Input>, files: number): Promise<Tally> => {
  const tally = { files: 0, unread: [] as string[], tested: 0, refused: 0 };
  let salt = -1;
  for (const { name, content } of inputs) {
    if (tally.files >= files) break;
    salt++;
    const checker = field.checkers.find(({ check }) => check(content) === undefined);
    if (checker === undefined) {
      tally.unread.push(name);
      continue;
    }
    const { check } = checker;
    const asked: Asked =
      typeof content === "string"
        ? await askAboutText({ language: field.name, text: content, check, salt, most: MOST })
        : askAboutBytes(content, check, MOST);
    tally.files++;
    tally.tested += asked.tested;
    tally.refused += asked.refused.length;
    if (values.show)
      for (const { pass, complaint, text } of asked.refused)
        console.log(`${field.name}\t${pass}\t${name}\t${complaint}\n${text}`);
  }
  return tally;
};

const share = ({ tested, refused }: Tally): string =>
  tested === 0 ? "–" : `${((100 * (tested - refused)) / tested).toFixed(1)} %`;

const isEnough = ({ tested, refused }: Tally): boolean => tested > 0 && tested - refused >= LEAST_SHARE * tested;

const run = async (): Promise<void> => {
  const only = values.only.split(",").filter((name) => name !== "");
  const rows: string[][] = [];
  for (const field of fields.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const real = await measure(field, realInputs(field), REAL);
    const generated = await measure(field, generatedInputs(field), FILES);
    console.error(`${field.name}: ${share(real)}, ${share(generated)}`);
    for (const name of [...real.unread, ...generated.unread]) console.log(`No checker accepts ${name}.`);
    if (![real, generated].every(isEnough)) process.exitCode = 1;
    rows.push([
      field.name,
      [...new Set(field.checkers.map(({ name }) => name))].join(", "),
      ...[real, generated].flatMap((each) => [String(each.files), String(each.tested), share(each)]),
    ]);
  }
  const head = ["language", "checker", "real files", "candidates", "accepted", "generated", "candidates", "accepted"];
  console.log(markdownTable(head, rows));
};

if (values.help) console.log(HELP);
else if (values.containers)
  measureContainers({
    only: values.only.split(",").filter((name) => name !== ""),
    least: amount(values.least, 3, 20),
    most: amount(values.most, 60, 1500),
    show: values.show,
  });
else await run();
