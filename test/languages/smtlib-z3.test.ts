/** What pare proposes of SMT-LIB by default, read by z3. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { auto } from "../../src/pipelines/auto.ts";
import { languageNamed, reduced } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";
import { lacks } from "../support/needs.ts";
import { drawnScript } from "./smtlib-scripts.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/smtlib/", import.meta.url));

const REALISTIC = readdirSync(FOLDER).map((name) => [name, readFileSync(FOLDER + name, "utf8")] as const);
const DRAWN = Array.from({ length: 20 }, (_, seed) => [`drawn script ${seed}`, drawnScript(seed)] as const);

/** Questions to the solver take time, and answers are not there without them; what must come first is known to be right. */
const ASKING =
  /\((?:check-sat|get-(?:model|info|value|unsat-core)|exit|set-(?:logic|info))\b(?:[^()"]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/** The numbers of the scripts about which z3 says that something is wrong, all of them read by one process. */
const refusedBy = (scripts: readonly string[]): ReadonlySet<number> => {
  const input = scripts.map(
    (text, number) => `(push 1)\n${text.replaceAll(ASKING, "")}\n(pop 1)\n(echo "=== ${number}")\n`,
  );
  const { stdout, error } = spawnSync("z3", ["-in"], { input: input.join(""), encoding: "utf8", maxBuffer: 2 ** 28 });
  if (error !== undefined) throw error;
  const said = stdout.split(/^=== \d+$/m);
  expect(said).toHaveLength(scripts.length + 1);
  return new Set(said.flatMap((words, number) => (words.includes("(error") ? [number] : [])));
};

/** What is asked about a script of which some words are needed: different texts, in order. */
const candidatesOf = async (text: string, salt: number): Promise<readonly string[]> => {
  const random = draws(salt);
  const words = [...new Set(text.match(/(?<=\()[a-z][\w.]+/g))].filter((word) => !/-|^[dp]/.test(word));
  const needed = [0, 1].map(() => words[random.below(words.length)] ?? "assert");
  const asked = new Set<string>();
  reduced(
    auto({ language: await languageNamed("smtlib"), rename: false, valid: "whole" }),
    text,
    (candidate) => {
      asked.add(candidate);
      return needed.every((word) => candidate.includes(`(${word}`));
    },
    MOST,
  );
  return [...asked];
};

/** Of one script. */
const MOST = 40;

describe.skipIf(lacks("z3"))("z3", () => {
  test("accepts the scripts themselves", () => {
    const scripts = [...REALISTIC, ...DRAWN].map(([, text]) => text);
    expect([...refusedBy(scripts)].map((number) => scripts[number])).toEqual([]);
  });

  test("accepts at least 95 of 100 candidates of realistic and drawn scripts", async () => {
    const candidates: string[] = [];
    for (const [salt, [, text]] of [...REALISTIC, ...DRAWN].entries())
      candidates.push(...(await candidatesOf(text, salt)));
    expect(candidates.length).toBeGreaterThan(600);
    const refused = refusedBy(candidates);
    expect(refused.size / candidates.length).toBeLessThanOrEqual(0.05);
  });
});
