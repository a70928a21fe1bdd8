/** Cobertura's XML, which gcovr, coverage.py, PHPUnit, .NET's tools and many others write. */
import type { CoverageReader } from "../../coverage.ts";
import type { Gathering } from "../gathering.ts";
import { reportReader } from "./report-reader.ts";
import { DATA_VARIABLE } from "../troubles.ts";
import { forEachElement } from "./xml.ts";

/** The format has only how many of a line's branches were taken, not which: the first of them stand for them. */
const read = (text: string, entities: Gathering, nameOf: (path: string) => string): number => {
  let [file, method, records, isReport] = ["", "", 0, false];
  forEachElement(text, ({ name, kind, attributes }) => {
    if (name === "coverage") isReport = true;
    if (kind === "close") method = name === "method" ? "" : method;
    else if (name === "class") file = nameOf(attributes["filename"] ?? "");
    else if (name === "method") method = `${attributes["name"]}${attributes["signature"] ?? ""}`;
    else if (name === "line") {
      records++;
      if (Number(attributes["hits"]) <= 0) return;
      const line = Number(attributes["number"]);
      entities.statement(file, line);
      if (method !== "") entities.function(file, method);
      const taken = Number(/\((\d+)\//.exec(attributes["condition-coverage"] ?? "")?.[1] ?? 0);
      for (let arm = 0; arm < taken; arm++) entities.branch(file, line, arm);
    }
  });
  if (!isReport) throw new SyntaxError("it has no <coverage> element");
  return records;
};

export const coberturaReader: CoverageReader = reportReader({
  name: "cobertura",
  about: "a report in Cobertura's XML that the run writes to PATH",
  howTo: `Let the command write the report itself, below $${DATA_VARIABLE} or in its directory, and name it: --cover cobertura:coverage.xml.`,
  usual: "coverage.xml",
  read,
});
