/** Writes the folder of a case and looks whether it shows its failure. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCases } from "../peers/cases.ts";
import { isInteresting } from "../peers/trial.ts";
import type { Recipe } from "./recipe.ts";

const readme = ({ name, about, packages }: Recipe, bytes: number): string => `# ${name} (${bytes} bytes)
${about}
Needs: apt ${packages.join(" ")}. Made by \`npm run bench:made\`.
`;

const write = (recipe: Recipe, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), "made-"));
  const input = join(folder, recipe.file);
  try {
    recipe.make(input, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const script = join(folder, "interesting.sh");
  writeFileSync(script, `#!/bin/sh\nulimit -c 0\n${recipe.script}\n`);
  chmodSync(script, 0o755);
  writeFileSync(join(folder, "case.json"), `${JSON.stringify({ file: recipe.file, c: true })}\n`);
  writeFileSync(join(folder, "README.md"), readme(recipe, readFileSync(input).length));
};

/** A crash that depends on addresses shows itself most of the time: such a case is none. */
const REPEATS = 10;

/** Why the case is no good, if so: it must show its failure every time, and an empty file must not. */
const faultOf = (into: string, name: string): string | undefined => {
  const [subject] = readCases(into, [name]);
  if (subject === undefined) return "it was not written";
  const bytes = readFileSync(join(subject.folder, subject.file));
  const times = Array.from({ length: REPEATS });
  if (!times.every(() => isInteresting(bytes, subject))) return "it does not show its failure";
  return isInteresting(new Uint8Array(), subject) ? "an empty file shows it too" : undefined;
};

/** What is wrong with the case that was made, or why it could not be made; nothing if it is good. */
export const makeCase = (recipe: Recipe, into: string): string | undefined => {
  try {
    write(recipe, join(into, recipe.name));
    return faultOf(into, recipe.name);
  } catch (error) {
    return `not made: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
  }
};
