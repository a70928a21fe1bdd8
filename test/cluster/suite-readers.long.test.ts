/** Programs that are measured by what they were built with, or by what runs them: what they need travels to the workers. */
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkedEntries } from "../../src/cluster/trees.ts";
import type { KitFiles } from "../../src/reduce/cluster/kit-files.ts";
import type { ReduceSuiteOptions } from "../../src/suite/options.ts";
import { SANCOV_RUNTIME } from "../../src/suite/readers/sancov/runtime.ts";
import { mustRun } from "../suite/measuring.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { directoryWith } from "./reduce-crew.ts";
import { openSuiteHands, reducedSuite, type SuiteHands } from "./suite-crew.ts";
import { lacks } from "../support/needs.ts";

let server: NatsServer;
let hands: SuiteHands;
const directories: string[] = [];

beforeAll(async () => {
  server = await startNats();
  hands = openSuiteHands(server.url);
});
afterAll(async () => {
  await hands?.stop();
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

const TESTS = {
  "tests/one.txt": "add\nsub\nadd\nadd\n",
  "tests/two.txt": "neg\nadd\nneg\nsub\nneg\n",
  "tests/three.txt": "sub\nsub\nbad\nadd\n",
  "tests/four.txt": "add\n\nadd\nneg\n",
};

const place = (files: Readonly<Record<string, string>>): string => {
  const path = directoryWith({ ...TESTS, ...files });
  directories.push(path);
  return path;
};

interface BothWays {
  readonly local: unknown;
  readonly there: unknown;
}

/** Workers are sent everything that the program is made of. */
const bothWays = async (
  cwd: string,
  options: Partial<ReduceSuiteOptions>,
  program: readonly string[],
): Promise<BothWays> => {
  const order = { tests: ["tests"], start: "seeded", cwd, ...options } as const;
  const local = await reducedSuite(order);
  expect(local.result.units.after).toBeLessThan(local.result.units.before);
  const sent = new Set<string>();
  const hand = await hands.hire(2, (opener) => async (kit, where) => {
    const { files, trees } = (kit.body as { readonly files: KitFiles }).files;
    const packed = checkedEntries(await where.blob(files)).files.map(({ path }) => path);
    for (const path of [...packed, ...trees.map(([tree]) => tree)]) for (const part of path.split("/")) sent.add(part);
    return await opener(kit, where);
  });
  const unfit = new AbortController();
  const onEvent: ReduceSuiteOptions["onEvent"] = (event) => {
    if (event.type === "note" && event.text.includes("set aside")) unfit.abort(new Error(event.text));
  };
  const there = await reducedSuite({ ...order, signal: unfit.signal, onEvent }, server.url);
  await hand.leave();
  expect(program.map((path) => basename(path)).filter((name) => !sent.has(name))).toEqual([]);
  return {
    local: { files: local.files, account: local.account },
    there: { files: there.files, account: there.account },
  };
};

const C = `#include <stdio.h>
#include <string.h>
int total;
static void add(void) { total++; }
static void sub(void) { total--; }
static void neg(void) { total = -total; }
int main(int count, char **words) {
  char line[80];
  FILE *file = fopen(words[count - 1], "r");
  while (file && fgets(line, sizeof line, file)) {
    if (!strcmp(line, "add\\n")) add();
    else if (!strcmp(line, "sub\\n")) sub();
    else if (!strcmp(line, "neg\\n")) neg();
    else if (!strcmp(line, "bad\\n")) return 4;
  }
  return 0;
}
`;

test.skipIf(lacks("clang"))("sancov: the program is sent", async () => {
  const cwd = place({ "src/main.c": C, "runtime.c": SANCOV_RUNTIME });
  mustRun(
    cwd,
    "clang -O1 -g -fsanitize-coverage=inline-bool-flag,pc-table -c src/main.c -o main.o",
    "clang -c runtime.c -o runtime.o && clang main.o runtime.o -o prog",
  );
  const { local, there } = await bothWays(cwd, { cover: "sancov", command: ["./prog", "{}"] }, ["prog"]);
  expect(there).toEqual(local);
});

test.skipIf(lacks("gcc"))("gcov: so are the notes of the compiler", async () => {
  const cwd = place({ "src/main.c": C });
  mustRun(cwd, "mkdir build && cd build && gcc --coverage -O0 ../src/main.c -o ../prog");
  const { local, there } = await bothWays(cwd, { cover: "gcov", command: ["./prog", "{}"] }, [
    "prog",
    "prog-main.gcno",
  ]);
  expect(there).toEqual(local);
});

const MODULES = {
  "package.json": '{"type": "module"}',
  "lib/ops.js": "export const ops = {\n  add: (n) => n + 1,\n  sub: (n) => n - 1,\n  neg: (n) => -n,\n};\n",
  "node_modules/lines/package.json": '{"name": "lines", "type": "module", "exports": "./index.js"}',
  "node_modules/lines/index.js": "export const linesOf = (text) => text.split('\\n').filter((line) => line !== '');\n",
};
const PARTS = ["app/run.js", "app/main.js", "lib", "node_modules", "package.json"];
const RUN = `import { linesOf } from "lines";
import { ops } from "../lib/ops.js";
export const run = (text) => {
  let total = 0;
  for (const line of linesOf(text)) {
    if (ops[line] === undefined) throw new TypeError(line);
    total = ops[line](total);
  }
  return total;
};
`;

test("v8: so are the scripts that the program is made of, and packages", async () => {
  const main = `import { readFileSync } from "node:fs";\nimport { run } from "./run.js";\nrun(readFileSync(process.argv[2], "utf8"));\n`;
  const cwd = place({ ...MODULES, "app/run.js": RUN, "app/main.js": main, "short.txt": "add\nadd\nsub\n" });
  const { local, there } = await bothWays(
    cwd,
    { tests: ["short.txt"], cover: "v8:app,node_modules/lines", command: ["node", join(cwd, "app/main.js"), "{}"] },
    PARTS,
  );
  expect(there).toEqual(local);
});

test("in threads: so is the package of the module, though pare was started in a folder of it", async () => {
  const cwd = place({ ...MODULES, "app/run.js": RUN });
  const cover = "counters:.,../lib,../node_modules/lines";
  const { local, there } = await bothWays(join(cwd, "app"), { tests: ["../tests"], inProcess: "./run.js#run", cover }, [
    "run.js",
    "../lib",
    "../node_modules",
    "../package.json",
  ]);
  expect(there).toEqual(local);
});
