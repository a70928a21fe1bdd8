/** How much there is to read and to load, of any commit beside this tree: `npm run house -- --at COMMIT`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readingFigures } from "./house/figures.ts";
import { loadedModules } from "./house/loaded.ts";
import { markdownTable } from "./table.ts";

const HELP = `Figures of the source without its tests, of commits and of this tree.

  npm run house -- [options]
  --at COMMIT  also those of this commit; may be repeated
  --no-load    do not build, and do not count the modules that are loaded
  --help       this text`;

const root = fileURLToPath(new URL("..", import.meta.url));

const main = (): void => {
  const { values } = parseArgs({
    options: {
      at: { type: "string", multiple: true, default: [] },
      "no-load": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const figuresOf = (tree: string): ReadonlyMap<string, number> =>
    new Map([...readingFigures(tree), ...(values["no-load"] ? [] : loadedModules(tree))]);
  const atCommits = values.at.map((commit) => atCommit(commit, { isLoaded: !values["no-load"], use: figuresOf }));
  const columns = [...atCommits, figuresOf(root)];
  const names = [...(columns.at(-1)?.keys() ?? [])];
  const rows = names.map((name) => [name, ...columns.map((figures) => textOf(figures.get(name)))]);
  console.log(markdownTable(["", ...values.at, "this tree"], rows));
};

interface CommitUse<T> {
  /** It will be built: it needs its packages. */
  readonly isLoaded: boolean;
  readonly use: (tree: string) => T;
}

/** The tree of a commit lies in a folder of its own, with the packages of this one if they are the same. */
const atCommit = <T>(commit: string, { isLoaded, use }: CommitUse<T>): T => {
  const tree = mkdtempSync(join(tmpdir(), "pare-house-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", tree], { input: archive });
    const [own, other] = [root, tree].map((folder) => readFileSync(join(folder, "package-lock.json"), "utf8"));
    if (own === other) symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    else if (isLoaded) execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: tree });
    return use(tree);
  } finally {
    rmSync(tree, { recursive: true });
  }
};

const textOf = (figure: number | undefined): string =>
  figure === undefined ? "–" : figure.toLocaleString("en", { maximumFractionDigits: 1 });

main();
