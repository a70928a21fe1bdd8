/** The keyboard of this terminal, key by key. */
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import type { Keyboard } from "../tui/screen.ts";

/** Not for a process in the background: it would be stopped for touching the terminal. */
export const isInForeground = (): boolean => {
  try {
    // The name of the program is in brackets and may hold anything.
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [group, foreground] = [fields[2], fields[5]];
    return group === foreground;
  } catch {
    return true;
  }
};

/** Signals go to the whole group, as they would from the terminal. */
const GROUP = 0;

/** `undefined` when standard input is no terminal. Listening keeps the process alive: a run that is paused has nothing else to do. */
export const thisKeyboard = (): Keyboard | undefined => {
  if (!isatty(0)) return undefined;
  const { stdin } = process;
  return {
    listen: (hear) => {
      const heard = (typed: Buffer): void => hear(typed.toString());
      const cook = (): void => void stdin.setRawMode(false);
      stdin.setRawMode(true);
      stdin.on("data", heard);
      stdin.resume();
      process.on("exit", cook);
      return () => {
        process.off("exit", cook);
        stdin.off("data", heard);
        stdin.pause();
        cook();
      };
    },
    interrupt: () => void process.kill(GROUP, "SIGINT"),
    suspend: (back) => {
      const resumed = (): void => {
        if (!isInForeground()) return;
        process.off("SIGCONT", resumed);
        back();
      };
      process.on("SIGCONT", resumed);
      process.kill(GROUP, "SIGTSTP");
    },
  };
};
