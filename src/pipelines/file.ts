/** Which stages for which file. */
import { UserError } from "../core/errors.ts";
import { through } from "../core/format.ts";
import type { Search, Strategy } from "../core/search.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { labelled, toFixpoint } from "../core/words.ts";
import { bytes } from "../formats/bytes.ts";
import { characters } from "../formats/characters.ts";
import { isBinary } from "../formats/encoding.ts";
import { lines } from "../formats/lines.ts";
import type { FileFormat } from "../formats/pieces.ts";
import { listStrategy, type ListChoice } from "./list-strategy.ts";
import { silent } from "./silent.ts";

export const FILE_FORMATS = ["auto", "bytes", "characters", "lines"] as const;
export type FileFormatName = (typeof FILE_FORMATS)[number];

export interface FileChoice extends ListChoice {
  readonly format?: FileFormatName;
}

/** The search that makes a file small, and what it goes by. */
export interface FilePlan {
  readonly search: Search<TestCase, TestCase>;
  /** The formats it goes through: "lines", "lines, characters", … */
  readonly format: string;
  /** A name of the registry. */
  readonly strategy: string;
}

/** "auto" is the adaptive strategy through what suits the content; a strategy asked for by name runs over lines then. */
export const planFile = (
  source: TestCase,
  { strategy = "auto", format = "auto", ...options }: FileChoice,
): FilePlan => {
  const name = strategy === "auto" ? "adaptive" : strategy;
  const minimizer = listStrategy({ ...options, strategy: name });
  const formats = formatsFor(source, strategy !== "auto" && format === "auto" ? "lines" : format);
  const stages = formats.map((over) => ({ unit: over.unit, run: through(over, minimizer) }));
  return {
    search: inTurn(stages)(source),
    format: formats.map(({ unit }) => unit).join(", "),
    strategy: name,
  };
};

interface Stage {
  readonly unit: string;
  readonly run: Strategy<TestCase>;
}

/** From coarse to fine until nothing changes; what is claimed is what the finest proves. One stage alone ends at its own fixpoint. */
const inTurn = (stages: readonly Stage[]): Strategy<TestCase> => {
  const finest = stages[stages.length - 1] as Stage;
  const last: Strategy<TestCase> = (current) => labelled(finest.unit, finest.run(current));
  if (stages.length === 1) return last;
  return toFixpoint(...stages.slice(0, -1).map(({ unit, run }) => silent(unit, run)), last);
};

const formatsFor = (source: TestCase, format: FileFormatName): readonly FileFormat[] => {
  switch (format) {
    case "auto":
      return isBinary(onlyFile(source).bytes()) ? [bytes] : [lines, characters];
    case "bytes":
      return [bytes];
    case "characters":
      return [characters];
    case "lines":
      return [lines];
    default:
      throw new UserError("UNKNOWN_FORMAT", `There is no format "${String(format)}".`, {
        advice: `The formats are ${FILE_FORMATS.join(", ")}.`,
      });
  }
};
