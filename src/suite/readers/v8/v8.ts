/** Node's own coverage of whole processes, NODE_V8_COVERAGE. */
import { readFile } from "node:fs/promises";
import type { CoverageReader, CoveredRun, OpenReader, ReaderOptions } from "../../coverage.ts";
import { dataFiles } from "../data-files.ts";
import { gather, type Gathering } from "../gathering.ts";
import { below } from "../names.ts";
import { DATA_VARIABLE, badCoverage, codeOf, noCoverage } from "../troubles.ts";
import { v8Entities, type MapEntry, type V8Entities } from "./entities.ts";
import { rangesOf, type V8Script } from "./places.ts";
import { scriptScope, type ScriptScope } from "./scope.ts";

const howTo =
  "Run the program with node; nothing has to be built. Scripts below the directory that pare was started in count, those in node_modules do not: v8:src,node_modules/some-package names others. A process that is ended by a signal writes nothing.";

interface Document {
  readonly result: readonly V8Script[];
  readonly "source-map-cache"?: Readonly<Record<string, MapEntry>>;
}

export const v8Reader: CoverageReader = {
  name: "v8",
  about: "JavaScript in node processes; v8:FOLDER,… for other scripts than those below the current directory",
  howTo,
  open: async (order) => openV8(order),
};

const openV8 = ({ argument, origin, universe }: ReaderOptions): OpenReader => {
  const scope = scriptScope(origin, argument === "" ? [] : argument.split(","));
  const scripts = v8Entities(universe, origin);
  return {
    identity: { reader: "v8", argument },
    environment: (data) => ({ [DATA_VARIABLE]: data, NODE_V8_COVERAGE: data }),
    read: async (run) => {
      const files = await dataFiles(run.data, ".json");
      if (files.length === 0) throw noCoverage("No node process has written its coverage.", run, howTo);
      const entities = gather(universe);
      for (const file of files) addDocument(await documentIn(file), { run, origin, scope, scripts, entities });
      if (entities.isEmpty())
        throw noCoverage(`Nothing in ${scope.roots.join(", ")} was executed by node.`, run, howTo);
      return entities.cover();
    },
    close: async () => {},
  };
};

const documentIn = async (file: string): Promise<Document> => {
  try {
    const document = JSON.parse(await readFile(file, "utf8")) as Document;
    if (!Array.isArray(document.result)) throw new SyntaxError("it has no result");
    return document;
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : codeOf(error);
    throw badCoverage(`${file} is not a coverage report of V8: ${why}.`, howTo, error);
  }
};

interface ReadContext {
  readonly run: CoveredRun;
  readonly origin: string;
  readonly scope: ScriptScope;
  readonly scripts: V8Entities;
  readonly entities: Gathering;
}

/** The test itself is a script too if node runs it: what is in a run's own directory is not the program. */
const addDocument = (document: Document, { run, origin, scope, scripts, entities }: ReadContext): void => {
  const isOwn = (path: string): boolean =>
    run.cwd !== origin && below(run.cwd, origin) === undefined && below(run.cwd, path) !== undefined;
  for (const { url, functions } of document.result) {
    const path = scope.fileOf(url);
    if (path === undefined || isOwn(path)) continue;
    const map = document["source-map-cache"]?.[url];
    scripts.ranges(path, rangesOf(functions), entities, map);
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges;
      if (whole && whole.count > 0) scripts.function(path, functionName, whole.startOffset, whole.endOffset, entities);
    }
  }
};
