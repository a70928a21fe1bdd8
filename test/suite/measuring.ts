/** Real programs, really run, for the tests of the coverage readers. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import type { UserError } from "../../src/core/errors.ts";
import type { Cover, CoveredRun, EntityKind, OpenReader, Universe } from "../../src/suite/coverage.ts";
import { createUniverse, numbersIn } from "../../src/suite/covers.ts";
import { chooseReader } from "../../src/suite/readers/index.ts";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files, gone after the tests of the file. */
export const folderWith = (files: Readonly<Record<string, string>> = {}): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pare-readers-")));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

export const isInstalled = (program: string, words: readonly string[] = ["--version"]): boolean =>
  spawnSync(program, words, { stdio: "ignore" }).status === 0;

/** Runs to the end, or the test fails with what was said. */
export const mustRun = (cwd: string, ...lines: readonly string[]): void => {
  for (const line of lines) {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`);
  }
};

export interface Subject {
  readonly universe: Universe;
  readonly reader: OpenReader;
  readonly origin: string;
  /** Runs a command with its own data and, unless told otherwise, its own directory. */
  run(command: readonly string[], where?: { readonly cwd?: string }): Promise<CoveredRun>;
  cover(command: readonly string[], where?: { readonly cwd?: string }): Promise<Cover>;
  names(cover: Cover, kind: EntityKind): readonly string[];
}

export const subject = async (
  word: string,
  origin: string,
  command: readonly string[] = [],
  storage: string = folderWith(),
): Promise<Subject> => {
  const universe = createUniverse();
  const { reader: kind, argument } = chooseReader(word);
  const reader = await kind.open({ universe, argument, origin, command, storage });
  const run: Subject["run"] = async (words, { cwd = folderWith() } = {}) => {
    const data = folderWith();
    const [program = "", ...rest] = reader.wrap?.(words, data) ?? words;
    return ended(program, rest, { cwd, data, environment: reader.environment(data) });
  };
  return {
    universe,
    reader,
    origin,
    run,
    cover: async (words, where) => reader.read(await run(words, where)),
    names: (cover, of) =>
      numbersIn(cover)
        .filter((number) => universe.kindOf(number) === of)
        .map((number) => universe.nameOf(number))
        .toSorted(),
  };
};

interface Where {
  readonly cwd: string;
  readonly data: string;
  readonly environment: Readonly<Record<string, string>>;
}

const ended = (program: string, words: readonly string[], { cwd, data, environment }: Where): Promise<CoveredRun> =>
  new Promise((done, reject) => {
    const inherited = { ...process.env };
    // vitest may be measured itself.
    delete inherited["NODE_V8_COVERAGE"];
    const child = spawn(program, words, {
      cwd,
      env: { ...inherited, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (piece: Buffer) => stdout.push(piece));
    child.stderr.on("data", (piece: Buffer) => stderr.push(piece));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      done({
        data,
        cwd,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr),
        code: code ?? undefined,
        signal: signal ?? undefined,
      });
    });
  });

/** What a promise is rejected with. */
export const troubleOf = async (promise: Promise<unknown>): Promise<UserError> => {
  try {
    await promise;
  } catch (error) {
    return error as UserError;
  }
  throw new Error("It was not refused.");
};
