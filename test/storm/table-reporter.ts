/**
 * A vitest reporter: the table of what the storm has tried and what held. A promise that nothing has tried counts as broken.
 * `PARE_STORM_WRITE=1` also writes the table to docs/reliability.md.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { PROMISES, type PromiseName } from "./promises.ts";
import type { Tally } from "./tally.ts";

export default class TableReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(all: readonly TestModule[]): void {
    const modules = all.filter(({ moduleId }) => moduleId.endsWith(".storm.ts"));
    if (modules.length === 0) return;
    const tallies = modules.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => test.meta().tallies ?? []).flat(),
    );
    this.#vitest?.logger.log(`\n${table(tallies)}\n`);
    if (process.env["PARE_STORM_WRITE"] === "1") writeTable(table(tallies));
    const whole =
      modules.length === readdirSync(import.meta.dirname).filter((name) => name.endsWith(".storm.ts")).length;
    if (rows(tallies).some(({ tried, held }) => held < tried || (whole && tried === 0))) process.exitCode = 1;
  }
}

interface Row {
  readonly promise: PromiseName;
  readonly tried: number;
  readonly held: number;
}

const rows = (tallies: readonly Tally[]): readonly Row[] =>
  (Object.keys(PROMISES) as PromiseName[]).map((promise) => {
    const own = tallies.filter((each) => each.promise === promise);
    const sum = (of: (each: Tally) => number): number => own.reduce((total, each) => total + of(each), 0);
    return { promise, tried: sum((each) => each.tried), held: sum((each) => each.held) };
  });

const writeTable = (text: string): void => {
  const page = join(import.meta.dirname, "..", "..", "docs", "reliability.md");
  const [before = "", after = ""] = readFileSync(page, "utf8").split(/(?<=<!-- storm -->)[^]*(?=<!-- \/storm -->)/);
  writeFileSync(page, `${before}\n\n${text}\n\n${after}`);
};

const table = (tallies: readonly Tally[]): string =>
  [
    "| promise | tried | held |",
    "|---|--:|--:|",
    ...rows(tallies).map(({ promise, tried, held }) => `| ${PROMISES[promise]} | ${tried} | ${held} |`),
  ].join("\n");
