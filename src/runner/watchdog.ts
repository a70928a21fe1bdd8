/** A shell that outlives this process for a moment, to end the tests and remove the files that it leaves when it is killed. */
import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { runMark } from "./marks.ts";
import { JOB_LIST } from "./job-list.ts";
import { ownSession } from "./processes.ts";

export class Watchdog {
  readonly #shell: ChildProcess;

  constructor() {
    this.#shell = spawn("/bin/sh", ["-c", SCRIPT, "pare-watchdog", runMark, ownSession()], {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Without it everything works as long as this process is not killed.
    this.#shell.on("error", () => {});
    this.#shell.stdin?.on("error", () => {});
    this.#shell.unref();
    // In Bun, standard input of a child is no socket, and does not keep the process alive.
    (this.#shell.stdin as Partial<Socket> | null)?.unref?.();
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

/**
 * $1 is the mark of the run, $2 the session of pare, which others may share. Reads directories, one to a line, until "done" (all is well) or the end of the input (pare is gone).
 *
 * Then round after round: every process that is younger than the watchdog is looked at. Ours are those that are noted in the
 * directories, those whose parent, group or session is ours, and those that bear the mark. They are stopped, so that no parent
 * goes away before its children are known and a fork bomb chokes on itself; when there are no more of them, all are killed.
 * Up to that point nothing is done that needs another process: there may be no room for one.
 *
 * Last come those that pare had adopted and not noted yet: they now have the parent that the watchdog has, and they work in
 * a guarded directory or print to a file of it.
 */
const SCRIPT: string = `
trap '' HUP INT QUIT TERM PIPE TSTP TTIN TTOU
cd /
list=
while IFS= read -r line; do
  if [ "$line" = done ]; then exit 0; fi
  list="$list$line
"
done
mark=$1
home=$2
newline='
'
jobs=' '
noted=' '
checked=' '

# What the kernel says of a process; its name comes before the last bracket and may hold anything.
look() {
  text=
  while IFS= read -r part; do text="$text $part"; done < "/proc/$1/stat"
  set -- \${text##*) }
  [ "$#" -gt 19 ] || return 1
  state=$1 parent=$2 group=$3 session=$4 start=\${20}
}

marked() {
  case "$checked" in *" $1 "*) return 1 ;; esac
  last=
  while [ -z "$last" ]; do
    part=
    IFS= read -r part || last=1
    case "$part" in *"$mark"*) return 0 ;; esac
    # Nothing at all: a program that is just being loaded.
    if [ -n "$part" ]; then checked="$checked$1 "; fi
  done < "/proc/$pid/environ"
  return 1
}

belongs() {
  case "$ours" in *" $pid "* | *" $parent "*) return 0 ;; esac
  case "$families" in *" $group "* | *" $session "*) return 0 ;; esac
  case "$noted" in *" $pid:$start "*) return 0 ;; esac
  marked "$pid:$start"
}

read_list() {
  while read -r pid start; do
    case "$pid:$start" in
      :*) ;;
      *:) jobs="$jobs$pid " ;;
      *) noted="$noted$pid:$start " ;;
    esac
  done
}

load() { for file in "$directory/${JOB_LIST}"*; do read_list < "$file"; done; }

directories() {
  todo=$1
  IFS=$newline
  set -f
  set -- $list
  set +f
  unset IFS
  for directory; do "$todo"; done
}

# Goes through all living processes that are younger than this one.
each() {
  for path in /proc/[0-9]*; do
    pid=\${path#/proc/}
    look "$pid" || continue
    case "$state" in Z | X) continue ;; esac
    if [ "$start" -ge "$born" ] && [ "$pid" -ne $$ ]; then "$1"; fi
  done
}

stop() {
  belongs || return
  alive="$alive$pid "
  case "$stopped" in *" $pid "*) return ;; esac
  kill -s STOP "$pid"
  more=1
  stopped="$stopped$pid "
  ours="$ours$pid "
  if [ "$group" -le 1 ] || [ "$session" -le 1 ]; then return; fi
  families="$families$group "
  if [ "$session" != "$home" ]; then families="$families$session "; fi
}

# All that can be found at once. Whether there was anything.
end_all() {
  ours=$jobs families=$jobs stopped=' ' more=1 rounds=0
  while [ -n "$more" ] && [ "$rounds" -lt 60 ]; do
    more= alive=' ' rounds=$((rounds + 1))
    each stop
  done
  for pid in $jobs; do kill -s KILL -- "-$pid"; done
  for pid in $alive; do kill -s KILL "$pid"; done
  [ "$alive" != ' ' ]
}

repeat() {
  round=0
  while [ "$round" -lt 400 ] && end_all; do
    round=$((round + 1))
    if [ "$round" -gt 20 ]; then sleep 0.02; fi
  done
}

late() {
  [ "$parent" = "$reaper" ] || return
  links=$(readlink "$path/cwd" "$path/fd/0" "$path/fd/1" "$path/fd/2")
  case "$newline$links" in *"$newline$directory/"*) noted="$noted$pid:$start " ;; esac
}

find_late() { each late; }

# What is mounted in it is somebody's: it must not be emptied.
clear() {
  name=\${directory##*/}
  case "$(cat /proc/self/mountinfo)" in *"/$name/"*) return ;; esac
  case "$name" in pare-?*) rm -rf -- "$directory" ;; esac
}

directories load
if look $$; then
  born=$start
  repeat
  look $$
  reaper=$parent
  directories find_late
  repeat
fi
for pid in $jobs; do kill -s KILL -- "-$pid"; done
directories clear
`;
