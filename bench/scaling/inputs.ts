/** Simulated oracles as files: an input whose lines say what they use, and a script that sleeps and then looks at them. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom, sample } from "../random.ts";
import { Uses } from "../uses.ts";

/** Which lines there are, what each uses, and which matter. */
export interface FileInput {
  readonly name: string;
  readonly n: number;
  /** Everything a line needs, directly or not. */
  readonly uses: (line: number) => Iterable<number>;
  readonly wanted: Iterable<number>;
}

/** The same lines as those of `scattered` in oracles.ts. */
export const scattered = (k: number, n: number, seed: number): FileInput => ({
  name: `scattered ${k}`,
  n,
  uses: () => [],
  wanted: sample(randomFrom(seed), k, n),
});

/** The same lines as those of `defUse` in oracles.ts. */
export const defUse = (n: number, seed: number): FileInput => {
  const random = randomFrom(seed);
  const uses = new Uses(random, { n, mean: 1, later: 0 });
  return { name: "def-use", n, uses: (line) => uses.closure([line]), wanted: sample(random, 4, n) };
};

/** A line is its number and the numbers of what it needs: a candidate fails if all of that and all that is wanted are there. */
const SCRIPT = (seconds: number, wanted: Iterable<number>): string => `#!/bin/sh
sleep ${seconds}
exec awk '
  { have[$1] = 1; for (i = 2; i <= NF; i++) need[$i] = 1 }
  END {
    split("${[...wanted].join(" ")}", wanted, " ")
    for (i in wanted) need[wanted[i]] = 1
    for (line in need) if (!(line in have)) exit 1
  }' "$1"
`;

/** Writes `input.txt` and `interesting.sh`. */
export const writeInput = (directory: string, { n, uses, wanted }: FileInput, seconds: number): void => {
  const lines = Array.from({ length: n }, (_, line) => [line, ...uses(line)].join(" "));
  writeFileSync(join(directory, "input.txt"), `${lines.join("\n")}\n`);
  writeFileSync(join(directory, "interesting.sh"), SCRIPT(seconds, wanted));
  chmodSync(join(directory, "interesting.sh"), 0o755);
};
