/** What each pass has cost and brought. */
import type { JSX } from "preact";
import type { Progress } from "../../progress/state.ts";
import { PASS_HEADINGS, passCells } from "../../reporters/reduce/closing.ts";
import { FiguresTable } from "./figures-table.tsx";

export const Passes = ({ progress: { passes, pass: current } }: { readonly progress: Progress }): JSX.Element => (
  <FiguresTable
    label="the passes"
    name="passes"
    headings={PASS_HEADINGS}
    rows={passes.map(passCells)}
    current={(row) => passes[row]?.pass === current}
  />
);
