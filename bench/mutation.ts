/**
 * `npm run bench:mutation`: breaks the heart of pare in one place at a time, and counts how many of the breaks a test of that folder notices.
 * Ends with 1 when it is fewer than 80 % in one of the folders. All breaks take hours; a sample of each folder takes minutes.
 */
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { rateOf } from "../src/oracles/rate.ts";
import { randomFrom, sample } from "./random.ts";
import { markdownTable } from "./table.ts";

const HELP = `Mutation testing of the heart of pare.

  npm run bench:mutation -- [options]
  --sample N        so many breaks in each folder, drawn at random (default: all)
  --seed N          of the draw (1)
  --folders A,B     of core, strategies, driver and dependences (all four)
  --concurrency N   test runs at a time (2)
  --help            this text
`;

const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    folders: { type: "string", default: "core,strategies,driver,dependences" },
    concurrency: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});

type Mutants = Awaited<ReturnType<Stryker["runMutationTest"]>>;

const GOAL = 0.8;
type Fate = "Killed" | "Looped" | "Survived" | "Not covered" | "Undecided" | "Ignored";
const NOTICED: readonly Fate[] = ["Killed", "Looped"];
const MISSED: readonly Fate[] = ["Survived", "Not covered"];
/** What is undecided is left out of the rates. */
const COLUMNS: readonly Fate[] = [...NOTICED, ...MISSED, "Undecided"];

/** A break that loops is found by counting how often it is executed. What only a clock has ended is undecided: a busy machine is merely slow. */
const fateOf = ({ status, statusReason = "" }: Mutants[number]): Fate => {
  if (status === "Timeout") return statusReason.startsWith("Hit limit") ? "Looped" : "Undecided";
  if (status === "Killed") return statusReason.includes("timed out in") ? "Undecided" : "Killed";
  if (status === "NoCoverage") return "Not covered";
  if (status === "Survived") return "Survived";
  return status === "RuntimeError" ? "Undecided" : "Ignored";
};

const folders = values.folders.split(",");
const isIn = (folder: string, file: string): boolean => file.replaceAll("\\", "/").includes(`src/${folder}/`);

/** Stryker has no samples: all breaks but those drawn are marked as ignored before it begins. */
const drawOnly = (count: number, seed: number): void => {
  const instrument = Instrumenter.prototype.instrument;
  Instrumenter.prototype.instrument = async function (...given) {
    const made = await instrument.apply(this, given);
    const open = made.mutants.filter(({ status }) => status === undefined);
    const drawn = new Set(
      folders.flatMap((folder) => {
        const all = open.filter(({ fileName }) => isIn(folder, fileName));
        return [...sample(randomFrom(seed), Math.min(count, all.length), all.length)].map((at) => all[at]);
      }),
    );
    const mutants = made.mutants.map((mutant) =>
      mutant.status !== undefined || drawn.has(mutant)
        ? mutant
        : { ...mutant, status: "Ignored" as const, statusReason: "not drawn" },
    );
    return { ...made, mutants };
  };
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const summarize = (mutants: Mutants): boolean => {
  const rates = folders.map((folder) => {
    const own = mutants.filter(({ fileName }) => isIn(folder, fileName)).map(fateOf);
    const count = (...fates: readonly Fate[]): number => own.filter((fate) => fates.includes(fate)).length;
    const noticed = count(...NOTICED);
    const missed = count(...MISSED);
    return { folder, count, ...rateOf(noticed, noticed + missed, 0.95) };
  });
  const rows = rates.map(({ folder, count, runs, rate, low, high }) => [
    folder,
    String(runs),
    ...COLUMNS.map((fate) => String(count(fate))),
    percent(rate),
    `${percent(low)} to ${percent(high)}`,
  ]);
  const head = ["Folder", "Breaks", ...COLUMNS, "Noticed", "95 % interval"];
  console.log(markdownTable(head, rows));
  return rates.every(({ rate }) => rate >= GOAL);
};

if (values.help) console.log(HELP);
else {
  if (values.sample !== undefined) drawOnly(Number(values.sample), Number(values.seed));
  const mutants: Mutants = [];
  for (const folder of folders) {
    // The tests of this folder alone are run: bench/mutation/vitest.config.ts.
    process.env["BROKEN_FOLDER"] = folder;
    const stryker = new Stryker({
      configFile: "bench/mutation/stryker.config.mjs",
      mutate: [`src/${folder}/**/*.ts`, "!src/**/*.test.ts", "!src/**/index.ts"],
      concurrency: Number(values.concurrency),
    });
    mutants.push(...(await stryker.runMutationTest()));
  }
  if (!summarize(mutants)) process.exitCode = 1;
}
