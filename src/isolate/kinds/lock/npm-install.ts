/** Installations made by npm, in directories of pare's own. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, cpSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { attempt } from "../../../core/maybe.ts";
import { UserError } from "../../../core/errors.ts";
import { recordOf } from "../../../projects/manifest.ts";
import { openRunner } from "../../../runner/index.ts";
import type { InstallOptions, PinnedManifest } from "./format.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const LOCK = "package-lock.json";
const SETTINGS = ".npmrc";
/** What the lockfile says about the project's own packages, better than a manifest of another day. */
const ASKED = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/**
 * The manifests of the project and of its workspaces, by path, as this lockfile wants them: npm refuses to install when they ask for
 * something else, and beside a lockfile of last month there may be the manifest of today.
 */
export const manifestTexts = (lockText: string, project: string): ReadonlyMap<string, string> => {
  const packages = recordOf(recordOf(JSON.parse(lockText.replace(/^\uFEFF/, "")))?.["packages"]) ?? {};
  const texts = new Map<string, string>();
  for (const [path, value] of Object.entries(packages)) {
    const entry = recordOf(value);
    if (entry === undefined || /(?:^|\/)node_modules\//.test(path) || leaves(path)) continue;
    const given = readManifest(join(project, path, "package.json"));
    const asked = Object.fromEntries(ASKED.map((member) => [member, entry[member]]));
    const named = { name: entry["name"] ?? given["name"], version: entry["version"] ?? given["version"] };
    texts.set(join(path, "package.json"), `${JSON.stringify({ ...given, ...named, ...asked }, undefined, 2)}\n`);
  }
  return texts;
};

const leaves = (path: string): boolean => isAbsolute(path) || normalize(path).startsWith("..");

const readManifest = (path: string): JsonObject =>
  attempt(() => recordOf(JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""))) ?? {}) ?? {};

export const installByNpm = async ({ directory, lockText, project, signal }: InstallOptions): Promise<void> => {
  for (const [path, text] of manifestTexts(lockText, project)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  writeFileSync(join(directory, LOCK), lockText);
  copyArchives(lockText, project, directory);
  await withSettings(project, directory, () => npm(["ci", ...QUIETLY], directory, signal));
};

export const proveByNpm = async (options: InstallOptions, pinned: PinnedManifest): Promise<void> => {
  const { directory, lockText, project, signal } = options;
  const manifest = join(directory, "package.json");
  const given = readManifest(manifest);
  const asked = readManifestOf(manifestTexts(lockText, project).get("package.json"));
  const merged = merge({ ...given, ...pick(asked, ASKED) }, pinned.members);
  writeFileSync(manifest, `${JSON.stringify(merged, undefined, 2)}\n`);
  writeFileSync(join(directory, LOCK), withoutPaths(lockText, new Set(pinned.expected.keys())));
  await withSettings(project, directory, async () => {
    await npm(["install", "--package-lock-only", ...QUIETLY], directory, signal);
    checkExpected(readManifest(join(directory, LOCK)), pinned);
    await npm(["ci", ...QUIETLY], directory, signal);
  });
};

const readManifestOf = (text: string | undefined): JsonObject => recordOf(JSON.parse(text ?? "{}")) ?? {};

const pick = (members: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, members[name]]));

/** Objects are merged one level deep: what is pinned joins what is asked for. */
const merge = (given: JsonObject, members: JsonObject): JsonObject => {
  const merged: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(members)) merged[name] = { ...recordOf(given[name]), ...recordOf(value) };
  return merged;
};

/** npm keeps what the lockfile has, overrides or not: what is to be another version is taken out. */
const withoutPaths = (lockText: string, paths: ReadonlySet<string>): string => {
  const lock = readManifestOf(lockText);
  const packages = Object.entries(recordOf(lock["packages"]) ?? {}).filter(([path]) => !paths.has(path));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, undefined, 2)}\n`;
};

const checkExpected = (lock: JsonObject, { expected }: PinnedManifest): void => {
  const packages = recordOf(lock["packages"]) ?? {};
  for (const [path, version] of expected) {
    const found = recordOf(packages[path])?.["version"];
    if (found === version || found === undefined) continue;
    throw new UserError(
      "NOT_PINNED",
      `With these overrides npm installs ${path} in version ${JSON.stringify(found)}, not ${version}.`,
      {
        advice: "Pin it where it is required instead: npm explain shows by which package.",
      },
    );
  }
};

/** The project's settings hold addresses and passwords: they are there only as long as npm needs them. */
const withSettings = async (project: string, directory: string, work: () => Promise<void>): Promise<void> => {
  const from = join(project, SETTINGS);
  const to = join(directory, SETTINGS);
  if (!existsSync(from) || existsSync(to)) return work();
  try {
    writeFileSync(to, readFileSync(from), { mode: 0o600 });
    await work();
  } finally {
    rmSync(to, { force: true });
  }
};

/** Packages that lie in the project as archives. */
const copyArchives = (lockText: string, project: string, directory: string): void => {
  for (const entry of Object.values(recordOf(readManifestOf(lockText)["packages"]) ?? {})) {
    const resolved = recordOf(entry)?.["resolved"];
    if (typeof resolved !== "string" || !resolved.startsWith("file:")) continue;
    const path = resolved.slice("file:".length);
    if (leaves(path) || !existsSync(join(project, path))) continue;
    cpSync(join(project, path), join(directory, path), { recursive: true });
  }
};

const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--include=dev", "--loglevel=error"];
const DAY = 86_400_000;

const npm = async (args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> => {
  const runner = openRunner();
  try {
    const job = { command: ["npm", ...args], cwd, env: environment(), timeout: DAY, keep: 1 << 16 };
    const { code, stdout, stderr } = await runner.run(job, signal);
    if (code === 0) return;
    const said = complaintIn(`${Buffer.from(stdout).toString()}\n${Buffer.from(stderr).toString()}`);
    throw new UserError("INSTALL_FAILED", `npm ${args[0] ?? ""} failed:\n${said}`, {
      advice:
        "Make sure that npm ci works with this lockfile (registry, network, settings), then give the same command again.",
    });
  } finally {
    await runner.close();
  }
};

/** Without what an outer npm says about its own project. */
const environment = (): Readonly<Record<string, string>> => {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^npm_(?:package|lifecycle)_|^npm_config_(?:local_)?prefix$/i.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
};

const LINES = 12;

/** What npm says is wrong, without how it is used; the end of what it said where it marks nothing as an error. */
const complaintIn = (text: string): string => {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.includes("complete log of this run"));
  const errors = lines.filter((line) => /^npm (?:error|ERR!) *\S/.test(line));
  const usage = errors.findIndex((line) => /^npm (?:error|ERR!) (?:Clean install a project|Usage:)/.test(line));
  const told = errors.slice(0, usage < 0 ? errors.length : usage).slice(0, LINES);
  return (told.length > 0 ? told : lines.slice(-LINES)).map((line) => `  ${line}`).join("\n");
};
