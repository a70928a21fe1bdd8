/** Stand-ins for the four texts of the split-factor paper, with oracles that need no compiler: see README.md. */
import { readFileSync } from "node:fs";
import { elements, whole, type Configuration } from "../../src/core/configuration.ts";

export interface Program {
  readonly input: Configuration<string>;
  readonly fails: (text: string) => boolean;
}

export const textOf = (candidate: Configuration<string>): string => elements(candidate).join("");

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const program = (name: string, fails: (text: string, lines: readonly string[]) => boolean): Program => {
  const lines = linesOf(read(name));
  return { input: whole(lines), fails: (text) => fails(text, lines) };
};

/** A JSON array with a number that is not written as an integer. */
const hasFraction = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text)) && /[.eE]/.test(text);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** Strict mode, then a function named `undefined`, comments aside. */
const definesUndefined = (text: string): boolean =>
  /^\s*'use strict'\s*;?\s*function\s+undefined\s*\(\s*\)\s*\{\s*\}/.test(text.replace(/\/\/.*/g, ""));

const HELLO_NEEDS = [1, 2, 3, 5, 6, 8, 10];
const saysHello = (text: string, lines: readonly string[]): boolean => {
  const kept = linesOf(text);
  return HELLO_NEEDS.every((line) => kept.includes(lines[line - 1] as string));
};

const failingBugs = (lines: readonly string[]): ReadonlySet<string> => {
  const { failing } = JSON.parse(read("bug.lines.json")) as { failing: readonly string[] };
  return new Set(
    failing.map((runs) =>
      runs
        .split(" ")
        .map((run) => linesIn(lines, run))
        .join(""),
    ),
  );
};

/** "3-5" = lines 3 to 5, "7" = line 7. */
const linesIn = (lines: readonly string[], run: string): string => {
  const [from = 0, to = from] = run.split("-").map(Number);
  return lines.slice(from - 1, to).join("");
};

const bug = (): Program => {
  const lines = linesOf(read("bug.c"));
  const failing = failingBugs(lines);
  return { input: whole(lines), fails: (text) => failing.has(text) };
};

export const programs: Readonly<Record<string, Program>> = {
  "irrational.json": program("irrational.json", hasFraction),
  "issue1387.js": program("issue1387.js", definesUndefined),
  "helloworld.c": program("helloworld.c", saysHello),
  "bug.c": bug(),
};
