/** clang's source-based coverage: llvm-profdata, then llvm-cov's lcov, which is six times quicker than its JSON. */
import { join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { CoverageReader, CoveredRun, OpenReader, ReaderOptions } from "../coverage.ts";
import { dataFiles, freshness } from "./data-files.ts";
import { gather, type Gathering } from "./gathering.ts";
import { readLcov } from "./reports/lcov.ts";
import { fileNames } from "./names.ts";
import { noTool, programFile, programsNamed, runTool, saidBy } from "./programs.ts";
import { DATA_VARIABLE, badArgument, badCoverage, noCoverage, staleCoverage } from "./troubles.ts";

const howTo =
  "Build with clang -fprofile-instr-generate -fcoverage-mapping. llvm:PROGRAM,LIBRARY… names the files that were built so, where the command's first word is not it. A program that ends by a signal writes nothing: use sancov.";

interface Tools {
  readonly profdata: string;
  readonly cov: string;
}

export const llvmReader: CoverageReader = {
  name: "llvm",
  about:
    "clang -fprofile-instr-generate -fcoverage-mapping, by llvm-cov; llvm:PROGRAM where it is not the command's first word",
  howTo,
  open: async (order) => openLlvm(order),
};

const openLlvm = (options: ReaderOptions): OpenReader => {
  const tools = toolPairs();
  if (tools.length === 0)
    throw noTool(
      "llvm",
      "llvm-profdata and llvm-cov",
      "Install LLVM's tools of the compiler's version (Debian: llvm) and see that they are on the PATH.",
    );
  const objects = objectsOf(options);
  const sources = freshness();
  const merge = merger(tools);
  return {
    identity: { reader: "llvm", argument: options.argument },
    // A process each, so that children do not write over their parents' data.
    environment: (data) => ({ [DATA_VARIABLE]: data, LLVM_PROFILE_FILE: join(data, "%p-%m.profraw") }),
    read: async (run) => {
      const raw = await dataFiles(run.data, ".profraw");
      if (raw.length === 0) throw noCoverage("The run has written no .profraw file.", run, howTo);
      const merged = join(run.data, "merged.profdata");
      const { cov } = await merge(run, raw, merged);
      const { code, stdout, stderr } = await runTool(
        cov,
        ["export", "-format=lcov", `-instr-profile=${merged}`, ...objects],
        { cwd: run.data },
      );
      if (/no profile data|mismatched data/.test(stderr)) throw mismatched(stderr, objects);
      if (code !== 0) throw badCoverage(`llvm-cov cannot read what the run has written: ${saidBy(stderr)}`, howTo);
      const { nameOf } = fileNames(options.origin, run.cwd);
      const entities = gather(options.universe);
      const seen: string[] = [];
      readLcov(stdout.toString(), withPlainNames(entities), (path) => {
        seen.push(resolve(options.origin, path));
        return nameOf(path);
      });
      await sources.check(seen, objects[0] as string);
      if (entities.isEmpty()) throw mismatched("nothing in it was executed", objects);
      return entities.cover();
    },
    close: async () => {},
  };
};

/** Profiles are read by the tools of the compiler's version only: it tries all, and stays with those that read them. */
const merger = (tools: readonly Tools[]) => {
  let chosen = 0;
  return async ({ data: cwd }: CoveredRun, raw: readonly string[], merged: string): Promise<Tools> => {
    let said = "";
    for (let tried = 0; tried < tools.length; tried++) {
      const pair = tools[(chosen + tried) % tools.length] as Tools;
      const { code, stderr } = await runTool(pair.profdata, ["merge", "-sparse", "-o", merged, ...raw], { cwd });
      if (code === 0) {
        chosen = (chosen + tried) % tools.length;
        return pair;
      }
      said ||= stderr;
    }
    throw unreadable(said);
  };
};

const unreadable = (said: string): UserError =>
  /version/i.test(said)
    ? new UserError("READER_MISMATCH", `The LLVM tools here have another version than the compiler: ${saidBy(said)}`, {
        advice: "Install llvm-profdata-N and llvm-cov-N with N as in clang --version.",
      })
    : badCoverage(`llvm-profdata cannot read what the run has written: ${saidBy(said)}`, howTo);

/** Functions of one file only have its name in front of theirs. */
const withPlainNames = (entities: Gathering): Gathering => ({
  ...entities,
  function: (file, name) => entities.function(file, name.replace(/^[^:;]*\.\w+[:;](?=[^:;])/, "")),
});

const mismatched = (said: string, [object]: readonly string[]): UserError =>
  staleCoverage(
    `The data do not belong to ${object ?? "the program"}: ${saidBy(said)}.`,
    "Check that it was not built again while pare ran and that it is the file that runs, or name the right one: --cover llvm:PROGRAM.",
  );

/** As words for llvm-cov: the first plain, the others behind -object. */
const objectsOf = ({ argument, command, origin }: ReaderOptions): readonly string[] => {
  const given = argument === "" ? [command[0] ?? ""] : argument.split(",");
  return given.flatMap((word, at) => {
    const file = argument === "" ? programFile(word, origin) : resolve(origin, word);
    if (file === undefined)
      throw badArgument(
        `The llvm reader cannot find the program ${word}.`,
        "Name the instrumented file: --cover llvm:PROGRAM.",
      );
    return at === 0 ? [file] : ["-object", file];
  });
};

/** llvm-profdata and llvm-cov of the same version. */
const toolPairs = (): readonly Tools[] => {
  const covs = programsNamed("llvm-cov");
  return programsNamed("llvm-profdata").flatMap((profdata) => {
    const suffix = /llvm-profdata([^/]*)$/.exec(profdata)?.[1] ?? "";
    const cov = covs.find((path) => path.endsWith(`llvm-cov${suffix}`));
    return cov === undefined ? [] : [{ profdata, cov }];
  });
};
