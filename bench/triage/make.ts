/** Makes planted programs, and failing files of which the true bug is known. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Random, randomFrom } from "../random.ts";
import { CHANNEL, type PlantedBug, type PlantedProgram } from "./program.ts";

/** What has told its bug and does not end hangs. */
const HANG_MS = 1000;
/** How often the side channel is looked at. */
const LOOK_MS = 50;
/** Files that are tried at once. */
const AT_ONCE = 8;
/** In a folder that was made to its end: what it was made from, and what it came to. */
const MADE = "made.json";

export interface MadeProgram {
  readonly program: PlantedProgram;
  /** With {} for the input. */
  readonly command: readonly string[];
}

/** What was made before from the same is taken as it is. */
const madeBefore = (folder: string, recipe: string): unknown => {
  const path = join(folder, MADE);
  if (!existsSync(path)) return undefined;
  const made = JSON.parse(readFileSync(path, "utf8")) as { readonly recipe: string; readonly result: unknown };
  return made.recipe === recipe ? made.result : undefined;
};

const finish = (folder: string, recipe: string, result: unknown): void =>
  writeFileSync(join(folder, MADE), JSON.stringify({ recipe, result }));

/** The bugs, as they are planted. */
const recipeOf = ({ bugs, build, fetch }: PlantedProgram, ...more: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([bugs, ...more]) + bugs.map(({ trigger }) => String(trigger)).join("") + build + fetch)
    .digest("hex");

export const makeProgram = (program: PlantedProgram, folder: string): MadeProgram => {
  const recipe = recipeOf(program);
  const before = madeBefore(folder, recipe) as readonly string[] | undefined;
  if (before !== undefined) return { program, command: before };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  program.fetch(folder);
  program.bugs.forEach((bug, at) => plant(join(folder, program.sources ?? "."), bug, program.call(at + 1)));
  const command = program.build(folder);
  finish(folder, recipe, command);
  return { program, command };
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

/** So many failing files, each with the bug that its run tells on the side channel; the same ones for the same seed. */
export const makeFiles = async (
  { program, command }: MadeProgram,
  folder: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Truth> => {
  const about = `${folder}-truth`;
  const recipe = recipeOf(program, count, seed, program.pieces.map(String));
  const before = madeBefore(about, recipe) as readonly (readonly [string, number])[] | undefined;
  if (before !== undefined) return new Map(before);
  for (const path of [folder, about]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }
  const random = randomFrom(seed);
  const truth = new Map<string, number>();
  for (let tried = 0; truth.size < count; tried += AT_ONCE) {
    if (tried > 3 * count + 100) throw new Error(`${program.name}: most generated files do not fail`);
    const paths = Array.from({ length: AT_ONCE }, (_, at) => {
      const path = join(folder, `id-${String(tried + at).padStart(6, "0")}${program.extension}`);
      writeFileSync(path, textOf(program, random));
      return path;
    });
    const bugs = await Promise.all(paths.map((path) => bugOf(command, path)));
    for (const [at, path] of paths.entries()) {
      const bug = bugs[at];
      if (bug === undefined || truth.size >= count) rmSync(path);
      else truth.set(basename(path), bug);
    }
  }
  finish(about, recipe, [...truth]);
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
const bugOf = async (command: readonly string[], path: string): Promise<number | undefined> => {
  const [program, ...words] = command.map((word) => (word === "{}" ? path : word));
  const log = `${path}.bug`;
  const isFine = await new Promise<boolean>((resolve, reject) => {
    const child = spawn(program as string, words, {
      env: { ...process.env, [CHANNEL]: log, ASAN_OPTIONS: "symbolize=0" },
      stdio: "ignore",
    });
    const looking = setInterval(() => {
      if (!existsSync(log)) return;
      clearInterval(looking);
      ending = setTimeout(() => child.kill("SIGKILL"), HANG_MS);
    }, LOOK_MS);
    let ending: NodeJS.Timeout | undefined;
    child.on("error", reject);
    child.on("close", (status, signal) => {
      clearInterval(looking);
      clearTimeout(ending);
      resolve(status === 0 && signal === null);
    });
  });
  if (!existsSync(log)) return undefined;
  const [first] = readFileSync(log, "utf8").split("\n");
  rmSync(log);
  if (isFine) throw new Error(`bug ${first ?? "?"} does not make the program fail: ${path}`);
  return Number(first);
};
