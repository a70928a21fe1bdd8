/** The registry of coverage readers: one line each. */
import { UserError } from "../../core/errors.ts";
import type { CoverageReader } from "../coverage.ts";
import { aflReader } from "./afl.ts";
import { coberturaReader } from "./reports/cobertura.ts";
import { coveragePyReader } from "./coverage-py.ts";
import { fileReader } from "./reports/file.ts";
import { gcovReader } from "./gcov.ts";
import { goReader } from "./go.ts";
import { istanbulReader } from "./reports/istanbul.ts";
import { jacocoReader } from "./reports/jacoco.ts";
import { lcovReader } from "./reports/lcov.ts";
import { llvmReader } from "./llvm.ts";
import { sancovReader } from "./sancov/sancov.ts";
import { v8Reader } from "./v8/v8.ts";

const COVERAGE_READERS: readonly CoverageReader[] = [
  sancovReader,
  gcovReader,
  llvmReader,
  v8Reader,
  istanbulReader,
  lcovReader,
  coveragePyReader,
  fileReader,
  coberturaReader,
  jacocoReader,
  goReader,
  aflReader,
];

export interface ChosenReader {
  readonly reader: CoverageReader;
  readonly argument: string;
}

/** What `--cover` says: NAME or NAME:ARGUMENT. */
export const chooseReader = (word: string): ChosenReader => {
  const colon = word.indexOf(":");
  const name = colon < 0 ? word : word.slice(0, colon);
  const reader = COVERAGE_READERS.find((known) => known.name === name.toLowerCase());
  if (reader) return { reader, argument: colon < 0 ? "" : word.slice(colon + 1) };
  throw new UserError("BAD_READER", `There is no coverage reader "${name}".`, {
    advice: `There are: ${COVERAGE_READERS.map((known) => known.name).join(", ")}. A list of names, one a line, can be read from any tool: --cover file:PATH.`,
  });
};
