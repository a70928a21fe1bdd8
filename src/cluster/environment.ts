/** What a machine is, and what the programs of an oracle are on it: for the words about a worker that cannot take part. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { arch, platform, release, tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { attempt } from "../core/maybe.ts";
import { isProgram } from "../runner/executable.ts";
import type { Machine } from "./protocol.ts";

/** The limit for `PROGRAM --version`. */
const VERSION_TIMEOUT_MS = 5000;
const MAX_PROGRAMS = 64;
const MAX_LETTERS = 200;
/** What lies there is no script of the user's, which might do anything when it is asked for its version. */
const SYSTEM = /^\/(?:usr|bin|sbin|opt|nix|snap|Library|Applications)\//;

/** What lies there was perhaps built here: another build may say the same of itself. */
const BUILT = /^\/(?:usr\/local|opt)\//;

export const machine = (): Omit<Machine, "programs"> => ({
  os: `${platform()}, ${prettyName() ?? release()}`,
  arch: arch(),
  node: process.version,
});

/** `programs`: names as the oracle calls them. */
export const environmentOf = async (programs: readonly string[]): Promise<Machine> => {
  const named = [...new Set(programs)].slice(0, MAX_PROGRAMS);
  const told = await Promise.all(named.map(async (program) => [program, await versionOf(program)] as const));
  return { ...machine(), programs: Object.fromEntries(told) };
};

/** In words: "gcc: 12.2.0 there, 11.4.0 here". */
export const differences = (theirs: Machine, ours: Machine): readonly string[] => [
  ...different([
    ["system", theirs.os, ours.os],
    ["processor", theirs.arch, ours.arch],
    ["node", theirs.node, ours.node],
  ]),
  ...programDifferences(theirs, ours),
];

/** The same, of the programs alone. */
export const programDifferences = (theirs: Machine, ours: Machine): readonly string[] =>
  different(Object.keys(theirs.programs).map((name) => [name, theirs.programs[name], ours.programs[name]]));

type Compared = readonly [name: string, there: string | undefined, here: string | undefined];

const different = (compared: readonly Compared[]): readonly string[] =>
  compared.flatMap(([name, there, here]) =>
    there === here ? [] : [`${name}: ${there} there, ${here ?? "missing"} here`],
  );

const prettyName = (): string | undefined =>
  attempt(() => /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1]);

const versionOf = async (program: string): Promise<string> => {
  const path = located(program);
  if (path === undefined) return "missing";
  const line = SYSTEM.test(path) ? await firstLine(path) : undefined;
  if (line === undefined) return await fingerprint(path);
  return BUILT.test(path) ? `${line} (${await fingerprint(path)})` : line;
};

const located = (program: string): string | undefined => {
  if (program.includes("\0")) return undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const places = program.includes("/") ? [program] : folders.map((folder) => join(folder, program));
  return places.find(isProgram);
};

/** `undefined` when it does not know the flag. */
const firstLine = async (path: string): Promise<string | undefined> =>
  await new Promise((resolve) => {
    const options = { timeout: VERSION_TIMEOUT_MS, killSignal: "SIGKILL", cwd: tmpdir(), maxBuffer: 2 ** 20 } as const;
    const child = execFile(path, ["--version"], options, (error, stdout, stderr) => {
      const line = `${stdout}\n${stderr}`.split("\n").find((text) => text.trim() !== "");
      resolve(error === null ? line?.trim().slice(0, MAX_LETTERS) : undefined);
    });
    child.stdin?.end();
  });

const fingerprint = async (path: string): Promise<string> => {
  try {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    return `${statSync(path).size} bytes, sha256 ${hash.digest("hex").slice(0, 12)}`;
  } catch {
    return "unreadable";
  }
};
