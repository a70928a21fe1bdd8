/** The lcov trace format, as geninfo(1) describes it; that of lcov 2 too, where functions have an index. */
import type { Gathering } from "./gathering.ts";

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
