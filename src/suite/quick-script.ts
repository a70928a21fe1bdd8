/** The script that runs a quick test: for people, and to learn how long it takes. */
import { quote } from "../oracles/command-line.ts";

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
