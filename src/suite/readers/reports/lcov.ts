/** A report in the lcov format, whatever has written it. */
import type { CoverageReader } from "../../coverage.ts";
import { reportReader } from "./report-reader.ts";
import { DATA_VARIABLE } from "../troubles.ts";
import type { Gathering } from "../gathering.ts";

/** Adds what was executed. Returns how many records there were, executed or not: none means that the text is something else. */
export const readLcov = (text: string, entities: Gathering, nameOf: (path: string) => string): number => {
  let file = "";
  let records = 0;
  for (const line of lines(text)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const value = line.slice(colon + 1);
    const key = line.slice(0, colon);
    if (key === "SF") file = nameOf(value);
    else if (RECORDS[key] !== undefined) {
      records++;
      RECORDS[key](value, file, entities);
    }
  }
  return records;
};

type Reader = (value: string, file: string, entities: Gathering) => void;

const RECORDS: Readonly<Record<string, Reader>> = {
  DA: (value, file, entities) => {
    const [line, hits] = value.split(",");
    if (isHit(hits)) entities.statement(file, Number(line));
  },
  BRDA: (value, file, entities) => {
    // The third part may be an expression with commas of its own; the count is always the last.
    const last = value.lastIndexOf(",");
    const first = value.indexOf(",");
    if (isHit(value.slice(last + 1)))
      entities.branch(file, Number(value.slice(0, first)), value.slice(first + 1, last).replaceAll(",", "."));
  },
  FNDA: (value, file, entities) => {
    const comma = value.indexOf(",");
    if (isHit(value.slice(0, comma))) entities.function(file, value.slice(comma + 1));
  },
  FNA: (value, file, entities) => {
    const [, hits, ...name] = value.split(",");
    if (isHit(hits)) entities.function(file, name.join(","));
  },
};

const isHit = (count: string | undefined): boolean => Number.parseFloat(count ?? "") > 0;

function* lines(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    yield text.slice(start, text[stop - 1] === "\r" ? stop - 1 : stop);
    start = stop + 1;
  }
}

export const lcovReader: CoverageReader = reportReader({
  name: "lcov",
  about: "a report in the lcov format that the run writes to PATH",
  howTo: `Let the command write the report itself, for instance: c8 --reporter=lcovonly --reports-dir "$${DATA_VARIABLE}" node run.js {} with --cover lcov:lcov.info.`,
  usual: "coverage/lcov.info",
  read: readLcov,
});
