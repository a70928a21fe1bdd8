/** What a run is made with and on: for whoever wants to repeat it elsewhere. */
import { execFile } from "node:child_process";
import { cpus, release, type as systemType } from "node:os";
import { basename } from "node:path";
import type { ReduceOptions } from "./options.ts";
import { PARE_VERSION } from "../runs/version.ts";

export type NamedVersions = readonly (readonly [name: string, value: string])[];

/** Programs that are known to say their version and do nothing else when they are asked; and how they are asked. */
const ASKED: Readonly<Record<string, string>> = {
  gcc: "--version",
  "g++": "--version",
  cc: "--version",
  "c++": "--version",
  clang: "--version",
  "clang++": "--version",
  python3: "--version",
  python: "--version",
  rustc: "--version",
  javac: "-version",
  go: "version",
};

const VERSION_TIMEOUT_MS = 5000;

/** Asks for the version of the tested program in the background; returns what is known so far. */
export const environmentOf = ({ command = [], cwd = process.cwd() }: ReduceOptions): (() => NamedVersions) => {
  const cores = cpus();
  const fixed: NamedVersions = [
    ["pare", PARE_VERSION],
    ["Node.js", process.version],
    ["system", `${systemType()} ${release()}, ${process.arch}`],
    ["processor", `${cores[0]?.model.trim() ?? "unknown"}, ${cores.length} cores`],
  ];
  let version: NamedVersions = [];
  const [program = ""] = command;
  const name = basename(program).replace(/-\d+(?:\.\d+)*$/, "");
  const word = Object.hasOwn(ASKED, name) ? ASKED[name] : undefined;
  if (word !== undefined)
    execFile(program, [word], { cwd, timeout: VERSION_TIMEOUT_MS }, (error, stdout, stderr) => {
      const [line = ""] = (stdout || stderr).split("\n");
      if (error === null && line !== "") version = [[program, line.trim()]];
    }).unref();
  return () => [...fixed, ...version];
};
