/** Makes planted programs, and failing files of which the true bug is known. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, randomFrom } from "../random.ts";
import { CHANNEL, type PlantedBug, type PlantedProgram } from "./program.ts";

/** What hangs is ended. */
const HANG_MS = 3000;

export interface MadeProgram {
  readonly program: PlantedProgram;
  /** With {} for the input. */
  readonly command: readonly string[];
}

export const makeProgram = (program: PlantedProgram, folder: string): MadeProgram => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  program.fetch(folder);
  program.bugs.forEach((bug, at) => plant(join(folder, program.sources ?? "."), bug, program.call(at + 1)));
  return { program, command: program.build(folder) };
};

const plant = (root: string, { file, find, put }: PlantedBug, call: string): void => {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const at = text.indexOf(find);
  if (at < 0) throw new Error(`${file} has no ${JSON.stringify(find)}`);
  const after = at + find.length;
  writeFileSync(path, text.slice(0, after) + put.replace("BUG", () => call) + text.slice(after));
};

/** The true bug of each file, by the file's name. */
export type Truth = ReadonlyMap<string, number>;

/** So many failing files, each with the bug that its run tells on the side channel. */
export const makeFiles = (
  { program, command }: MadeProgram,
  folder: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): Truth => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const random = randomFrom(seed);
  const truth = new Map<string, number>();
  for (let tried = 0; truth.size < count; tried++) {
    if (tried > 3 * count + 100) throw new Error(`${program.name}: most generated files do not fail`);
    const name = `id-${String(tried).padStart(6, "0")}${program.extension}`;
    const path = join(folder, name);
    writeFileSync(path, textOf(program, random));
    const bug = bugOf(command, path);
    if (bug === undefined) rmSync(path);
    else truth.set(name, bug);
  }
  return truth;
};

/** One file with the triggers of all bugs: it shows the first that the program comes to, and hides the others. */
export const makeCrowdedFile = ({ bugs, extension }: PlantedProgram, folder: string, seed: number): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const random = randomFrom(seed);
  writeFileSync(
    join(folder, `all${extension}`),
    `${bugs
      .toReversed()
      .map(({ trigger }) => trigger(random))
      .join("\n")}\n`,
  );
};

/** Harmless pieces around a trigger; every seventh file has two, and shows the one that comes first. */
const textOf = ({ bugs, pieces }: PlantedProgram, random: Random): string => {
  const parts = Array.from({ length: 3 + random.below(40) }, () =>
    (pieces[random.below(pieces.length)] as (random: Random) => string)(random),
  );
  for (let triggers = random.below(7) === 0 ? 2 : 1; triggers > 0; triggers--) {
    // Frequent bugs and rare ones.
    const draw = random.below(bugs.length);
    const bug = bugs[random.below(2) === 0 ? draw : Math.min(draw, random.below(bugs.length))] as PlantedBug;
    parts.splice(random.below(parts.length + 1), 0, bug.trigger(random));
  }
  return `${parts.join("\n")}\n`;
};

/** The bug that a run of the program reports; nothing when it ends well, or by an ordinary error. */
const bugOf = (command: readonly string[], path: string): number | undefined => {
  const [program, ...words] = command.map((word) => (word === "{}" ? path : word));
  const log = `${path}.bug`;
  const { status, signal } = spawnSync(program as string, words, {
    env: { ...process.env, [CHANNEL]: log },
    stdio: "ignore",
    timeout: HANG_MS,
    killSignal: "SIGKILL",
  });
  try {
    const [first] = readFileSync(log, "utf8").split("\n");
    rmSync(log);
    if (status === 0 && signal === null) throw new Error(`bug ${first ?? "?"} does not make the program fail: ${path}`);
    return Number(first);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};
