/** Writes forty failing files, as a random tester would: `node make-files.mjs FOLDER`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder = "crashes"] = process.argv;
let state = 1;
const below = (most) => {
  state = (state * 48271) % 2147483647;
  return state % most;
};
const pick = (items) => items[below(items.length)];
const name = () => pick(["colour", "width", "path", "user", "level"]) + below(100);

const harmless = [
  () => `${name()} = ${below(5000)}`,
  () => `${name()} = ${name()}`,
  () => `[${name()}]`,
  () => `# ${name()}`,
  () => `${name()} = [${name()}, ${name()}]`,
];
const failing = [
  () => `${name()} = [${Array.from({ length: 5 + below(4) }, name).join(", ")}]`,
  () => `${name()} = ${10000 + below(90000)}`,
  () => "[]",
  () => `${name()} = $${name()}`,
];

mkdirSync(folder, { recursive: true });
for (let file = 0; file < 40; file++) {
  const lines = Array.from({ length: 2 + below(20) }, () => pick(harmless)());
  lines.splice(below(lines.length + 1), 0, pick(failing)());
  writeFileSync(join(folder, `case-${String(file).padStart(2, "0")}.ini`), `${lines.join("\n")}\n`);
}
