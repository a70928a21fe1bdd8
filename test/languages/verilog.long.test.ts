/** Verilog: of the candidates for generated designs and 10 realistic ones, at least 95 % are designs to yosys, or to iverilog. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { languageNamed } from "../passes/support.ts";
import { lacks } from "../support/needs.ts";
import { candidatesFor, rejectedOf } from "./verilog-acceptance.ts";
import { designOf } from "./verilog-designs.ts";
import { sampled } from "../support/whole.ts";

const FOLDER = fileURLToPath(new URL("verilog/", import.meta.url));
const designs = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}${name}`, "utf8")] as const);

/** Of each design. */
const MOST = sampled(8, 25);
const GENERATED = sampled(15, 50);

test.skipIf(lacks("yosys", "iverilog"))(
  "at least 95 % of the candidates are accepted",
  { timeout: 1_800_000 },
  async () => {
    const verilog = await languageNamed("verilog");
    const generated = Array.from(
      { length: GENERATED },
      (_, seed) => [`seed ${seed}`, designOf(seed, 2 + (seed % 4))] as const,
    );
    const counts = [...designs, ...generated].map(([name, text], salt) => ({
      name,
      ...rejectedOf(text, candidatesFor(verilog, text, salt), MOST),
    }));
    const tested = counts.reduce((sum, each) => sum + each.tested, 0);
    const rejected = counts.flatMap((each) => each.rejected.map((candidate) => `${each.name}:\n${candidate}`));
    expect(designs.length).toBe(10);
    expect(tested).toBeGreaterThan(sampled(120, 1000));
    const share = 1 - rejected.length / tested;
    expect({ share, rejected: share < 0.95 ? rejected.slice(0, 10) : [] }).toEqual({ share, rejected: [] });
  },
);
