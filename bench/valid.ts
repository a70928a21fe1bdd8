/** How many of the candidates that pare proposes with --valid the checkers of the fields accept: `npm run bench:valid`. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { markdownTable } from "./table.ts";
import { askAboutBytes, askAboutText, type Asked } from "./valid/candidates.ts";
import { fields, type Field } from "./valid/fields.ts";

const HELP = `npm run bench:valid -- [options]

  --only NAME,…      only these languages (${fields.map(({ name }) => name).join(", ")})
  --real DIR         more real files: DIR/NAME/* for each language
  --files N          generated files of each language (50)
  --most N           candidates of each file (40)
  --show             what the checkers refuse, and which pass has proposed it
  --help             this text
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    real: { type: "string" },
    files: { type: "string", default: "50" },
    most: { type: "string", default: "40" },
    show: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

interface Input {
  readonly name: string;
  readonly content: string | Uint8Array;
}

const TESTS = fileURLToPath(new URL("../test/", import.meta.url));

const realInputs = ({ name, folders, made = () => [] }: Field): readonly Input[] => {
  const places = [...folders.map((each) => join(TESTS, each)), ...(values.real ? [join(values.real, name)] : [])];
  const files = places
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ name: path, content: name === "spirv" ? readFileSync(path) : readFileSync(path, "utf8") }));
  return [...files, ...made().map((content, number) => ({ name: `compiled ${name} ${number}`, content }))];
};

const generatedInputs = ({ name, generate }: Field): readonly Input[] =>
  Array.from({ length: Number(values.files) }, (_, seed) => ({ name: `${name} ${seed}`, content: generate(seed) }));

interface Tally {
  readonly files: number;
  /** Files that no checker accepts as they are. */
  readonly unread: readonly string[];
  readonly tested: number;
  readonly refused: number;
}

const measure = async (field: Field, inputs: readonly Input[]): Promise<Tally> => {
  const tally = { files: 0, unread: [] as string[], tested: 0, refused: 0 };
  for (const [salt, { name, content }] of inputs.entries()) {
    const checker = field.checkers.find(({ check }) => check(content) === undefined);
    if (checker === undefined) {
      tally.unread.push(name);
      continue;
    }
    const { check } = checker;
    const most = Number(values.most);
    const asked: Asked =
      typeof content === "string"
        ? await askAboutText({ language: field.name, text: content, check, salt, most })
        : askAboutBytes(content, check, most);
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

const run = async (): Promise<void> => {
  const only = values.only.split(",").filter((name) => name !== "");
  const rows: string[][] = [];
  for (const field of fields.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const real = await measure(field, realInputs(field));
    const generated = await measure(field, generatedInputs(field));
    console.error(`${field.name}: ${share(real)}, ${share(generated)}`);
    for (const name of [...real.unread, ...generated.unread]) console.log(`No checker accepts ${name}.`);
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
else await run();
