/** How the user's command starts a runner: the same way it is asked for its tests. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { partWith } from "../flags/placeholder.ts";
import type { TestRunner, TestRunnerOptions } from "./runner.ts";

export interface Invocation {
  /** Up to the program: ["npx", "vitest"]. */
  readonly before: readonly string[];
  /** Options of the user's, without {tests}. */
  readonly after: readonly string[];
}

const extensionless = (word: string): string => basename(word).replace(/\.(?:[cm]?js|exe)$/, "");

/** The place of the runner among the words of a command, or -1. */
const placeOf = (words: readonly string[], { programs }: TestRunner): number =>
  words.findIndex((word) => programs.test(extensionless(word)));

export const isStartedBy = (runner: TestRunner, command: readonly string[]): boolean =>
  placeOf(partWith(command, "tests"), runner) !== -1;

/** A command that hides the runner (npm test -- {tests}) says nothing: it is then started from node_modules or by its name. */
export const invocation = ({ command = [], origin }: TestRunnerOptions, runner: TestRunner): Invocation => {
  const words = partWith(command, "tests");
  const place = placeOf(words, runner);
  if (place === -1) return { before: [installed(origin, runner.name)], after: [] };
  const after = words.slice(place + 1).filter((word) => !word.includes("{tests}"));
  return { before: words.slice(0, place + 1), after };
};

const installed = (origin: string, name: string): string => {
  for (let folder = origin; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", ".bin", name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return name;
  }
};
