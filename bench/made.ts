/** Makes the C and C++ cases that are too large to keep: `npm run bench:made -- --into DIR`, then `npm run bench -- --cases DIR`. */
import { parseArgs } from "node:util";
import { generated } from "./made/csmith.ts";
import { makeCase } from "./made/make.ts";
import { planted } from "./made/planted.ts";

const { values } = parseArgs({
  options: {
    into: { type: "string" },
    only: { type: "string", default: "" },
    packages: { type: "boolean", default: false },
  },
});

const RECIPES = [...generated, ...planted];

const only = values.only.split(",").filter((name) => name !== "");
const chosen = RECIPES.filter(({ name }) => only.length === 0 || only.includes(name));
if (values.packages) console.log([...new Set(chosen.flatMap(({ packages }) => packages))].toSorted().join(" "));
else if (values.into === undefined || chosen.length === 0) {
  console.error(
    `npm run bench:made -- --into DIR [--only CASE,…] | --packages\ncases: ${RECIPES.map(({ name }) => name).join(", ")}`,
  );
  process.exitCode = 2;
} else {
  for (const recipe of chosen) {
    const fault = makeCase(recipe, values.into);
    console.log(`${recipe.name}: ${fault ?? "made"}`);
    if (fault !== undefined) process.exitCode = 1;
  }
}
