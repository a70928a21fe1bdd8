/** What a reducer is to the benchmark: a program, the cases it takes, and the command that runs it on one. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../scripts/find-program.mjs";
import type { BenchCase } from "./cases.ts";

/** One run of one tool on one case, as its command is told of it. */
export interface Assignment {
  readonly subject: BenchCase;
  readonly jobs: number;
  /** Seconds. */
  readonly cap: number;
  /** As few bytes as possible, whatever the result looks like: what the peers go for. */
  readonly smallest: boolean;
  /** The working directory; it holds the input under its name. */
  readonly work: string;
  /** For whatever else the tool needs. */
  readonly scratch: string;
  /** The counting test, as `called` wants it. */
  readonly test: string;
}

export interface Command {
  readonly argv: readonly string[];
  /** Where the tool leaves its result; without one it is the smallest interesting candidate. */
  readonly result?: string;
}

export interface Tool {
  readonly name: string;
  /** How it calls the test: where the input lies, or with a path. */
  readonly called: "in-place" | "by-path";
  /** Takes a number of jobs. */
  readonly parallel: boolean;
  /** Ends by itself at the cap. */
  readonly capped: boolean;
  /** The program, if it is installed. */
  program(subject: BenchCase): string | undefined;
  /** Whether it reads such files at all. */
  supports(subject: BenchCase): boolean;
  command(program: string, assignment: Assignment): Command;
}

/** Where `--install` puts what is not a package of the system. */
export const peersFolder = (): string =>
  process.env["PARE_PEERS"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "pare-peers");

/** In the folder of the peers, else on PATH. */
export const findPeer = (name: string): string | undefined =>
  ["python/bin", "shrinkray/bin", "cargo/bin", "npm/node_modules/.bin"]
    .map((folder) => join(peersFolder(), folder, name))
    .find((path) => existsSync(path)) ?? findProgram([name]);

/** What most have in common: any file, the name of the tool is the name of the program. */
export const tool = (name: string, fields: Pick<Tool, "command"> & Partial<Tool>): Tool => ({
  name,
  called: "in-place",
  parallel: false,
  capped: false,
  program: () => findPeer(name),
  supports: () => true,
  ...fields,
});

export const inputOf = ({ work, subject }: Assignment): string => join(work, subject.file);
