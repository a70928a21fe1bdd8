/** Tests that programs with known dependences take, written forward and backward: `npm run bench:dependences [parts …]`. */
import { countTests } from "./dependences/count.ts";
import { programOf, SHAPES, WRITINGS } from "./dependences/programs.ts";

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 100, 1000, 10_000];

console.log("shape      syntax      parts  forward  backward  ratio  bytes left");
for (const parts of sizes)
  for (const shape of SHAPES)
    for (const [name, writing] of Object.entries(WRITINGS)) {
      const program = programOf(shape, parts);
      const forward = await countTests(program, writing, "forward");
      const backward = await countTests(program, writing, "backward");
      const ratio = (backward.tests / forward.tests).toFixed(2);
      const figures = [parts, forward.tests, backward.tests, ratio, `${forward.bytes}/${backward.bytes}`];
      const widths = [6, 9, 10, 7, 12];
      console.log(
        shape.padEnd(10) + name.padEnd(12) + figures.map((each, at) => String(each).padStart(widths[at] ?? 0)).join(""),
      );
    }
