/** The figures of the cause reduction paper that are shown next to ours. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { causeReductionTable, causeReductionText } from "../../bench/papers/cause-reduction.ts";
import { causeReduction } from "./figures.ts";

const benchmarks = readFileSync(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
const papers = readFileSync(new URL("../../docs/papers.md", import.meta.url), "utf8");
const rowOf = (name: string) => causeReductionTable().find((row) => row.name === name);

describe("cause reduction", () => {
  it("has the printed figures: 5 branches and no failing test are lost, a quarter of the time is left", () => {
    const [full, reduced] = causeReduction.table1.rows;
    expect((full?.branches ?? 0) - (reduced?.branches ?? 0)).toBe(5);
    expect(rowOf("failing tests kept")?.paper).toBe("100 %");
    expect(rowOf("run time left")).toMatchObject({ paper: "25.02 %", yaffs: "55.21 %" });
    expect(rowOf("branches kept")).toMatchObject({ paper: "99.97 %", yaffs: "99.95 %" });
  });

  it("quotes figures of ours that docs/benchmarks.md has, with their commands", () => {
    for (const { command, name, ...figures } of causeReduction.ours.measured) {
      expect(benchmarks).toContain(command);
      expect(benchmarks).toContain(name);
      for (const figure of [figures.runTime, figures.mutants]) if (figure !== undefined) expect(benchmarks).toContain(figure);
      const coverage = [figures.statements, figures.branches, figures.functions].map((text) => text.replace(" %", ""));
      expect(benchmarks).toContain(`${coverage.join(", ")} %`);
    }
    expect(benchmarks).toContain("GE and greedy pick 17 tests each of the 24, and 19 of the reduced ones.");
    expect(benchmarks).toContain("98 % of the statements after 28 % (reduced) and 30 % (full) of the time");
  });

  it("says that ours is another program", () => {
    expect(causeReductionText()).toContain("ours is another program, mujs 1.3.2");
  });

  it("is told in docs/papers.md row by row", () => {
    for (const { name, paper, yaffs = "–", ours } of causeReductionTable())
      expect(papers).toContain(`| ${name} | ${paper} | ${yaffs} | ${ours.map((each) => each ?? "–").join(" | ")} |`);
  });
});
