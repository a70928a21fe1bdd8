/** Installs the peers that packages give: `npm run bench -- --install`. Says what could not be installed, and goes on. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../scripts/find-program.mjs";
import { findPeer, peersFolder } from "./tool.ts";

type Line = readonly string[];

interface Peer {
  /** The program that is there afterwards. */
  readonly program: string;
  /** The commands, or why there are none. */
  lines(folder: string): readonly Line[] | string;
}

/** Shrink Ray says what Python it needs: 3.12. */
const OLDEST_PYTHON = 12;

/**
 * What Shrink Ray imports. Its package also wants llama-cpp-python, which is compiled for minutes and used only by the passes that
 * ask a language model; those are off in the benchmark (--no-llm).
 */
const SHRINKRAY_IMPORTS =
  "click chardet trio textual textual-plotext humanize libcst exceptiongroup binaryornot black tree-sitter tree-sitter-language-pack huggingface-hub".split(
    " ",
  );

const apt = (...packages: string[]): readonly Line[] | string => {
  if (findProgram(["apt-get"]) === undefined) return "there is no apt-get";
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  return [[...asRoot, "apt-get", "install", "-y", "-q", "--no-install-recommends", ...packages]];
};

const pip = (folder: string, ...packages: string[]): readonly Line[] => [
  ["python3", "-m", "venv", join(folder, "python")],
  [join(folder, "python", "bin", "pip"), "install", "-q", "--upgrade", ...packages],
];

const cargo = (folder: string, crate: string): readonly Line[] | string =>
  findProgram(["cargo"]) === undefined
    ? "there is no cargo"
    : [["cargo", "install", "-q", "--root", join(folder, "cargo"), crate]];

const shrinkray = (folder: string): readonly Line[] | string => {
  const python = newPython();
  if (python === undefined) return `there is no Python 3.${OLDEST_PYTHON} or newer, on PATH or with pyenv`;
  const install = [join(folder, "shrinkray", "bin", "pip"), "install", "-q", "--upgrade"];
  return [
    [python, "-m", "venv", join(folder, "shrinkray")],
    [...install, "--no-deps", "shrinkray"],
    [...install, ...SHRINKRAY_IMPORTS],
  ];
};

const PEERS: readonly Peer[] = [
  { program: "cvise", lines: () => apt("cvise") },
  { program: "creduce", lines: () => apt("creduce") },
  { program: "multidelta", lines: () => apt("delta") },
  { program: "picire", lines: (folder) => pip(folder, "picire") },
  { program: "lithium", lines: (folder) => pip(folder, "lithium-reducer") },
  { program: "shrinkray", lines: shrinkray },
  { program: "treereduce-c", lines: (folder) => cargo(folder, "treereduce-c") },
  { program: "treereduce-javascript", lines: (folder) => cargo(folder, "treereduce-javascript") },
  { program: "llvm-reduce", lines: () => apt("llvm") },
  { program: "ddsmt", lines: (folder) => pip(folder, "ddSMT") },
  { program: "spirv-reduce", lines: () => apt("spirv-tools") },
  { program: "afl-tmin", lines: () => apt("afl++") },
  { program: "casr-cluster", lines: (folder) => cargo(folder, "casr") },
  { program: "halfempty", lines: () => "there is no package of it; build it from its sources and put it on PATH" },
];

/** The newest Python that Shrink Ray runs on. */
const newPython = (): string | undefined => {
  const versions = join(process.env["PYENV_ROOT"] ?? join(homedir(), ".pyenv"), "versions");
  const own = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, "bin", "python3"))
    : [];
  const named = [15, 14, 13, 12].flatMap((minor) => findProgram([`python3.${minor}`]) ?? []);
  return [...own, ...named, "python3"]
    .map((path) => ({ path, minor: minorOf(path) }))
    .filter(({ minor }) => minor >= OLDEST_PYTHON)
    .toSorted((a, b) => b.minor - a.minor)[0]?.path;
};

/** 0 if it is not a Python 3 that runs. */
const minorOf = (python: string): number =>
  Number(/^Python 3\.(\d+)/.exec(spawnSync(python, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1] ?? 0);

/** All of them, unless some are named. */
export const installPeers = (...names: readonly string[]): void => {
  const folder = peersFolder();
  mkdirSync(folder, { recursive: true });
  for (const peer of PEERS.filter(({ program }) => names.length === 0 || names.includes(program)))
    console.log(`${peer.program}: ${install(peer, folder)}`);
};

const install = ({ program, lines }: Peer, folder: string): string => {
  const there = findPeer(program);
  if (there !== undefined) return `is there (${there})`;
  const commands = lines(folder);
  if (typeof commands === "string") return `not installed: ${commands}`;
  for (const [name = "", ...args] of commands) {
    const { status, stderr, error } = spawnSync(name, args, { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
    if (status !== 0) return `not installed: ${error?.message ?? stderr.trim().split("\n").at(-1)}`;
  }
  return findPeer(program) === undefined ? "installed, but not found" : "installed";
};
