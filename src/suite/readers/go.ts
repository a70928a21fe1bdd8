/** Go's coverage of whole programs (go build -cover). */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CoverageReader, OpenReader, ReaderOptions } from "../coverage.ts";
import { dataFiles } from "./data-files.ts";
import { gather, type Gathering } from "./gathering.ts";
import { noTool, programFile, runTool, saidBy } from "./programs.ts";
import { DATA_VARIABLE, badCoverage, noCoverage } from "./troubles.ts";

const howTo =
  "Build with go build -cover (Go 1.20 or newer). A program that ends by a signal or a panic writes nothing.";

export const goReader: CoverageReader = {
  name: "go",
  about: "go build -cover, by go tool covdata",
  howTo,
  open: async (order) => openGo(order),
};

const openGo = ({ universe, origin, argument }: ReaderOptions): OpenReader => {
  const go = programFile("go", origin);
  if (go === undefined) throw noTool("go", "go", "Install Go and see that it is on the PATH.");
  let tool: string | undefined;
  const covdata = async (what: readonly string[], data: string): Promise<string> => {
    tool ??= await toolOf(go, origin);
    const [program, before] = tool === undefined ? [go, ["tool", "covdata"]] : [tool, []];
    const { code, stdout, stderr } = await runTool(program, [...before, ...what, `-i=${data}`], { cwd: data });
    if (code === 0) return stdout.toString();
    throw badCoverage(`go tool covdata cannot read what the run has written: ${saidBy(stderr)}`, howTo);
  };
  return {
    identity: { reader: "go", argument },
    environment: (data) => ({ [DATA_VARIABLE]: data, GOCOVERDIR: data }),
    read: async (run) => {
      const counters = (await dataFiles(run.data, "")).filter((path) => basename(path).startsWith("covcounters."));
      if (counters.length === 0) throw noCoverage("The run has written no covcounters file.", run, howTo);
      const entities = gather(universe);
      const listed = join(run.data, "blocks.txt");
      const [, functions] = await Promise.all([
        covdata(["textfmt", `-o=${listed}`], run.data),
        covdata(["func"], run.data),
      ]);
      readBlocks(await readFile(listed, "utf8"), entities);
      for (const [, file, name, percent] of functions.matchAll(/^(.+):\d+:\s+(\S+)\s+([\d.]+)%$/gm))
        if (Number(percent) > 0) entities.function(file as string, name as string);
      if (entities.isEmpty()) throw noCoverage("By its counters, nothing of the program was executed.", run, howTo);
      return entities.cover();
    },
    close: async () => {},
  };
};

/** What `go tool covdata` runs: started directly it takes 2 ms, and a hundred times that by way of go. Nothing if go has not built it yet. */
const toolOf = async (go: string, origin: string): Promise<string | undefined> => {
  const { code, stdout } = await runTool(go, ["tool", "-n", "covdata"], { cwd: origin });
  return code === 0 ? programFile(stdout.toString().trim(), origin) : undefined;
};

/** `file:line.column,line.column statements count`: the lines of an executed block are executed, and the block is a branch. */
const readBlocks = (text: string, entities: Gathering): void => {
  for (const [, file, line, column, last, hits] of text.matchAll(/^(.+):(\d+)\.(\d+),(\d+)\.\d+ \d+ (\d+)$/gm)) {
    if (Number(hits) === 0) continue;
    entities.branch(file as string, Number(line), column as string);
    for (let at = Number(line); at <= Number(last); at++) entities.statement(file as string, at);
  }
};
