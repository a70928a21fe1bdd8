/** What an effect check costs in process: acorn on tests of fast-check, plain and measured, whole tests and by the least of several times. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createUniverse } from "../src/suite/covers.ts";
import { inProcess } from "../src/suite/readers/in-process/in-process.ts";
import { programs } from "../examples/suite-acorn/programs.mjs";
import { run } from "../examples/suite-acorn/parse.mjs";

/** V8's own counters take long. */
const TIMES = { plain: 25, counters: 25, v8: 3 };
const WARM = 5;
const tests = programs(40, 7) as readonly string[];
const origin = fileURLToPath(new URL("..", import.meta.url));

const plain = (test: string): void => {
  try {
    run(test);
  } catch {
    // Some of them are no programs.
  }
};

/** The sum over the tests of the least time of each. */
const cost = async (kind: keyof typeof TIMES, once: (test: string) => unknown): Promise<number> => {
  const least = tests.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < TIMES[kind] + WARM; turn++)
    for (const [at, test] of tests.entries()) {
      const startedAt = performance.now();
      await once(test);
      if (turn >= WARM) least[at] = Math.min(least[at] as number, performance.now() - startedAt);
    }
  return least.reduce((sum, ms) => sum + ms, 0) / tests.length;
};

const alone = await cost("plain", plain);
console.log(`plain      ${alone.toFixed(2)} ms a test of ${Math.round(tests.join("").length / tests.length)} bytes`);
for (const kind of ["counters", "v8"] as const) {
  const library = inProcess({
    universe: createUniverse(),
    origin,
    module: join("examples", "suite-acorn", "parse.mjs"),
    export: "run",
    kind,
    measured: [join("node_modules", "acorn")],
  });
  const ms = await cost(kind, (test) => library.run(test));
  await library.close();
  console.log(
    `${kind.padEnd(10)} ${ms.toFixed(2)} ms, ${(ms / alone).toFixed(1)} times that, with the message to the thread and back`,
  );
}
