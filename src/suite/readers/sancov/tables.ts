/** Which block of a program is which line: asked once for a program, kept in the storage, held against the program as it is now. */
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { digest } from "../../../core/digest.ts";
import type { Universe } from "../../coverage.ts";
import { freshness } from "../data-files.ts";
import { fileNames } from "../names.ts";
import { badCoverage, codeOf, staleCoverage } from "../troubles.ts";
import { noTool, programsNamed, runTool, saidBy } from "../programs.ts";
import { endianness } from "node:os";

export interface SancovTables {
  /** The digests of the tables that the runtime need not write. */
  known(): string;
  /** Three numbers a block: statement, branch, function; -1 where there is none. */
  numbersOf(module: SancovModule, universe: Universe): Promise<Int32Array>;
}

interface Program {
  readonly stamp: string;
  readonly digest: string;
}

export const sancovTables = (storage: string, origin: string): SancovTables => {
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

interface Block {
  /** The innermost function, of the source, and its file. */
  readonly function: string;
  readonly functionFile: string;
  /** The innermost place whose line is known: the compiler gives some of what it makes no line. 0 if there is none. */
  readonly file: string;
  readonly line: number;
}

/** One block for every address. */
const symbolize = async (program: string, addresses: BigUint64Array): Promise<readonly Block[]> => {
  const [tool, words] = symbolizer();
  const input = `${[...addresses].map((address) => `0x${address.toString(16)}`).join("\n")}\n`;
  const { code, stdout, stderr } = await runTool(tool, [...words, "-a", "-i", "-f", "-e", program], { input });
  const blocks = code === 0 ? innermost(stdout.toString().split("\n")) : [];
  if (blocks.length !== addresses.length)
    throw badCoverage(
      `${tool} cannot find the lines of ${program}: ${saidBy(stderr)}`,
      "Build it with -g, and see that the file is still there.",
    );
  return blocks;
};

/** Behind every address come pairs of lines, a function and a place, from the innermost inlined function outwards. */
const innermost = (lines: readonly string[]): readonly Block[] => {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    if (!isAddress(lines[at])) {
      at++;
      continue;
    }
    const frames: Frame[] = [];
    for (at++; at + 1 < lines.length && !isAddress(lines[at]); at += 2)
      frames.push(frameOf(lines[at] as string, lines[at + 1] as string));
    const [own = UNKNOWN] = frames;
    const { file, line } = frames.find((frame) => frame.line > 0) ?? own;
    blocks.push({ function: own.function, functionFile: own.file, file, line });
  }
  return blocks;
};

const isAddress = (line: string | undefined): boolean => line !== undefined && /^0x[0-9a-f]+$/.test(line);

/** llvm-symbolizer, in the style of addr2line, reads clang's newest formats; addr2line does for the others. */
const symbolizer = (): readonly [string, readonly string[]] => {
  const [llvm] = programsNamed("llvm-symbolizer");
  if (llvm !== undefined) return [llvm, ["--output-style=GNU", "--no-demangle"]];
  const [gnu] = programsNamed("addr2line");
  if (gnu !== undefined) return [gnu, []];
  throw noTool("sancov", "llvm-symbolizer or addr2line", "Install LLVM's tools or binutils (Debian: llvm, binutils).");
};

interface Frame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

const UNKNOWN: Frame = { function: "??", file: "??", line: 0 };

const frameOf = (name: string, place: string): Frame => {
  const [, file = "??", line = "0"] = /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(place) ?? [];
  return { function: name, file, line: file === "??" || line === "?" ? 0 : Number(line) };
};

export interface SancovModule {
  readonly kind: "flags" | "counters" | "no-table";
  /** The digest of the table of blocks. */
  readonly digest: string;
  /** The file of the program or library. */
  readonly path: string;
  /** One byte a block, 1 if it was executed. */
  readonly flags: Uint8Array;
  /** Addresses of the blocks, as in the file; left out if pare has said that it knows them. */
  readonly table: BigUint64Array | undefined;
}

/** Throws a SyntaxError if the bytes are something else, or end too early. */
export const parseSancov = (bytes: Buffer): readonly SancovModule[] => {
  const modules: SancovModule[] = [];
  let at = 0;
  const take = (size: number): Buffer => {
    if (at + size > bytes.length) throw new SyntaxError("it ends too early");
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end).toString("latin1");
    const [, kind, count, tableDigest, hasTable, length] =
      /^pare-sancov 1 (flags|counters|no-table) (\d+) ([0-9a-f]+) ([01]) (\d+)$/.exec(line) ?? [];
    if (tableDigest === undefined) throw new SyntaxError("it was not written by pare's runtime");
    at = end + 1;
    const path = take(Number(length)).toString();
    const flags = take(Number(count));
    const table = hasTable === "1" ? addressesIn(take(Number(count) * 16)) : undefined;
    modules.push({ kind: kind as SancovModule["kind"], digest: tableDigest, path, flags, table });
  }
  return modules;
};

const addressesIn = (bytes: Buffer): BigUint64Array => {
  const addresses = new BigUint64Array(bytes.length / 16);
  const isLittle = endianness() === "LE";
  for (let block = 0; block < addresses.length; block++)
    addresses[block] = isLittle ? bytes.readBigUInt64LE(block * 16) : bytes.readBigUInt64BE(block * 16);
  return addresses;
};
