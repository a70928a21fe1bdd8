/** From V8's report on one script to entities. What depends on the text alone is worked out once for each text. */
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { decode } from "@jridgewell/sourcemap-codec";
import type { Universe } from "../../coverage.ts";
import type { Gathering } from "../gathering.ts";
import { fileNames } from "../names.ts";
import { badCoverage, codeOf, staleCoverage } from "../troubles.ts";
import { executedPlaces, type Ranges, placesByMap, placesIn, type EntityPlaces } from "./places.ts";

/** A source map, version 3. */
interface SourceMap {
  readonly sources: readonly (string | null)[];
  readonly sourceRoot?: string;
  readonly mappings: string;
}

/** What Node keeps of a script that was made from something else. */
export interface MapEntry {
  readonly lineLengths: readonly number[];
  readonly data: SourceMap | null;
}

interface Script {
  readonly stamp: string;
  readonly places: EntityPlaces;
  readonly starts: readonly number[];
  readonly length: number;
  readonly functions: Map<string, number>;
}

export interface V8Entities {
  /** Adds the executed lines and branches of a script. */
  ranges(path: string, ranges: Ranges, entities: Gathering, map?: MapEntry): void;
  /** Adds an executed function: V8's name, and where it begins. The whole script is none. */
  function(path: string, name: string, start: number, end: number, entities: Gathering): void;
}

export const v8Entities = (universe: Universe, origin: string): V8Entities => {
  const { nameOf } = fileNames(origin, origin);
  const scripts = new Map<string, Script>();
  const script = (path: string, map?: MapEntry): Script => {
    const known = scripts.get(path);
    const stamp = stampOf(path);
    if (known?.stamp === stamp) return known;
    const fresh = map?.data ? mapped(path, map.lineLengths, map.data, stamp) : plain(path, stamp);
    scripts.set(path, fresh);
    return fresh;
  };
  const plain = (path: string, stamp: string): Script => {
    const text = textOf(path);
    return {
      stamp,
      places: placesIn(text, nameOf(path), universe),
      starts: startsOf(text.split("\n").map(({ length }) => length)),
      length: text.length,
      functions: new Map(),
    };
  };
  const mapped = (path: string, lineLengths: readonly number[], map: SourceMap, stamp: string): Script => {
    const names = map.sources.map((source) => nameOf(sourcePath(source ?? path, map.sourceRoot ?? "", path)));
    const starts = startsOf(lineLengths);
    if (!/^[\w+/,;]*$/.test(map.mappings)) throw new SyntaxError(`the source map of ${path} is damaged`);
    const mappings = decode(map.mappings);
    const sources = starts.flatMap((start, line) =>
      (mappings[line] ?? []).flatMap(([column, source, sourceLine = 0]) =>
        source === undefined
          ? []
          : [{ offset: start + column, file: names[source] ?? nameOf(path), line: sourceLine + 1 }],
      ),
    );
    const places = placesByMap(sources, universe);
    return { stamp, places, starts, length: Number.POSITIVE_INFINITY, functions: new Map() };
  };
  return {
    ranges: (path, ranges, entities, map) => {
      const { places, length } = script(path, map);
      for (let at = 1; at < ranges.length; at += 3) if ((ranges[at] as number) > length) throw changed(path);
      executedPlaces(ranges, places, entities.number);
    },
    function: (path, name, start, end, entities) => {
      const known = script(path);
      const key = `${start}:${end}`;
      if (name === "" && start === 0) return;
      const number =
        known.functions.get(key) ?? universe.number("function", `${nameOf(path)}:${called(name, start, known)}`);
      known.functions.set(key, number);
      entities.number(number);
    },
  };
};

/** With its line, for methods of several classes share their names; one without a name also by its column. */
const called = (name: string, start: number, { starts }: Script): string => {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= start) low = middle;
    else high = middle;
  }
  return name === "" ? `anonymous@${low + 1}:${start - (starts[low] ?? 0) + 1}` : `${name}@${low + 1}`;
};

const startsOf = (lengths: readonly number[]): readonly number[] => {
  let start = 0;
  return lengths.map((length) => {
    const own = start;
    start += length + 1;
    return own;
  });
};

const sourcePath = (source: string, root: string, script: string): string => {
  const whole = root === "" ? source : `${root.replace(/\/$/, "")}/${source}`;
  return whole.startsWith("file:") ? fileURLToPath(whole) : resolve(dirname(script), whole);
};

/** Node takes a byte order mark away before V8 sees the text. */
const textOf = (path: string): string => readFileSync(path, "utf8").replace(/^\uFEFF/, "");

const stampOf = (path: string): string => {
  try {
    const { mtimeNs, size } = statSync(path, { bigint: true });
    return `${mtimeNs}:${size}`;
  } catch (error) {
    throw badCoverage(
      `The script ${path}, which has run, cannot be read (${codeOf(error)}).`,
      "Keep the program where it is while pare runs.",
      error,
    );
  }
};

const changed = (path: string): Error =>
  staleCoverage(
    `${path} is shorter than what has run: it has changed, or something changes it while it is loaded.`,
    "Do not change the program while pare runs. With a loader that compiles, let it make source maps.",
  );
