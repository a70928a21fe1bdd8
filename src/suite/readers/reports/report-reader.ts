/** The readers of report files differ only in the format. */
import type { CoverageReader } from "../../coverage.ts";
import { gather, type Gathering } from "../gathering.ts";
import { fileNames } from "../names.ts";
import { reportSource } from "./report-file.ts";
import { DATA_VARIABLE, badCoverage, noCoverage } from "../troubles.ts";

export interface ReportFormat {
  readonly name: string;
  readonly about: string;
  readonly howTo: string;
  readonly usual: string;
  /** Adds what was executed; returns how many records there were. Throws a SyntaxError with a reason if the text is something else. */
  readonly read: (text: string, entities: Gathering, nameOf: (path: string) => string) => number;
}

export const reportReader = (format: ReportFormat): CoverageReader => ({
  name: format.name,
  about: format.about,
  howTo: format.howTo,
  open: async (order) => {
    const source = await reportSource(order, { reader: format.name, howTo: format.howTo, usual: format.usual });
    return {
      identity: { reader: format.name, argument: order.argument },
      environment: (data) => ({ [DATA_VARIABLE]: data }),
      read: async (run) => {
        const { path, text } = await source.read(run);
        const entities = gather(order.universe);
        const { nameOf } = fileNames(order.origin, run.cwd);
        if (recordsIn(format, path, text, entities, nameOf) === 0)
          throw badCoverage(`${path} has no record of the ${format.name} format.`, format.howTo);
        if (entities.isEmpty()) throw noCoverage(`By ${path}, nothing of the program was executed.`, run, format.howTo);
        return entities.cover();
      },
      close: async () => {},
    };
  },
});

const recordsIn = (
  format: ReportFormat,
  path: string,
  text: string,
  entities: Gathering,
  nameOf: (path: string) => string,
): number => {
  try {
    return format.read(text, entities, nameOf);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badCoverage(`${path} is not a ${format.name} report: ${error.message}`, format.howTo, error);
  }
};
