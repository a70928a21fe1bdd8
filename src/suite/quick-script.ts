/** The script that runs a quick test: for people, and to learn how long it takes. */
import { quote } from "../oracles/command-line.ts";

/** Whether a list with one path a line can name it, and every reader of such a list finds it again. */
export const isListable = (path: string): boolean => !/[\n\r]/.test(path) && path.trim() !== "";

export interface QuickScript extends QuickCommand {
  /** Of the list beside it: NAME.txt. */
  readonly name: string;
  /** From the directory of the script to the one pare was started in. */
  readonly origin: string;
}

/** For people: it can be run from anywhere. */
export const quickScript = ({ name, origin, ...command }: QuickScript): string => `#!/bin/sh
# Made by pare suite quick: runs the tests of ${name}.txt; ends with 1 if one of them does not end with 0.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd) && cd -- "$here"/${quote(origin === "" ? "." : origin)} || exit 2
PARE_ORIGIN=$PWD; export PARE_ORIGIN
${quickLoop(command)} < "$here"/${quote(`${name}.txt`)}
exit $failed
`;

export interface QuickCommand {
  readonly command: readonly string[];
  readonly stdin: boolean;
}

/**
 * Reads paths of tests, one a line, relative to $PARE_ORIGIN, and runs each. With `tick`, a descriptor, the end of each test is said there, and tests do
 * not see it.
 */
export const quickLoop = ({ command, stdin }: QuickCommand, tick?: number): string => {
  const words = command.map((word) =>
    word
      .split("{}")
      .map((part) => (part === "" ? "" : quote(part)))
      .join('"$test"'),
  );
  const input = stdin ? '< "$test"' : "< /dev/null";
  const [hidden, said] = tick === undefined ? ["", ""] : [` ${tick}>&-`, `\n  echo >&${tick}`];
  return `failed=0
while IFS= read -r test; do
  test=$PARE_ORIGIN/$test
  ${words.join(" ")} ${input}${hidden} || { echo "failed: $test" >&2; failed=1; }${said}
done`;
};
