/** Lines as a terminal takes them. */
import { control } from "../core/control.ts";
import type { Line, Style } from "./lines.ts";

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
