/** The tools that readers call: found once, run without a shell, their words kept apart from ours. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import { collect, type Collected } from "../../runner/collect.ts";
import { isProgram } from "../../runner/executable.ts";

export interface ToolOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
}

export const runTool = (program: string, words: readonly string[], options: ToolOptions = {}): Promise<Collected> => {
  const child = spawn(program, words, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...process.env, LC_ALL: "C", ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  return collect(child, options.input);
};

/** All programs with this name, and with this name and a version, on the PATH: the plain name first, then newest first. */
export const programsNamed = (name: string): readonly string[] => {
  const versions: (readonly [version: number, path: string])[] = [];
  const seen = new Set<string>();
  for (const folder of (process.env["PATH"] ?? "").split(delimiter))
    for (const entry of entriesOf(folder)) {
      const version = versionIn(entry, name);
      if (version === undefined || seen.has(entry) || !isProgram(join(folder, entry))) continue;
      seen.add(entry);
      versions.push([version, join(folder, entry)]);
    }
  return versions.toSorted((a, b) => b[0] - a[0]).map(([, path]) => path);
};

const versionIn = (entry: string, name: string): number | undefined => {
  if (entry === name || entry === `${name}.exe`) return Number.POSITIVE_INFINITY;
  const match = entry.startsWith(`${name}-`) ? /^-(\d+(?:\.\d+)?)$/.exec(entry.slice(name.length)) : null;
  return match ? Number(match[1]) : undefined;
};

const entriesOf = (folder: string): readonly string[] =>
  attempt(() => (folder === "" ? [] : readdirSync(folder))) ?? [];

/** The file that a word of a command runs: as a path it is relative to `origin`, as a name it is on the PATH. */
export const programFile = (word: string, origin: string): string | undefined => {
  if (word === "") return undefined;
  if (isAbsolute(word) || word.includes("/") || word.includes("\\")) {
    const path = resolve(origin, word);
    return isProgram(path) ? path : undefined;
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, word)).find(isProgram);
};

export const noTool = (reader: string, tool: string, advice: string): UserError =>
  new UserError("NO_COVERAGE_TOOL", `The ${reader} reader needs ${tool}, which was not found.`, { advice });

/** The first lines a tool has said, for a message. */
export const saidBy = (text: string): string => {
  const lines = text
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.slice(0, 4).join("\n") || "it says nothing";
};
