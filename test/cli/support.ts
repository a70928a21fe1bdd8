/** Runs the built command in a directory of its own. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The built command. */
export const mainFile = join(root, "dist", "cli", "main.js");

/** For a first run without `npm test`, which builds. */
export const buildIfMissing = (): void => {
  if (!existsSync(mainFile)) execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
};

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly path: string;
  write(name: string, text: string, mode?: number): void;
  read(name: string): string;
  pare(...typed: readonly string[]): Ran;
  /** The same with more in the environment. */
  pareWith(environment: Readonly<Record<string, string>>, ...typed: readonly string[]): Ran;
  start(...typed: readonly string[]): ChildProcess;
}

/** What this process was given must not be read as settings. */
const cleanEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PARE_|GITHUB_)/.test(name) && name !== "NO_COLOR"),
  );

/** Permissions mean nothing to root: then the command runs as nobody. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export const place = (): Place => {
  const path = mkdtempSync(join(tmpdir(), "pare-cli-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const options = { cwd: path, encoding: "utf8" } as const;
  const run = (more: object, typed: readonly string[], environment: object = {}): Ran => {
    const env = { ...cleanEnvironment(), ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [mainFile, ...typed], { ...options, env, ...more });
    return { code: status, stdout, stderr };
  };
  return {
    path,
    write: (name, text, mode = 0o644) => {
      writeFileSync(join(path, name), text);
      chmodSync(join(path, name), mode);
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    pare: (...typed) => run({}, typed),
    pareWith: (environment, ...typed) => run({}, typed, environment),
    start: (...typed) => spawn(process.execPath, [mainFile, ...typed], { cwd: path, env: cleanEnvironment() }),
  };
};

/** A place whose command cannot do everything. */
export const placeOfNobody = (): Place => {
  const here = place();
  chmodSync(here.path, 0o777);
  const env = cleanEnvironment();
  const pare = (...typed: readonly string[]): Ran => {
    const ran = spawnSync(process.execPath, [mainFile, ...typed], {
      cwd: here.path,
      encoding: "utf8",
      env,
      ...unprivileged,
    });
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  };
  return { ...here, pare };
};

/** 200 lines, one of which matters. */
export const HAY: string = Array.from({ length: 200 }, (_, i) =>
  i === 137 ? "the needle is here\n" : `hay ${i}\n`,
).join("");

/** Interesting while the needle is there. */
export const FIND_NEEDLE = '#!/bin/sh\ngrep -q needle "$1"\n';

/** A place with an input and a script that says what counts. */
export const haystack = (): Place => {
  const here = place();
  here.write("hay.txt", HAY);
  here.write("test.sh", FIND_NEEDLE, 0o755);
  return here;
};

/** The object on the last line of standard output. */
export const lastJson = ({ stdout }: Ran): Record<string, unknown> =>
  JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
