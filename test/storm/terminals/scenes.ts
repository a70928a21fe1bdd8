/** Hostile names, outputs and answers, brought to every command. */

/** What no terminal may be told by others: clear, ask, set the title, colour, turn the direction of writing; raw C1; return; bell. */
export const EVIL =
  "\u001B[2J\u001B[6n\u001B]0;owned\u0007\u001B[38;5;201m\u009B31m\u009D0;x\u0007\r\u0008\u007F\u202E\u2066\u200B\uFEFF";

export interface Scene {
  readonly name: string;
  /** In bash: $P is the command, $E the evil text; "here" is empty but for what this makes. */
  readonly line: string;
}

const FILE = `printf 'a\\nneedle %s\\nb\\n' "$E" > "x$E.txt"; I="x$E.txt"`;
const TEST = `printf '#!/bin/sh\\nprintf %%s "$E"\\nprintf %%s "$E" >&2\\ngrep -q needle "$1"\\n' > "t$E.sh"; chmod +x "t$E.sh"`;
const RUN = `${FILE}; ${TEST}; $P "$I" --test "./t$E.sh" --plain >/dev/null 2>&1`;
const GIT = 'git -c init.defaultBranch=main init -q .; git config user.email a@b; git config user.name "n$E"';
const commit = 'git add -A; git commit -qm "subject $E"';
const EV = "$(printf '%s' \"$E\" | tr -d '\\r\\010\\177' )";

export const SCENES: readonly Scene[] = [
  { name: "reduce with a script", line: `${FILE}; ${TEST}; $P "$I" --test "./t$E.sh" --explain-passes` },
  {
    name: "reduce with a command",
    line: `${FILE}; $P "$I" -- sh -c 'cat "$1"; printf "%s" "error $E" >&2; exit 3' - {}`,
  },
  { name: "reduce with --match", line: `${FILE}; $P "$I" --match "needle|$E" -- cat {}` },
  {
    name: "reduce with things beside",
    line: `${FILE}; ${TEST}; mkdir "d$E"; touch "d$E/f$E"; $P "$I" --with "d$E" --test "./t$E.sh" -o "o$E"`,
  },
  {
    name: "reduce a directory",
    line: `${TEST}; mkdir "d$E"; echo needle > "d$E/f$E"; echo x > "d$E/g$E"; $P "d$E" --match needle -- cat "d$E/f$E"`,
  },
  { name: "reduce in place", line: `${FILE}; ${TEST}; $P "$I" --in-place --test "./t$E.sh"` },
  { name: "reduce once more", line: `${RUN}; $P "$I" --test "./t$E.sh"` },
  { name: "reduce: a report", line: `${FILE}; ${TEST}; $P "$I" --test "./t$E.sh" --report "r$E.md"` },
  { name: "reduce with --json", line: `${FILE}; ${TEST}; $P "$I" --test "./t$E.sh" --json` },
  { name: "reduce: events", line: `${FILE}; ${TEST}; $P "$I" --test "./t$E.sh" --events /dev/stdout` },
  {
    name: "reduce: it does not fail",
    line: `${FILE}; $P "$I" --match nowhere -- sh -c 'printf "%s" "$E"; printf "%s" "$E" >&2'`,
  },
  {
    name: "reduce: a flaky test",
    line: `${FILE}; printf '#!/bin/sh\\nprintf %%s "$E"; [ $(( $(date +%%N | sed s/^0*//) %% 2 )) = 0 ]\\n' > t.sh; chmod +x t.sh; $P "$I" --test ./t.sh`,
  },
  { name: "reduce: a program that is not there", line: `${FILE}; $P "$I" -- "./no$E"` },
  {
    name: "reduce: a pass",
    line: `${FILE}; ${TEST}; printf '#!/bin/sh\\nprintf "%%s\\\\n" "$E"\\nprintf "%%s" "$E" >&2\\nexit 1\\n' > "p$E"; chmod +x "p$E"; $P "$I" --test "./t$E.sh" --pass "./p*" --explain-passes`,
  },
  {
    name: "reduce: a pass with a name",
    line: `${FILE}; ${TEST}; printf '#!/bin/sh\\necho '"'"'{"protocol":1,"name":"\\\\u001b[2J\\\\u202e"}'"'"'\\necho '"'"'{"edits":[{"start":0,"end":2}]}'"'"'\\n' > p.sh; chmod +x p.sh; $P "$I" --test "./t$E.sh" --pass ./p.sh --explain-passes`,
  },
  {
    name: "reduce: a server that answers",
    line: `${FILE}; printf '#!/bin/sh\\nwhile read l; do echo '"'"'{"outcome":"fail","reason":"\\\\u001b[2J\\\\u202e"}'"'"'; done\\n' > s.sh; chmod +x s.sh; $P "$I" --oracle-server ./s.sh`,
  },
  {
    name: "reduce: a server that babbles",
    line: `${FILE}; printf '#!/bin/sh\\nwhile read l; do printf "%%s\\\\n" "$E"; done\\n' > s.sh; chmod +x s.sh; $P "$I" --oracle-server ./s.sh`,
  },
  { name: "check", line: `${FILE}; ${TEST}; $P check "$I" --test "./t$E.sh"` },
  {
    name: "check: a command",
    line: `${FILE}; touch "need$E"; $P check "$I" -- sh -c 'printf "%s\\n" "$E"; cat "need$E" >&2; exit 3'`,
  },
  { name: "check with --json", line: `${FILE}; ${TEST}; $P check "$I" --test "./t$E.sh" --json` },
  {
    name: "isolate: directories",
    line: `mkdir "g$E" "b$E"; echo x > "g$E/f$E"; printf 'needle %s\\n' "$E" > "b$E/f$E"; $P isolate "g$E" "b$E" -- sh -c 'printf %s "$E"; ! grep needle "f$E"'`,
  },
  {
    name: "isolate: files",
    line: `echo x > "g$E"; printf 'needle %s\\n' "$E" > "b$E"; $P isolate "g$E" "b$E" -- sh -c '! grep needle "$1"' - {}`,
  },
  {
    name: "isolate: git",
    line: `${GIT}; echo x > "f$E"; ${commit}; git tag good; printf 'needle %s\\n' "$E" > "f$E"; ${commit}; $P isolate --good good --bad HEAD -- sh -c '! grep needle f*'`,
  },
  { name: "isolate: no such revision", line: `${GIT}; echo x > f; ${commit}; $P isolate --good "r$E" -- true` },
  {
    name: "isolate: variables",
    line: `printf 'A=1\\nB=x\\n' > g; printf 'A=2%s\\nB=y\\n' "${EV}" > b; $P isolate --env g b -- sh -c 'case $A in 1) exit 0;; esac; printf %s "$A"; exit 3'`,
  },
  {
    name: "isolate: flags",
    line: `$P isolate --flags "-a$E -b" -- sh -c 'case "$*" in *-b*) printf %s "$E"; exit 3;; esac' - {flags}`,
  },
  {
    name: "suite select",
    line: `mkdir s; echo a > "s/t$E"; echo b > "s/u$E"; $P suite select s --cover file:covered -- sh -c 'printf "%s %s\\n" "$E" "$(cat "$1")" > "$PARE_COVERAGE/covered"' - {}`,
  },
  {
    name: "suite order",
    line: `mkdir s; echo a > "s/t$E"; $P suite order s --cover file:covered -- sh -c 'printf "%s\\n" "$E"; exit 3' - {}`,
  },
  { name: "suite without a reader", line: `mkdir "s$E"; $P suite select "s$E" --cover "no$E" -- cat {}` },
  { name: "report --list", line: `${RUN}; $P report --list` },
  { name: "report as Markdown", line: `${RUN}; $P report --as markdown` },
  { name: "report as JSON", line: `${RUN}; $P report --as json` },
  { name: "report as HTML", line: `${RUN}; $P report --as html -o -` },
  { name: "report: no run", line: '$P report "r$E"' },
  { name: "report: a form", line: `${RUN}; $P report --as "f$E"` },
  { name: "an unknown flag", line: '$P reduce "--x$E"' },
  { name: "a value that cannot be", line: '$P reduce in --jobs "$E"' },
  { name: "an unknown word", line: '$P "reduc$E"' },
  { name: "too many words", line: '$P check "a$E" "b$E" "c$E"' },
  { name: "an unknown command of suite", line: '$P suite "selec$E"' },
  { name: "a missing file", line: '$P "x$E" --test ./t.sh' },
  { name: "a missing script", line: `${FILE}; $P "$I" --test "./t$E.sh"` },
  {
    name: "a configuration with odd keys",
    line: `printf '{"a\\\\u001b[2J\\\\u202e": 1}' > pare.config.json; $P x --test ./t.sh`,
  },
  { name: "a configuration that is none", line: `printf '%s' "$E" > pare.config.json; $P x --test ./t.sh` },
  {
    name: "a configuration in an odd directory",
    line: `mkdir "d$E"; cd "d$E"; echo '{"jobs": "x"}' > pare.config.json; $P x --test ./t.sh`,
  },
  { name: "a variable", line: 'export PARE_JOBS="$E"; $P x --test ./t.sh' },
  { name: "a worker without a server", line: '$P worker --cluster "nats://127.0.0.1:1/$E" --name "w$E"' },
  { name: "a completion", line: '$P completion "sh$E"' },
];
