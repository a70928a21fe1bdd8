/** A shell that outlives this process for a moment, to end the tests and remove the files that it leaves when it is killed. */
import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { runMark } from "./marks.ts";
import { SCRIPT } from "./watchdog-script.ts";

export class Watchdog {
  readonly #shell: ChildProcess;

  constructor() {
    this.#shell = spawn("/bin/sh", ["-c", SCRIPT, "pare-watchdog", runMark], {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Without it everything works as long as this process is not killed.
    this.#shell.on("error", () => {});
    this.#shell.stdin?.on("error", () => {});
    this.#shell.unref();
    (this.#shell.stdin as Socket | null)?.unref();
  }

  get pid(): number | undefined {
    return this.#shell.pid;
  }

  /** The directory is removed after the death of this process, and the jobs noted in it are ended. Its name begins with "pare-". */
  guard(directory: string): void {
    this.#shell.stdin?.write(`${directory}\n`);
  }

  /** All is well: it goes away without doing anything. Settles when it is gone. */
  async dismiss(): Promise<void> {
    const { stdin, pid, exitCode, signalCode } = this.#shell;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const gone = new Promise<void>((resolve) => {
      this.#shell.once("exit", () => resolve());
    });
    this.#shell.ref();
    stdin?.end("done\n");
    await gone;
  }
}
