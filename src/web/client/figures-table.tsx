/** A table of figures: the first column names, the others count; on phones a card for each row. Names are text, never markup. */
import type { JSX } from "preact";

interface TableProps {
  readonly label: string;
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether a row is marked, by its place. */
  readonly current?: (row: number) => boolean;
  readonly dim?: (row: number) => boolean;
}

/** Two rows may have the same name: they are told apart by their places. */
export const FiguresTable = ({ label, name, headings, rows, current, dim }: TableProps): JSX.Element => (
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table class={`cards figures ${name}`}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr
            key={row}
            aria-current={current?.(row) === true ? "true" : undefined}
            class={dim?.(row) === true ? "dim" : undefined}
          >
            {cells.map((cell, column) => (
              <td key={column} data-name={headings[column]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
