/** A copy of src that is extended: what an addition costs is the files that are touched here, and the copy is what runs. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files of src, by their path in it. */
export interface Extension {
  /** New files with their text. */
  readonly writes: Readonly<Record<string, string>>;
  /** Texts that files get, each with what it is put behind. */
  readonly inserts: Readonly<Record<string, readonly (readonly [behind: string, text: string])[]>>;
}

/** How many files have to be touched. */
export const cost = ({ writes, inserts }: Extension): number => Object.keys({ ...writes, ...inserts }).length;

export interface ExtendedTree {
  readonly path: string;
  /** What the type checker says of it: nothing. */
  compile(): string;
  /** Runs pare in a new directory with these files. */
  pare(words: readonly string[], files: Readonly<Record<string, string | Uint8Array>>): Run;
  remove(): void;
}

interface Run {
  readonly status: number | null;
  readonly output: string;
  /** A file that pare has written. */
  result(name: string): Buffer;
}

/** It lies in the repository, so that packages are found. */
export const extend = (extensions: readonly Extension[]): ExtendedTree => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const path = mkdtempSync(join(root, ".cache", "extended-"));
  cpSync(join(root, "src"), join(path, "src"), { recursive: true });
  mkdirSync(join(path, "grammars"));
  for (const name of readdirSync(join(root, "grammars")))
    symlinkSync(join(root, "grammars", name), join(path, "grammars", name));
  copyFileSync(join(root, "package.json"), join(path, "package.json"));
  writeFileSync(
    join(path, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["src/**/*.ts"], exclude: ["src/**/*.test.ts"] }),
  );
  for (const { writes, inserts } of extensions) {
    for (const [file, text] of Object.entries(writes)) writeFileSync(join(path, "src", file), text);
    for (const [file, texts] of Object.entries(inserts)) insert(join(path, "src", file), texts);
  }
  return {
    path,
    compile: () => spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", path], { encoding: "utf8" }).stdout,
    pare: (words, files) =>
      runIn(mkdtempSync(join(path, "run-")), join(path, "src", "cli", "main.ts"), { words, files }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};

const insert = (file: string, texts: Extension["inserts"][string]): void => {
  let content = readFileSync(file, "utf8");
  for (const [behind, text] of texts) {
    if (!content.includes(behind)) throw new Error(`${file} does not have "${behind}"`);
    content = content.replace(behind, () => behind + text);
  }
  writeFileSync(file, content);
};

interface Command {
  readonly words: readonly string[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const runIn = (directory: string, main: string, { words, files }: Command): Run => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  const tsx = import.meta.resolve("tsx");
  const ended = spawnSync(process.execPath, ["--import", tsx, main, ...words], { cwd: directory, encoding: "utf8" });
  return {
    status: ended.status,
    output: `${ended.stdout}${ended.stderr}`,
    result: (name) => readFileSync(join(directory, name)),
  };
};
