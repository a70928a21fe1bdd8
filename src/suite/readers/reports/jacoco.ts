/** JaCoCo's XML report. */
import type { CoverageReader } from "../../coverage.ts";
import type { Gathering } from "../gathering.ts";
import { reportReader } from "./report-reader.ts";
import { DATA_VARIABLE } from "../troubles.ts";
import { forEachElement } from "./xml.ts";

/** Sources are named by their package; of a line's branches the report has only how many were taken: the first stand for them. */
const read = (text: string, entities: Gathering): number => {
  let [folder, type, source, method, file, records, isReport] = ["", "", "", "", "", 0, false];
  forEachElement(text, ({ name, kind, attributes }) => {
    const value = (key: string): string => attributes[key] ?? "";
    const count = (key: string): number => Number(attributes[key] ?? 0);
    if (name === "report") isReport = true;
    if (kind === "close") {
      if (name === "method") method = "";
      else if (name === "sourcefile") file = "";
    } else if (name === "package") folder = value("name") === "" ? "" : `${value("name")}/`;
    else if (name === "class") {
      type = value("name").slice(folder.length);
      source = value("sourcefilename");
    } else if (name === "method") method = `${type}.${value("name")}${value("desc")}`;
    else if (name === "sourcefile") file = `${folder}${value("name")}`;
    else if (name === "counter" && method !== "" && value("type") === "METHOD") {
      if (count("covered") > 0) entities.function(`${folder}${source || type}`, method);
    } else if (name === "line" && file !== "") {
      records++;
      if (count("ci") > 0) entities.statement(file, count("nr"));
      for (let arm = 0; arm < count("cb"); arm++) entities.branch(file, count("nr"), arm);
    }
  });
  if (!isReport) throw new SyntaxError("it has no <report> element");
  return records;
};

export const jacocoReader: CoverageReader = reportReader({
  name: "jacoco",
  about: "JaCoCo's XML report that the run writes to PATH",
  howTo: `Run java with -javaagent:jacocoagent.jar=destfile="$${DATA_VARIABLE}/jacoco.exec", then in the same command: java -jar jacococli.jar report "$${DATA_VARIABLE}/jacoco.exec" --classfiles classes --xml "$${DATA_VARIABLE}/report.xml"; read it with --cover jacoco:report.xml.`,
  usual: "report.xml",
  read,
});
