/** gcc's coverage, by gcov's JSON. Every run has its own copy of the counters: gcc adds to those it finds. */
import type { Collected } from "../../runner/collect.ts";
import { access, symlink } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { Cover, CoverageReader, CoveredRun, OpenReader, ReaderOptions } from "../coverage.ts";
import { dataFiles, freshness, type Freshness } from "./data-files.ts";
import { gather, type Gathering } from "./gathering.ts";
import { fileNames } from "./names.ts";
import { noTool, programsNamed, runTool, saidBy } from "./programs.ts";
import { DATA_VARIABLE, badCoverage, codeOf, noCoverage, staleCoverage } from "./troubles.ts";

const howTo =
  "Build with gcc --coverage -O0 (compiling and linking) and keep the .gcno files where the compiler puts them; gcov:DIR names another place. A program that ends by a signal or _exit writes nothing: use sancov, or call __gcov_dump.";

interface Documents {
  readonly current_working_directory: string;
  readonly data_file: string;
  readonly files: readonly {
    readonly file: string;
    readonly functions: readonly { readonly name: string; readonly execution_count: number }[];
    readonly lines: readonly {
      readonly line_number: number;
      readonly count: number;
      readonly branches: readonly { readonly count: number }[];
    }[];
  }[];
}

export const gcovReader: CoverageReader = {
  name: "gcov",
  about: "gcc --coverage, by gcov's JSON; gcov:DIR has the .gcno files",
  howTo,
  open: async (order) => openGcov(order),
};

const openGcov = (options: ReaderOptions): OpenReader => {
  const tools = programsNamed("gcov");
  if (tools.length === 0)
    throw noTool("gcov", "gcov", "Install gcc, whose package has gcov, and see that it is on the PATH.");
  let chosen = 0;
  const sources = freshness();
  const notes = new Map<string, string | undefined>();
  const run = async (data: string, counters: readonly string[]): Promise<Collected> => {
    // gcov must be of the version that gcc is of: the plain one first, then those with a version in their names.
    for (let tried = 0; ; tried++) {
      const result = await runTool(tools[chosen] as string, ["--json-format", "-b", "--stdout", ...counters], {
        cwd: data,
      });
      const isOther = /version '.*', prefer/.test(result.stderr);
      if (!isOther) return result;
      if (tried + 1 >= tools.length) throw otherCompiler(result.stderr);
      chosen = (chosen + 1) % tools.length;
    }
  };
  return {
    identity: { reader: "gcov", argument: options.argument },
    environment: (data) => ({ [DATA_VARIABLE]: data, GCOV_PREFIX: data, GCOV_PREFIX_STRIP: "0" }),
    read: async (covered) => {
      const counters = await dataFiles(covered.data, ".gcda");
      if (counters.length === 0) throw noCoverage("The run has written no .gcda file.", covered, howTo);
      const found = await Promise.all(counters.map((counter) => besideNotes(counter, covered.data, options, notes)));
      const result = await run(covered.data, counters);
      complain(result, covered.data);
      return coverIn(result, {
        options,
        covered,
        sources,
        notes: new Map(counters.map((c, at) => [c, found[at] as string])),
      });
    },
    close: async () => {},
  };
};

/** gcov looks for the notes beside the counters. Below the prefix they have the path that they have in the build. */
const besideNotes = async (
  counter: string,
  data: string,
  { argument, origin }: ReaderOptions,
  notes: Map<string, string | undefined>,
): Promise<string> => {
  const built = resolve("/", relative(data, counter)).replace(/\.gcda$/, ".gcno");
  if (!notes.has(built))
    notes.set(built, await notesOf(built, argument === "" ? undefined : resolve(origin, argument)));
  const found = notes.get(built);
  if (found === undefined)
    throw badCoverage(
      `There is no ${built}, so the lines of the counters are not known.`,
      argument === ""
        ? "Keep the .gcno files of the build, or name the directory that has them: --cover gcov:BUILD."
        : `It is not below ${argument} either. Keep the .gcno files of the build, and name the directory that has them.`,
    );
  try {
    await symlink(found, counter.replace(/\.gcda$/, ".gcno"));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return found;
};

/** Where the notes are: in the build, or else the longest end of their path that is there below another place. */
const notesOf = async (built: string, place: string | undefined): Promise<string | undefined> => {
  const parts = built.split("/").filter((part) => part !== "");
  const places = place === undefined ? [] : parts.map((_, at) => join(place, ...parts.slice(at)));
  for (const path of [...places, built]) {
    try {
      await access(path);
      return path;
    } catch {
      // Not there: the next.
    }
  }
  return undefined;
};

const otherCompiler = (said: string): UserError => {
  const isClang = /version '40[0-9]\*'/.test(said);
  const who = isClang ? "clang" : "another version of gcc than any gcov here";
  return new UserError("READER_MISMATCH", `The program was built by ${who}, and gcov cannot read it: ${saidBy(said)}`, {
    advice: isClang
      ? "Build with gcc --coverage, or build with clang for the reader llvm (-fprofile-instr-generate -fcoverage-mapping) or sancov."
      : "Install the gcov of the compiler's version (gcov-N with N as in gcc-N), or build again.",
  });
};

const complain = ({ code, stderr }: Collected, data: string): void => {
  const said = stderr.replaceAll(`${data}/`, "");
  if (/stamp mismatch|overwriting .* profile|profile mismatch/.test(stderr))
    throw staleCoverage(
      `The counters (.gcda) and the notes (.gcno) belong to different builds: ${saidBy(said)}`,
      "Parts of the program were compiled again but not linked, or the other way round: build it again from scratch.",
    );
  if (code !== 0 || /not a gcov (?:notes|data) file|cannot open notes file|corrupted|no functions found/.test(stderr))
    throw badCoverage(`gcov cannot read what the run has written: ${saidBy(said)}`, howTo);
};

interface Reading {
  readonly options: ReaderOptions;
  readonly covered: CoveredRun;
  readonly sources: Freshness;
  /** Where the notes of counters are. */
  readonly notes: ReadonlyMap<string, string>;
}

const coverIn = async ({ stdout }: Collected, { options, covered, sources, notes }: Reading): Promise<Cover> => {
  const entities = gather(options.universe);
  const { nameOf } = fileNames(options.origin, covered.cwd);
  for (const line of stdout.toString().split("\n")) {
    if (line.trim() === "") continue;
    const document = JSON.parse(line) as Documents;
    const from = document.current_working_directory ?? "";
    const note = notes.get(resolve(covered.data, document.data_file));
    if (note !== undefined)
      await sources.check(
        document.files.map(({ file }) => resolve(from, file)),
        note,
      );
    for (const file of document.files) readFile(file, nameOf(file.file, from), entities);
  }
  if (entities.isEmpty()) throw noCoverage("By its counters, nothing of the program was executed.", covered, howTo);
  return entities.cover();
};

const readFile = (file: Documents["files"][number], name: string, entities: Gathering): void => {
  for (const { name: own, execution_count: count } of file.functions) if (count > 0) entities.function(name, own);
  for (const { line_number: line, count, branches } of file.lines) {
    if (count > 0) entities.statement(name, line);
    for (const [arm, branch] of branches.entries()) if (branch.count > 0) entities.branch(name, line, arm);
  }
};
