/**
 * Makes the real projects that `pare reduce DIR` is measured with: `npm run bench:projects -- --into DIR [NAME...]`.
 * Each `case.json` beside this file names a package at a fixed version, what of it becomes the project, what is added or
 * changed, and the versions of the tools that are installed. Making a project that is there already makes it anew.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

interface Edit {
  readonly file: string;
  readonly find: string; // must occur; its first place is taken
  readonly put: readonly string[];
}

interface ProjectCase {
  readonly about: string;
  readonly upstream: string;
  readonly source: { readonly package: string; readonly copy: readonly string[] };
  readonly manifest: { readonly type?: string; readonly devDependencies: Readonly<Record<string, string>> };
  readonly files?: Readonly<Record<string, readonly string[]>>;
  readonly edits?: readonly Edit[];
  readonly command?: readonly string[]; // shows the failure, to be learnt from; without it, `test.sh` ends with 0 when it shows
  readonly seen: string;
  readonly planted: string | false;
  readonly ideal: string;
}

const here = import.meta.dirname;

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const writeLines = (path: string, lines: readonly string[]): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join("\n")}\n`);
};

/** Unpacks the package of a case, and copies the wanted parts of it into the project. */
const copySources = (project: ProjectCase, target: string): void => {
  const unpacked = mkdtempSync(join(tmpdir(), "pare-projects-"));
  try {
    const [packed] = JSON.parse(npm(["pack", "--json", project.source.package], unpacked)) as readonly {
      readonly filename: string;
    }[];
    if (packed === undefined) throw new Error(`npm packed nothing for ${project.source.package}`);
    execFileSync("tar", ["xzf", packed.filename], { cwd: unpacked });
    for (const part of project.source.copy)
      cpSync(join(unpacked, "package", part), join(target, part), { recursive: true });
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
};

const edit = (target: string, { file, find, put }: Edit): void => {
  const path = join(target, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(find)) throw new Error(`${file} has no ${JSON.stringify(find)}`);
  writeFileSync(
    path,
    text.replace(find, () => put.join("\n")),
  );
};

const make = (name: string, into: string): void => {
  const project = JSON.parse(readFileSync(join(here, name, "case.json"), "utf8")) as ProjectCase;
  const target = join(into, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  copySources(project, target);
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify({ name, private: true, ...project.manifest }, null, 2)}\n`,
  );
  for (const [path, lines] of Object.entries(project.files ?? {})) writeLines(join(target, path), lines);
  for (const change of project.edits ?? []) edit(target, change);
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], target);
  const oracle = project.command?.join(" ") ?? join(here, name, "test.sh");
  console.log(`${target} (${project.source.package})\n  shows with: ${oracle}\n  seen: ${project.seen}`);
};

const { values, positionals } = parseArgs({ options: { into: { type: "string" } }, allowPositionals: true });
if (values.into === undefined) throw new Error("--into DIR is needed: where the projects are made");
const into = resolve(values.into);
const known = readdirSync(here).filter((name) => existsSync(join(here, name, "case.json")));
for (const name of positionals.length > 0 ? positionals : known) make(name, into);
