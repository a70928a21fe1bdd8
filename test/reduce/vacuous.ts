/** Tests that tell nothing, as people write them, each with the reason that is to be found. */

export interface Vacuous {
  readonly title: string;
  readonly script?: string;
  readonly command?: readonly string[];
  readonly refine?: { readonly match?: readonly string[]; readonly exit?: number | "nonzero"; readonly hang?: number };
  readonly reason: string;
}

/** `HERE` is the directory of the original, bug.c. */
export const VACUOUS: readonly Vacuous[] = [
  { title: "a script that is always true", script: "exit 0", reason: "never-opened" },
  {
    title: "the original by its absolute path",
    script: "grep -q missing_name HERE/bug.c",
    reason: "names-original",
  },
  {
    title: "the original's directory",
    script: "cd HERE && grep -q missing_name bug.c",
    reason: "names-original",
  },
  {
    title: "the original by $PARE_ORIGIN",
    script: 'grep -q missing_name "$PARE_ORIGIN/bug.c"',
    reason: "names-original",
  },
  { title: "the original in a command", command: ["gcc", "-fsyntax-only", "HERE/bug.c"], reason: "names-original" },
  { title: "false", command: ["false"], reason: "unnamed" },
  { title: "a hang that is none of the input's", command: ["sleep", "100"], refine: { hang: 0.3 }, reason: "unnamed" },
  { title: "a command without the candidate", command: ["cat", "other.c"], reason: "unnamed" },
  { title: "an inverted script", script: 'gcc -fsyntax-only -w -D missing_name=1 "$1"', reason: "inverted" },
  {
    title: "an inverted command",
    command: ["gcc", "-fsyntax-only", "-w", "-Dmissing_name=1", "bug.c"],
    refine: { exit: 0 },
    reason: "inverted",
  },
  { title: "a program that there is not", script: 'no-such-compiler "$1"\n[ $? -ne 0 ]', reason: "cannot-run" },
  {
    title: "a program that there is not, in a shell",
    command: ["sh", "-c", "no-such-compiler bug.c"],
    reason: "cannot-run",
  },
  { title: "|| true", script: 'gcc -fsyntax-only "$1" 2> /dev/null || true', reason: "always" },
  {
    title: "a grep for what is always printed",
    script: 'gcc -v -fsyntax-only "$1" 2>&1 | grep -q gcc',
    reason: "always",
  },
  {
    title: "a message that is always printed",
    command: ["sh", "-c", 'echo "checking $0"; cat "$0"', "{}"],
    refine: { match: ["checking"] },
    reason: "always",
  },
  { title: "the exit code of timeout", script: 'timeout 0.2 sleep 5 < "$1"\n[ $? -eq 124 ]', reason: "always" },
  { title: "not a word that is never there", script: '! grep -q no-such-word "$1"', reason: "always" },
  { title: "a name", script: '[ -e "$1" ]', reason: "never-opened" },
  { title: "a failure of the empty input", script: '[ ! -s "$1" ] || grep -q missing_name "$1"', reason: "empty-only" },
];
