/** Many files: what sorting them costs in runs and memory. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../random.ts";
import { measured } from "./measured.ts";

export interface ManyFiles {
  readonly files: number;
  readonly runs: number;
  readonly bugs: number;
  /** Of pare's own process and of the program's. */
  readonly mostMegabytes: number;
  readonly cpuSeconds: number;
}

const BUGS = 12;

/** A small program with a dozen bugs, each in a function of its own: what pare does is measured, not the program. */
const SOURCE = `#include <stdio.h>
#include <stdlib.h>
${Array.from({ length: BUGS }, (_, bug) => `static void fail_${bug}(void) { fprintf(stderr, "target: parse.c:%d: check_${bug}: Assertion \`depth_${bug} < 9' failed.\\n", rand() % 900); abort(); }`).join("\n")}
int main(int count, char **words) {
  FILE *input = fopen(words[count - 1], "r");
  int bug = -1;
  if (input == NULL || fscanf(input, "%d", &bug) != 1) return 0;
  switch (bug) { ${Array.from({ length: BUGS }, (_, bug) => `case ${bug}: fail_${bug}(); break;`).join(" ")} }
  return 0;
}
`;

export const sortMany = (pare: readonly string[], folder: string, count: number, seed: number): ManyFiles => {
  const files = join(folder, "files");
  const target = join(folder, "target");
  const done = join(folder, `made-${count}-${seed}`);
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(files, { recursive: true });
    writeFileSync(join(folder, "target.c"), SOURCE);
    if (measured(["cc", "-O1", "-o", target, join(folder, "target.c")]).status !== 0) throw new Error("cc failed");
    chmodSync(target, 0o755);
    const random = randomFrom(seed);
    for (let file = 0; file < count; file++)
      writeFileSync(join(files, `crash-${String(file).padStart(6, "0")}`), `${random.below(BUGS)} and ${file}\n`);
    writeFileSync(done, "");
  }
  const output = join(folder, "triaged");
  rmSync(output, { recursive: true, force: true });
  const words = ["triage", files, "-o", output, "--sort-only", "--fresh", "--json", "--quiet", "--", target, "{}"];
  const { status, stdout, stderr, mostMegabytes, cpuSeconds } = measured([...pare, ...words]);
  if (status !== 0) throw new Error(`pare triage ended with ${status}:\n${stderr}`);
  const { sortingRuns: runs } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { readonly sortingRuns: number };
  const { bugs } = JSON.parse(readFileSync(join(output, "triage.json"), "utf8")) as {
    readonly bugs: readonly unknown[];
  };
  return { files: count, runs, bugs: bugs.length, mostMegabytes, cpuSeconds };
};
