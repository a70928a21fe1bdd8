/** The lecture: its quizzes and worked examples. */
import { lecture } from "../../test/golden/figures.ts";
import { aOrBb, lettersOf, oddBs, word } from "../../test/golden/letters.ts";
import { minimalSubsequences } from "../../test/golden/minimality.ts";
import { halvings, quizCandidates, quizRun, selectBlocks, selectHalves, selectRun } from "../../test/golden/replay.ts";
import { ddmin } from "../../src/strategies/ddmin.ts";
import { trace } from "../../src/study/trace.ts";
import { cell, type Cell, type Row, type Table } from "./table.ts";

export const lectureTable = (): Table => ({
  title: "Lecture: quizzes '2424', 'BABAB', 'aabb', the SELECT line, bug.c's first halves",
  caveat: "bug.c's 755, 377, 188 are the sizes of halves: the text and the compiler play no part in them.",
  columns: ["lecture"],
  rows: [
    ...rowsOf2424(),
    ...rowsOfBabab(),
    ...rowsOfAabb(),
    ...rowsOfSelect(),
    row("bug.c, first sizes", cell(lecture.halves, halvings(755))),
  ],
});

const row = (name: string, ...cells: Cell[]): Row => ({ name, cells });

const rowsOf2424 = (): Row[] => [
  ...(["forward", "backward"] as const).flatMap((order) =>
    lecture["2424"][order].map((printed, i) =>
      row(
        `2424, ${order}, candidates of iteration ${i + 1}`,
        cell(printed.toSorted(), quizCandidates(order)[i]?.toSorted()),
      ),
    ),
  ),
  row("2424, result", cell(lecture["2424"].result, lettersOf(quizRun("forward").result))),
];

const rowsOfBabab = (): Row[] => {
  const { input, globalMinimum, localMinima, oneMinimalOfThree, twoMinimalOfThree } = lecture.BABAB;
  const ours = minimalSubsequences(input, oddBs);
  return [
    row("BABAB, global minimum, by ddmin", cell(globalMinimum, minimized(input, oddBs))),
    row("BABAB, local minima", cell(localMinima, ours.local)),
    row("BABAB, 1-minimal of size 3", cell(oneMinimalOfThree, ofThree(ours.one))),
    row("BABAB, 2-minimal of size 3", cell(twoMinimalOfThree, ofThree(ours.two))),
  ];
};

const ofThree = (texts: readonly string[]): readonly string[] => texts.filter((text) => text.length === 3);

const rowsOfAabb = (): Row[] =>
  (["forward", "backward"] as const).map((order) =>
    row(`aabb, ${order}`, cell(lecture.aabb[order], minimized(lecture.aabb.input, aOrBb, order))),
  );

const minimized = (
  input: string,
  fails: (text: string) => boolean,
  order: "forward" | "backward" = "forward",
): string =>
  lettersOf(
    trace(word(input), ddmin(word(input), { order }), { test: (candidate) => fails(lettersOf(candidate)) }).result,
  );

const rowsOfSelect = (): Row[] => {
  const { input, halves, blocks, result } = lecture.select;
  return [
    row("SELECT line, binary search is stuck", cell(halves, selectHalves(input))),
    row("SELECT line, blocks tested", cell(blocks, selectBlocks(input))),
    row("SELECT line, result", cell(result, lettersOf(selectRun(input).result))),
  ];
};
