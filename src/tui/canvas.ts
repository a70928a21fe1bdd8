/** The other screen of a terminal: entered, drawn on, and left as it was found. Only lines that have changed are written. */
import { control } from "../core/control.ts";
import { fitted, stacked, type Line, type Style } from "./lines.ts";

/** A terminal that is written to. */
export interface Device {
  write(text: string): void;
  readonly columns: number;
  readonly rows: number;
}

/** The alternate screen, no cursor, no wrapping of long lines, and the ways back. It is left empty: where the size has changed, tmux keeps lines of it. */
const ENTER = ["[?1049h", "[?25l", "[?7l", "[2J"].map(control).join("");
const LEAVE = ["[0m", "[H", "[2J", "[?7h", "[?25h", "[?1049l"].map(control).join("");
/** What is written between them is shown at once (terminals that do not know it ignore it). */
const [HOLD, SHOW] = [control("[?2026h"), control("[?2026l")];
const CLEAR = control("[2J");

export interface Canvas {
  readonly entered: boolean;
  enter(): void;
  /** As many lines as there are rows; missing ones are empty. */
  draw(lines: readonly Line[]): void;
  /** Nothing happens when it was left before. */
  leave(): void;
}

export const canvas = (device: Device, colours: boolean): Canvas => {
  let entered = false;
  let shown: readonly string[] = [];
  let size = "";
  const changes = (rows: readonly string[]): string =>
    rows
      .map((text, row) => (text === shown[row] ? "" : `${control(`[${row + 1};1H`)}${text}`))
      .filter((text) => text !== "")
      .join("");
  return {
    get entered() {
      return entered;
    },
    enter: () => {
      if (entered) return;
      entered = true;
      shown = [];
      size = "";
      device.write(ENTER);
    },
    draw: (lines) => {
      if (!entered) return;
      const { columns, rows } = device;
      const resized = size !== "" && size !== `${columns}x${rows}`;
      size = `${columns}x${rows}`;
      if (resized) shown = [];
      const next = stacked(lines, rows).map((line) => painted(fitted(line, columns), colours));
      const text = `${resized ? CLEAR : ""}${changes(next)}`;
      shown = next;
      if (text !== "") device.write(`${HOLD}${text}${SHOW}`);
    },
    leave: () => {
      if (!entered) return;
      entered = false;
      device.write(LEAVE);
    },
  };
};

const COLOURS: Readonly<Record<Style, string>> = {
  plain: "",
  dim: "2",
  bold: "1",
  red: "31",
  green: "32",
  yellow: "33",
  blue: "94",
  magenta: "35",
  cyan: "36",
  bar: "7",
  cut: "1;97;41",
  key: "1;36",
};

/** Without colours, what stands out does so by weight alone. */
const WEIGHTS: Readonly<Partial<Record<Style, string>>> = { dim: "2", bold: "1", bar: "7", cut: "7", key: "1" };

/** A line as a terminal takes it. */
export const painted = (line: Line, colours: boolean): string => {
  const codes = colours ? COLOURS : WEIGHTS;
  let text = "";
  let current = "";
  for (const span of line) {
    const code = codes[span.style] ?? "";
    if (code !== current) text += control(code === "" ? "[0m" : `[0;${code}m`);
    current = code;
    text += span.text;
  }
  return current === "" ? text : `${text}${control("[0m")}`;
};
