/** Which block of a program is which line: asked once for a program, kept in the storage, held against the program as it is now. */
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { digest } from "../../core/digest.ts";
import type { Universe } from "../coverage.ts";
import { freshness } from "./freshness.ts";
import { fileNames } from "./names.ts";
import type { SancovModule } from "./sancov-data.ts";
import { symbolize, type Block } from "./symbols.ts";
import { badCoverage, codeOf, staleCoverage } from "./troubles.ts";

export interface Tables {
  /** The digests of the tables that the runtime need not write. */
  known(): string;
  /** Three numbers a block: statement, branch, function; -1 where there is none. */
  numbersOf(module: SancovModule, universe: Universe): Promise<Int32Array>;
}

interface Program {
  readonly stamp: string;
  readonly digest: string;
}

export const sancovTables = (storage: string, origin: string): Tables => {
  const numbers = new Map<string, Promise<Int32Array>>();
  const ready = new Set<string>();
  const programs = new Map<string, Program>();
  const sources = freshness();

  /** The program may not change while a suite is run: lines would get other numbers. */
  const programAt = async (path: string): Promise<Program> => {
    const stamp = await stampOf(path);
    const known = programs.get(path);
    if (known?.stamp === stamp) return known;
    const fresh = { stamp, digest: digest(await readFile(path)) };
    if (known !== undefined && known.digest !== fresh.digest)
      throw staleCoverage(
        `${path} has changed since its first run: its coverage cannot be compared with what was read before.`,
        "Do not build while pare runs; start it again.",
      );
    programs.set(path, fresh);
    return fresh;
  };

  const make = async (module: SancovModule, program: Program, universe: Universe): Promise<Int32Array> => {
    const file = join(storage, "sancov", `${program.digest}-${module.digest}.json`);
    const blocks = (await stored(file)) ?? (await symbolizeInto(file, module));
    if (blocks.length !== module.flags.length)
      throw badCoverage(
        `The table of ${module.path} is not as long as its flags.`,
        "Build the program again from scratch.",
      );
    await sources.check(blocks.map((block) => block.file).filter(isAbsolute), module.path);
    ready.add(module.digest);
    return numbered(blocks, universe, origin);
  };

  return {
    known: () => [...ready].slice(-100).join(","),
    numbersOf: async (module, universe) => {
      const program = await programAt(module.path);
      const key = `${program.digest}-${module.digest}`;
      const made = numbers.get(key) ?? make(module, program, universe);
      numbers.set(key, made);
      try {
        return await made;
      } catch (error) {
        numbers.delete(key);
        throw error;
      }
    },
  };
};

const stampOf = async (path: string): Promise<string> => {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch (error) {
    throw staleCoverage(
      `The program ${path}, which has run, cannot be read any more (${codeOf(error)}).`,
      "Keep the program where it is while pare runs.",
    );
  }
};

const stored = async (file: string): Promise<readonly Block[] | undefined> => {
  try {
    return JSON.parse(await readFile(file, "utf8")) as readonly Block[];
  } catch {
    return undefined;
  }
};

const symbolizeInto = async (file: string, { path, table }: SancovModule): Promise<readonly Block[]> => {
  if (table === undefined)
    throw badCoverage(
      `The run has not written the table of ${path}.`,
      "Start pare again; if it happens again, build the program again.",
    );
  const blocks = await symbolize(path, table);
  if (!blocks.some(({ line }) => line > 0))
    throw badCoverage(`${path} has no lines for its blocks.`, "Compile it with -g, and do not strip it.");
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.part`;
  await writeFile(half, JSON.stringify(blocks));
  await rename(half, file);
  return blocks;
};

/** Blocks of one line are counted up in the order of the table, which is the compiler's. */
const numbered = (blocks: readonly Block[], universe: Universe, origin: string): Int32Array => {
  const names = fileNames(origin, origin);
  const nameOf = (path: string): string => (path === "??" ? path : names.nameOf(path));
  const seen = new Map<string, number>();
  const numbers = new Int32Array(blocks.length * 3).fill(-1);
  for (const [at, block] of blocks.entries()) {
    const file = nameOf(block.file);
    const place = `${file}:${block.line > 0 ? block.line : block.function}`;
    const which = seen.get(place) ?? 0;
    seen.set(place, which + 1);
    if (block.line > 0) numbers[at * 3] = universe.number("statement", place);
    numbers[at * 3 + 1] = universe.number("branch", `${place}:${which}`);
    if (block.function !== "??")
      numbers[at * 3 + 2] = universe.number("function", `${nameOf(block.functionFile)}:${block.function}`);
  }
  return numbers;
};
