/** What a worker prints: calm lines, and on a terminal one below them that says how it is. */
import { CLEAR_LINE } from "../../core/control.ts";
import { visibleLine } from "../../core/visible.ts";
import type { OutputStream } from "../terminal.ts";

export interface WorkerLog {
  line(text: string): void;
  close(): void;
}

const INTERVAL_MS = 2000;

/** `status`: for the line below; it is shown again when it has changed. */
export const openLog = (output: OutputStream, status: () => string): WorkerLog => {
  let shown = "";
  const erase = (): void => {
    if (shown !== "") output.write(CLEAR_LINE);
    shown = "";
  };
  const show = (): void => {
    const text = visibleLine(status()).slice(0, Math.max(output.columns - 1, 1));
    if (text === shown) return;
    erase();
    output.write(text);
    shown = text;
  };
  const timer = output.isTerminal ? setInterval(show, INTERVAL_MS).unref() : undefined;
  return {
    line: (text) => {
      erase();
      const time = output.isTerminal ? `${new Date().toTimeString().slice(0, 8)} ` : "";
      output.write(`${time}${visibleLine(text)}\n`);
    },
    close: () => {
      clearInterval(timer);
      erase();
    },
  };
};
