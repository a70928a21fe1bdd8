/** The edges that afl-showmap lists for a program built with afl's compilers. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CoverageReader, OpenReader, ReaderOptions } from "../coverage.ts";
import { gather } from "./gathering.ts";
import { noTool, programsNamed } from "./programs.ts";
import { DATA_VARIABLE, badCoverage, codeOf, noCoverage } from "./troubles.ts";

const howTo = `Build with afl-cc, and run the program under afl-showmap: afl-showmap -q -e -o "$${DATA_VARIABLE}/map" -- ./program {}. pare suite puts that in front of the command by itself. Such a run ends with 0, or 2 after a crash, whatever the program's own code is.`;

export const aflReader: CoverageReader = {
  name: "afl",
  about: "edges by afl-showmap, of a program built with afl-cc",
  howTo,
  open: async (order) => openAfl(order),
};

const mapIn = (data: string): string => join(data, "map");

const openAfl = ({ universe, argument }: ReaderOptions): OpenReader => {
  const [showmap] = programsNamed("afl-showmap");
  if (showmap === undefined)
    throw noTool("afl", "afl-showmap", "Install AFL++ (Debian: afl++) and see that it is on the PATH.");
  return {
    identity: { reader: "afl", argument },
    environment: (data) => ({ [DATA_VARIABLE]: data, AFL_QUIET: "1" }),
    wrap: (command, data) =>
      command.some((word) => word.includes("afl-showmap"))
        ? command
        : [showmap, "-q", "-e", "-o", mapIn(data), "--", ...command],
    read: async (run) => {
      let text = "";
      try {
        text = await readFile(mapIn(run.data), "latin1");
      } catch (error) {
        if (codeOf(error) !== "ENOENT")
          throw badCoverage(`${mapIn(run.data)} cannot be read (${codeOf(error)}).`, howTo, error);
        throw noCoverage("afl-showmap has written no map.", run, howTo);
      }
      const entities = gather(universe);
      for (const [, edge] of text.matchAll(/^(\d+):\d+$/gm)) entities.add("branch", `edge:${Number(edge)}`);
      if (entities.isEmpty())
        throw noCoverage("The map of afl-showmap has no edge: is the program built with afl-cc?", run, howTo);
      return entities.cover();
    },
    close: async () => {},
  };
};
