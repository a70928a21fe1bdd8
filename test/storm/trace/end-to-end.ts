/** The test files that start the real program, found by what they import, and those of them that the storm leaves out. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Each starts pare in the same ways as others that stay; PARE_STORM=all takes them in. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "test/cli/suite-words.long.test.ts": "the runs of cli/suite with other flags",
  "test/cluster/chaos.long.test.ts": "the runs of reduce-cli and worker-process, killed more often",
  "test/cluster/namespaces.long.test.ts": "the runs of reduce-cli, with cables that are pulled",
  "test/cluster/nothing-lost.long.test.ts": "the runs of reduce-cli, killed more often",
  "test/cluster/same-bytes.long.test.ts": "the runs of reduce-cli on more inputs",
  "test/cluster/security.long.test.ts": "the runs of reduce-cli, with messages that somebody has forged",
  "test/e2e/crash-safety.long.test.ts":
    "the runs of cli/reduce, killed fifty times; cli/directories and e2e-same kill, too",
  "test/isolate/e2e-git.long.test.ts": "the runs of cli/isolate on larger repositories, killed as in e2e-same",
  "test/isolate/e2e-history.long.test.ts": "the runs of cli/isolate on a longer history",
  "test/oracles/two-sides.long.test.ts": "the runs of cli/sides on larger inputs",
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
