/** A real terminal to run things in: tmux, with a server of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface TmuxTerminal {
  /** What is on the screen. */
  text(): string;
  keys(...keys: readonly string[]): void;
  resize(columns: number, rows: number): void;
  /** Waits until something is on the screen, and returns the screen. */
  shows(what: RegExp): Promise<string>;
  /** "alternate screen, cursor, wrapping": "0,1,1" for a terminal as it should be. */
  modes(): string;
}

/** Ends what hangs: on a busy machine a screen takes long. */
const TIMEOUT_MS = 300_000;
const LOOK_MS = 100;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What decides how programs look at a terminal must not come from whoever runs the tests. */
const cleanEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith("PARE_") && !["CI", "NO_COLOR", "FORCE_COLOR", "TMUX"].includes(name),
    ),
  );

/** A shell in a directory, on a terminal of a size. It ends with the test. */
export const tmux = (cwd: string, columns: number, rows: number): TmuxTerminal => {
  const own = mkdtempSync(join(tmpdir(), "pare-tmux-"));
  const run = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-f", "/dev/null", "-S", join(own, "socket"), ...words], {
      cwd,
      encoding: "utf8",
      env: { ...cleanEnvironment(), LC_ALL: "C.UTF-8", PS1: "$ " },
      stdio: ["ignore", "pipe", "pipe"],
    });
  onTestFinished(() => {
    run("kill-server");
    rmSync(own, { recursive: true, force: true });
  });
  run("-u", "new-session", "-d", "-x", String(columns), "-y", String(rows), "sh");
  run("set-option", "-g", "escape-time", "0");
  const text = (): string => run("capture-pane", "-p");
  return {
    text,
    keys: (...keys) => void run("send-keys", ...keys),
    resize: (width, height) => void run("resize-window", "-x", String(width), "-y", String(height)),
    shows: async (what) => {
      for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await pause(LOOK_MS))
        if (what.test(text())) return text();
      throw new Error(`${what} did not come on the screen, which shows:\n${text()}`);
    },
    modes: () => run("display-message", "-p", "#{alternate_on},#{cursor_flag},#{wrap_flag}").trim(),
  };
};
