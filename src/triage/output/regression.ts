/** `--suite`: the reduced inputs as a regression suite, the quickest test first. */
import { join, relative } from "node:path";
import { onDisk } from "../../journals/disk-errors.ts";
import { quoteVisibly } from "../../oracles/shell-text.ts";
import { replaceFile } from "../../runs/atomic.ts";
import { newFileMode } from "../../runs/audience.ts";
import { makeDirectory } from "../../runs/private.ts";
import type { Bug } from "../bug.ts";
import { scriptedCommand, type ReportFacts } from "./text.ts";

const nameOf = ({ folder, name }: Bug): string => `${folder}${name.replace(/^input/, "")}`;

/** Each test passes when the command exits with 0 on its input. */
export const writeRegressionSuite = (
  output: string,
  bugs: readonly Bug[],
  { command, stdin, origin }: ReportFacts,
): void => {
  const tests = bugs
    .filter(({ reduced }) => reduced !== undefined)
    .toSorted((a, b) => (a.ms ?? 0) - (b.ms ?? 0) || a.id - b.id);
  onDisk(`cannot make ${output}`, () => makeDirectory(output));
  for (const bug of tests) replaceFile(join(output, nameOf(bug)), bug.reduced ?? "", newFileMode());
  const list = tests.map((bug) => ({ name: nameOf(bug), bug: bug.id, title: bug.title }));
  replaceFile(join(output, "suite.json"), `${JSON.stringify(list, undefined, 2)}\n`, newFileMode());
  replaceFile(
    join(output, "run.sh"),
    `#!/bin/sh
# Runs each input, the quickest first; exits with 1 if one of them fails.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
cd "\${1:-"$here"/${quoteVisibly(relative(output, origin) || ".")}}" || exit 2
failed=0
check() {
  if ${scriptedCommand(command, '"$here/$1"')}${stdin ? ' < "$here/$1"' : ""} > /dev/null 2>&1; then echo "ok      $1"; else echo "not ok  $1"; failed=1; fi
}
${tests.map((bug) => `check ${quoteVisibly(nameOf(bug))}`).join("\n")}
exit $failed
`,
    newFileMode(0o777),
  );
};
