/** Entities that the run itself lists, one a line: any tool that can print names works. */
import type { CoverageReader, CoveredRun, EntityKind, OpenReader, ReaderOptions } from "../../coverage.ts";
import { ENTITY_KINDS } from "../../covers.ts";
import { gather } from "../gathering.ts";
import { reportSource } from "./report-file.ts";
import { DATA_VARIABLE, noCoverage } from "../troubles.ts";

const howTo =
  "The run writes one covered entity a line: `kind<TAB>name` with kind statement, branch or function, or a name alone, which is a statement. " +
  `For instance: … -- sh -c './prog "$1" && sort -u trace.txt > "$${DATA_VARIABLE}/covered"' - {} with --cover file:covered.`;

export const fileReader: CoverageReader = {
  name: "file",
  about: "a list of names that the run writes to PATH, one a line",
  howTo,
  open: async (options: ReaderOptions): Promise<OpenReader> => {
    const source = await reportSource(options, { reader: "file", howTo, usual: "covered.txt" });
    return {
      identity: { reader: "file", argument: options.argument },
      environment: (data) => ({ [DATA_VARIABLE]: data }),
      read: async (run: CoveredRun) => {
        const { path, text } = await source.read(run);
        const entities = gather(options.universe);
        for (const line of text.split(/\r?\n/)) {
          const [kind, name] = entityOf(line);
          if (name !== "") entities.add(kind, name);
        }
        if (entities.isEmpty()) throw noCoverage(`${path} names no entity.`, run, howTo);
        return entities.cover();
      },
      close: async () => {},
    };
  },
};

const entityOf = (line: string): readonly [EntityKind, string] => {
  const tab = line.indexOf("\t");
  const kind = ENTITY_KINDS.find((known) => tab > 0 && line.slice(0, tab) === known);
  return kind === undefined ? ["statement", line.trim()] : [kind, line.slice(tab + 1).trim()];
};
