/** Command lines and environments, sensible and not. */
import { join } from "node:path";
import type { Draw } from "./draw.ts";
import type { Place } from "./places.ts";

const VALUES = [
  "",
  "0",
  "-1",
  "1",
  "2",
  "1e9",
  "NaN",
  "1e400",
  "99999999999999999999",
  "x",
  "auto",
  "\u001B[2J",
  "needle",
  "a b",
  "=",
];
const FLAGS = [
  ["--jobs", "-j", "--timeout", "--memory", "--repeat", "--budget", "--max-tests", "--until-size", "--split-factor"],
  [
    "--format",
    "--strategy",
    "--language",
    "--order",
    "--pass",
    "--exit",
    "--signal",
    "--match",
    "--no-match",
    "--hang",
  ],
  ["--unit", "--cover", "--method", "--by", "--level", "--find", "--except", "--only", "--effect", "--pass-timeout"],
].flat();
const PATH_FLAGS = [
  "--with",
  "--output",
  "-o",
  "--test",
  "--events",
  "--report",
  "--oracle-server",
  "--flags",
  "--as",
  "--stdin",
];
const SWITCHES = [
  "--json",
  "--json",
  "--quiet",
  "--plain",
  "--in-place",
  "--fresh",
  "--no-color",
  "--flaky",
  "--explain-passes",
  "--valid",
  "--no-valid",
  "--smallest",
];
const NONSENSE = [
  "--jsn",
  "--no-such-flag",
  "-x",
  "--",
  "---",
  "-",
  "--json=",
  "--jobs=",
  "--help",
  "--version",
  "--match",
];

const COMMANDS: readonly (readonly string[])[] = [
  ["reduce"],
  ["reduce"],
  [],
  ["check"],
  ["isolate"],
  ["suite", "select"],
  ["suite", "order"],
  ["suite", "quick"],
  ["suite", "compare"],
  ["suite", "reduce"],
  ["suite", "runtime"],
  ["suite"],
  ["suite", "nothing"],
  ["report"],
  ["report", "--list"],
  ["report", "--clean"],
  ["worker"],
  ["worker", "--status"],
  ["algorithms"],
  ["completion"],
  ["help"],
  ["help", "reduce"],
  ["reduc"],
  ["--version"],
];

const ORACLES: readonly (readonly string[])[] = [
  ["--test", "./t.sh"],
  ["--test", "./t.sh"],
  ["--test", "./t.sh"],
  ["--test", "./missing.sh"],
  ["--test", "./odd"],
  ["--match", "needle", "--", "cat", "in.txt"],
  ["--", "grep", "needle", "{}"],
  ["--", ""],
  ["--", "./missing"],
  ["--", "./odd"],
  ["--", "sh", "-c", "exit 3"],
  ["--"],
  [],
];

const optionOf = (draw: Draw, { paths }: Place): readonly string[] => {
  const kind = draw.below(10);
  if (kind < 4) return [draw.one(SWITCHES)];
  if (kind < 6) return [draw.one(FLAGS), draw.one(VALUES)];
  if (kind < 9) return [draw.one(PATH_FLAGS), draw.one(paths)];
  return [draw.one(NONSENSE)];
};

/** A test is never endless here: what lasts longer than a limit is a hang. */
export const commandLine = (draw: Draw, place: Place): readonly string[] => {
  const options = Array.from({ length: draw.below(4) }, () => optionOf(draw, place)).flat();
  const inputs = Array.from({ length: draw.one([0, 1, 1, 1, 1, 2]) }, () => draw.one(place.paths));
  return [...draw.one(COMMANDS), ...inputs, ...options, ...draw.one(ORACLES)];
};

const VARIABLES = [
  "PARE_JOBS",
  "PARE_JSON",
  "PARE_TIMEOUT",
  "PARE_FORMAT",
  "PARE_NO_SUCH",
  "PARE_QUIET",
  "PARE_OUTPUT",
  "PARE_RUNNER",
];

export const environmentOf = (draw: Draw, temporary: string): Record<string, string> => {
  const given: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    // Runs are kept there where nothing can be written in the working directory.
    HOME: join(temporary, "..", "home"),
    TMPDIR: temporary,
    PARE_MAX_TESTS: "40",
  };
  if (draw.rarely(4)) given[draw.one(VARIABLES)] = draw.one(VALUES);
  if (draw.rarely(8)) delete given["HOME"];
  if (draw.rarely(20)) delete given["PATH"];
  if (draw.rarely(8)) given["TERM"] = draw.one(["", "dumb", "no-such", "\u001B[2J"]);
  if (draw.rarely(8)) given["LANG"] = draw.one(["", "C", "xx_YY.nope", "tr_TR.UTF-8"]);
  return given;
};
