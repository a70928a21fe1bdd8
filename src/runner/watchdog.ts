/** A shell that outlives this process for a moment, to end the tests and remove the files that it leaves when it is killed. */
import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { JOB_LIST } from "./job-list.ts";
import { runMark } from "./marks.ts";

/**
 * $1 is the mark of the run. Reads directories, one to a line, until "done" (all is well) or the end of the input (pare is gone).
 * Then kills the noted jobs and all that bears the mark, and what leads a group with its group at once, until nothing is left.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM PIPE TSTP TTIN TTOU
cd /
list=
while IFS= read -r line; do
  if [ "$line" = done ]; then exit 0; fi
  list="$list$line
"
done
each() { printf '%s' "$list" | while IFS= read -r directory; do "$1" "$directory"; done; }
noted() {
  for pid in $(cat "$1/${JOB_LIST}"* 2>/dev/null); do kill -s KILL -- "-$pid" 2>/dev/null; done
}
clear() { case "\${1##*/}" in pare-?*) rm -rf -- "$1" ;; esac; }
each noted
round=0
while [ "$round" -lt 400 ]; do
  found=$(grep -lsF -e "$1" /proc/[0-9]*/environ 2>/dev/null)
  if [ -z "$found" ]; then break; fi
  for file in $found; do
    pid=\${file#/proc/}
    pid=\${pid%/environ}
    kill -s KILL -- "-$pid" 2>/dev/null
    kill -s KILL "$pid" 2>/dev/null
  done
  round=$((round + 1))
  if [ "$round" -gt 20 ]; then sleep 0.02; fi
done
each clear
`;

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
