/** clang's block flags with our own runtime: a byte a block, written at every kind of end, read in less than a millisecond. */
import { readFile } from "node:fs/promises";
import type { Cover, CoverageReader, CoveredRun, OpenReader, ReaderOptions } from "../../coverage.ts";
import { dataFiles } from "../data-files.ts";
import { gather, type Gathering } from "../gathering.ts";
import { parseSancov, type SancovModule, sancovTables, type SancovTables } from "./tables.ts";
import { SANCOV_RUNTIME_NAME } from "./runtime.ts";
import { DATA_VARIABLE, badCoverage, codeOf, noCoverage } from "../troubles.ts";

const howTo = `Get the runtime by: pare suite runtime sancov > ${SANCOV_RUNTIME_NAME}. Compile the program with clang -O1 -g -fsanitize-coverage=inline-bool-flag,pc-table, the runtime with plain clang -c, and link both without that option (with it, a sanitizer is linked that turns crashes into exits).`;

export const sancovReader: CoverageReader = {
  name: "sancov",
  about:
    "clang -fsanitize-coverage=inline-bool-flag,pc-table with pare's runtime: the quickest, and it survives crashes",
  howTo,
  open: async (order) => openSancov(order),
};

const openSancov = (options: ReaderOptions): OpenReader => {
  const tables = sancovTables(options.storage, options.origin);
  return {
    identity: { reader: "sancov", argument: options.argument },
    environment: (data) => ({ [DATA_VARIABLE]: data, [`${DATA_VARIABLE}_KNOWN`]: tables.known() }),
    read: async (run) => read(run, options, tables),
    close: async () => {},
  };
};

const read = async (run: CoveredRun, { universe }: ReaderOptions, tables: SancovTables): Promise<Cover> => {
  const files = await dataFiles(run.data, ".sancov");
  if (files.length === 0) throw noCoverage("The run has written no .sancov file.", run, howTo);
  const entities = gather(universe);
  for (const file of files)
    for (const module of await modulesIn(file)) {
      refuse(module);
      await addModule(module, universe, tables, entities);
    }
  if (entities.isEmpty()) throw noCoverage("By its flags, nothing of the program was executed.", run, howTo);
  return entities.cover();
};

const modulesIn = async (file: string): Promise<readonly SancovModule[]> => {
  try {
    return parseSancov(await readFile(file));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : codeOf(error);
    throw badCoverage(`${file} cannot be read: ${why}.`, howTo, error);
  }
};

const refuse = ({ kind, path }: SancovModule): void => {
  if (kind === "counters")
    throw badCoverage(
      `${path} counts in 8 bits (inline-8bit-counters): a block that ran 256 times would read as not executed.`,
      "Compile it with -fsanitize-coverage=inline-bool-flag,pc-table instead.",
    );
  if (kind === "no-table")
    throw badCoverage(
      `${path} has no table of its blocks, so their lines are not known.`,
      "Compile it with -fsanitize-coverage=inline-bool-flag,pc-table: pc-table is missing.",
    );
};

/** A block is a branch (clang splits edges), its line a statement, its function is entered. */
const addModule = async (
  module: SancovModule,
  universe: ReaderOptions["universe"],
  tables: SancovTables,
  entities: Gathering,
): Promise<void> => {
  const numbers = await tables.numbersOf(module, universe);
  for (let block = 0; block < module.flags.length; block++) {
    if (module.flags[block] === 0) continue;
    for (let at = block * 3; at < block * 3 + 3; at++) {
      const number = numbers[at] as number;
      if (number >= 0) entities.number(number);
    }
  }
};
