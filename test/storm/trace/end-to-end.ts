/** The test files that start the real program, found by what they import, and those that stand for all of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Together they start every command in every way that writes somewhere else; the whole storm traces all files. */
export const SAMPLE: Readonly<Record<string, string>> = {
  "test/cli/check.test.ts": "check",
  "test/cli/directories.test.ts": "directories, killed in between",
  "test/cli/init.test.ts": "files that init writes",
  "test/cli/isolate.test.ts": "directories, flags, the environment, a repository",
  "test/cli/killed.test.ts": "measured tests, killed",
  "test/cli/output.test.ts": "outputs that are refused, pipes, events",
  "test/cli/suite-select.test.ts": "suites",
  "test/cluster/reduce-cli.test.ts": "a cluster and its workers",
  "test/report/cli.test.ts": "the page, reports",
};

/** A trace makes everything slower: what fails here for lack of speed is told by `npm test`. */
export const MAY_BE_SLOW: Readonly<Record<string, string>> = {
  "test/tui/live.long.test.ts": "keys are pressed while a run of a few tests is under way",
  "test/e2e/crash-safety.long.test.ts": "counts how often it came to kill within a time",
};

/** The functions of the supports that start pare, the program itself, and the examples. */
const STARTS =
  /\b(?:place|haystack|placeOfNobody|startPare|openCrew|pareIsolate|told|describeExamples)\b[^;]*\} from "(?:[^"]*\/)(?:e2e-)?support\.ts"|\bdist\/cli\/main\.js|crash-safety\/child/;

/** In the order of their names; `root`: of the repository. */
export const endToEndFiles = (root: string): readonly string[] =>
  readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.startsWith("storm/"))
    .map((name) => `test/${name}`)
    .filter((name) => STARTS.test(readFileSync(join(root, name), "utf8")))
    .toSorted();
