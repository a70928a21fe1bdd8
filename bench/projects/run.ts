/**
 * Reduces the real projects and tries what comes of them: `npm run bench:projects:run -- --from DIR [--jobs N] [NAME...]`, where
 * `npm run bench:projects -- --into DIR` has made them. Each result is copied elsewhere, and the lines of its README are run there;
 * the last of them must show the failure as it did on the project. Prints a line for each.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../table.ts";

/** The most that the result may have, its README included. */
const LIMITS = { files: 5, lines: 60 };

const here = import.meta.dirname;
const pare = join(here, "..", "..", "dist", "cli", "main.js");

const { values, positionals } = parseArgs({
  options: { from: { type: "string" }, jobs: { type: "string", default: "2" } },
  allowPositionals: true,
});
if (values.from === undefined) throw new Error("--from DIR is needed: where the projects are");
const from = resolve(values.from);
const known = readdirSync(here).filter((name) => existsSync(join(here, name, "case.json")));

/** What the last line of the README does in a fresh copy: its exit code, and the end of what it prints. */
const tried = (result: string): { readonly code: number | null; readonly said: string } => {
  const copy = mkdtempSync(join(tmpdir(), "pare-projects-"));
  try {
    cpSync(result, copy, { recursive: true });
    const readme = readFileSync(join(copy, "README.md"), "utf8");
    const lines = (/^ {4}[^]*?(?=\n\n)/m.exec(readme)?.[0] ?? "").split("\n").map((line) => line.trim());
    const script = lines.slice(0, -1).map((line) => `${line} >/dev/null 2>&1 || exit 99`);
    const { status, stdout, stderr } = spawnSync("sh", ["-c", [...script, lines.at(-1)].join("\n")], {
      cwd: copy,
      encoding: "utf8",
    });
    return { code: status, said: stdout + stderr };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

/** What the command says of its failure on the project: the words by which the case is known. */
const isSeen = (name: string, code: number | null, said: string): boolean => {
  const { command, seen } = JSON.parse(readFileSync(join(here, name, "case.json"), "utf8")) as {
    readonly command?: readonly string[];
    readonly seen: string;
  };
  if (command === undefined) return code === 0;
  const [, exit = "", words = ""] = /^exit (\d+), (.*?)(?: ?[(…].*| at .*)?$/.exec(seen) ?? [];
  return code === Number(exit) && said.includes(words);
};

const rows: string[][] = [];
for (const name of positionals.length > 0 ? positionals : known) {
  const { command } = JSON.parse(readFileSync(join(here, name, "case.json"), "utf8")) as { command?: string[] };
  const place = mkdtempSync(join(tmpdir(), "pare-projects-"));
  const result = join(place, `${name}.reduced`);
  const oracle = command === undefined ? ["--test", join(here, name, "test.sh")] : ["--", ...command];
  const flags = ["--json", "--quiet", "-j", values.jobs, "-o", result];
  const said = execFileSync("node", [pare, "reduce", join(from, name), ...flags, ...oracle], {
    cwd: place,
    encoding: "utf8",
  });
  const { input, output, tests, wallMs } = JSON.parse(said.trim().split("\n").at(-1) as string) as {
    readonly [key: string]: {
      readonly bytes: number;
      readonly run: number;
      readonly files: number;
      readonly lines: number;
    };
  } & { readonly wallMs: number };
  const paths = readdirSync(result, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = paths.reduce(
    (sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name), "utf8").split("\n").length - 1,
    0,
  );
  const { code, said: shown } = tried(result);
  const fits = paths.length <= LIMITS.files && lines <= LIMITS.lines;
  rows.push([
    name,
    `${input?.bytes}`,
    `${output?.bytes}`,
    `${paths.length}`,
    `${lines}`,
    `${tests?.run}`,
    `${Math.round(wallMs / 1000)}`,
    fits && isSeen(name, code, shown) ? "yes" : `no (${code})`,
  ]);
  console.log(rows.at(-1)?.join("  "));
  rmSync(place, { recursive: true, force: true });
}
console.log(
  markdownTable(["project", "bytes", "left", "files", "lines", "runs", "seconds", "shows in a fresh copy"], rows),
);
if (rows.some((row) => row.at(-1) !== "yes")) process.exitCode = 1;
