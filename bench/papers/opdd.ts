/** OPDD paper, Figures 2 to 5 and 9: worked examples in letters. */
import { opddFigures } from "../../test/golden/figures.ts";
import { lettersOf, phi2, phi3 } from "../../test/golden/letters.ts";
import {
  figure2Run,
  figure5OnePass,
  figure5Revisiting,
  figure9Run,
  granularitiesOf,
  missingRows,
  onePassRowsOf,
  removedBy,
  rowsOf,
} from "../../test/golden/replay.ts";
import { cell, type Cell, type Row, type Table } from "./table.ts";

/** The trial of Fig. 9 that follows from the text, but has no row of its own. */
const IMPLIED = 6;
const { figure2, figure4, figure5, figure9 } = opddFigures;

export const opddTable = (): Table => ({
  title: "OPDD (2018), Figures 2 to 5 and 9",
  caveat:
    "Figure 9 prints the result cf, which does not fail; ours asks and returns the smallest failing one seen (cefgh).",
  columns: ["figure"],
  rows: [...rowsOfFigure2(), ...rowsOfFigure4(), ...rowsOfFigure5(), ...rowsOfFigure9()],
});

const row = (name: string, ...cells: Cell[]): Row => ({ name, cells });
const rowsFound = <T>(printed: readonly T[], ours: readonly T[]): Cell =>
  cell(`${printed.length} rows`, `${printed.length - missingRows(printed, ours).length} rows`);

const rowsOfFigure2 = (): Row[] => {
  const run = figure2Run();
  return [
    row("Fig. 2, printed trials in order", rowsFound(figure2.rows, rowsOf(run))),
    row("Fig. 2, removal order", cell(figure2.removed, removedBy(run))),
    row("Fig. 2, granularities", cell(figure2.granularities, granularitiesOf(run))),
    row("Fig. 2, result", cell(figure2.result, lettersOf(run.result))),
  ];
};

const rowsOfFigure4 = (): Row[] =>
  figure4.map(({ candidate, ...printed }) =>
    row(`Figs. 3 and 4, φ2 and φ3 of ${candidate}`, cell(printed, { phi2: phi2(candidate), phi3: phi3(candidate) })),
  );

const rowsOfFigure5 = (): Row[] => {
  const revisiting = figure5Revisiting();
  const onePass = figure5OnePass();
  const finer = onePass.trials.find(({ level }) => level === 1)?.step.granularity;
  return [
    row("Fig. 5(a), printed trials in order", rowsFound(figure5.revisiting.rows, rowsOf(revisiting))),
    row("Fig. 5(a), removal order", cell(figure5.revisiting.removed, removedBy(revisiting))),
    row("Fig. 5(b), printed trials in order", rowsFound(figure5.onePass.rows, onePassRowsOf(onePass))),
    row("Fig. 5(b), removal order", cell(figure5.onePass.removed, removedBy(onePass))),
    row("Fig. 5(b), granularity after refining", cell(figure5.onePass.finer, finer)),
  ];
};

const rowsOfFigure9 = (): Row[] => {
  const ours = figure9Run().trials.map(({ candidate, fails }) => [lettersOf(candidate), fails] as const);
  return figure9.rows.map((printed, i) =>
    row(`Fig. 9, trial ${i + 1}${i === IMPLIED ? " (implied)" : ""}`, cell(printed, ours[i])),
  );
};
