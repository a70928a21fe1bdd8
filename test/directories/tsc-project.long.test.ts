/** A project of TypeScript under its own compiler: the configuration that makes the mistake one stays. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { reduce } from "../../src/reduce/reduce.ts";
import { newDirectory } from "../runs/support.ts";
import { makeTree, readBack } from "./support.ts";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The mistake is one only where the configuration asks for it. */
const PROJECT = {
  "tsconfig.json": JSON.stringify(
    {
      compilerOptions: {
        noUnusedLocals: true,
        target: "es2022",
        module: "nodenext",
        noEmit: true,
        skipLibCheck: true,
        types: [],
      },
      include: ["src"],
    },
    undefined,
    2,
  ),
  "src/main.ts": `import { area } from "./shapes.js";
const spare = 1;
export const twice = (value: number): number => area(value, value);
export const name: string = "shapes";
`,
  "src/shapes.ts": "export const area = (width: number, height: number): number => width * height;\n",
  "src/other.ts": "export const unused = 1;\n",
} as const;

test("the diagnostic of the result is that of the original, and what makes tsc look for it is left", async () => {
  const directory = newDirectory();
  makeTree(join(directory, "app"), PROJECT);
  symlinkSync(MODULES, join(directory, "app/node_modules"));
  const command = ["node_modules/.bin/tsc", "-p", "."];
  const { description, drift } = await reduce({ cwd: directory, input: "app", command }).result;
  expect(description).toContain("TS6133");
  expect(drift).toBeUndefined();
  const { "README.md": _, node_modules: __, ...left } = readBack(join(directory, "app.reduced"));
  expect(left["tsconfig.json"]).toContain("noUnusedLocals");
  expect(Object.keys(left)).toEqual(["src/main.ts", "tsconfig.json"]);
  expect(left["src/main.ts"]).toContain("spare");
});
