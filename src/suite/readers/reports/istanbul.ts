/** istanbul's coverage objects: coverage-final.json, or `__coverage__` as it is. */
import type { CoverageReader } from "../../coverage.ts";
import type { Gathering } from "../gathering.ts";
import { reportReader } from "./report-reader.ts";
import { DATA_VARIABLE } from "../troubles.ts";

interface SourceLocation {
  readonly start: { readonly line: number };
}

export interface IstanbulFile {
  readonly path?: string;
  readonly statementMap: Readonly<Record<string, SourceLocation>>;
  readonly fnMap: Readonly<
    Record<string, { readonly name: string; readonly decl?: SourceLocation; readonly loc: SourceLocation }>
  >;
  readonly branchMap: Readonly<
    Record<
      string,
      { readonly loc?: SourceLocation; readonly line?: number; readonly locations: readonly SourceLocation[] }
    >
  >;
  readonly s: Readonly<Record<string, number>>;
  readonly f: Readonly<Record<string, number>>;
  readonly b: Readonly<Record<string, readonly number[]>>;
}

/** Functions of one name are told apart by their lines, for methods of several classes may share it. */
const readIstanbulFile = (file: IstanbulFile, name: string, entities: Gathering): number => {
  for (const [id, hits] of Object.entries(file.s)) {
    const place = file.statementMap[id];
    if (hits > 0 && place) entities.statement(name, place.start.line);
  }
  for (const [id, hits] of Object.entries(file.f)) {
    const known = file.fnMap[id];
    if (hits > 0 && known) entities.function(name, `${known.name}@${(known.decl ?? known.loc).start.line}`);
  }
  for (const [id, arms] of Object.entries(file.b)) {
    const known = file.branchMap[id];
    const line = known?.loc?.start.line ?? known?.line ?? 0;
    for (const [arm, hits] of arms.entries()) if (hits > 0) entities.branch(name, line, `${id}.${arm}`);
  }
  return Object.keys(file.s).length + Object.keys(file.f).length;
};

const read = (text: string, entities: Gathering, nameOf: (path: string) => string): number => {
  const files: unknown = JSON.parse(text);
  if (typeof files !== "object" || files === null || Array.isArray(files)) throw new SyntaxError("it is not an object");
  let records = 0;
  for (const [path, file] of Object.entries(files as Record<string, unknown>)) {
    if (!isFile(file)) throw new SyntaxError(`${path} has no statementMap, fnMap, branchMap, s, f and b`);
    records += readIstanbulFile(file, nameOf(file.path ?? path), entities);
  }
  return records;
};

const isFile = (file: unknown): file is IstanbulFile =>
  typeof file === "object" &&
  file !== null &&
  ["statementMap", "fnMap", "branchMap", "s", "f", "b"].every(
    (key) => typeof (file as Record<string, unknown>)[key] === "object",
  );

export const istanbulReader: CoverageReader = reportReader({
  name: "istanbul",
  about: "a coverage-final.json, or a dump of __coverage__, that the run writes to PATH",
  howTo: `Let the command write it, for instance: nyc --temp-dir "$${DATA_VARIABLE}/raw" --report-dir "$${DATA_VARIABLE}" --reporter=json node run.js {} with --cover istanbul:coverage-final.json; or let the program write JSON.stringify(globalThis.__coverage__) to $${DATA_VARIABLE}.`,
  usual: "coverage/coverage-final.json",
  read,
});
