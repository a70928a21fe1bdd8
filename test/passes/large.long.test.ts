/** Large and deep texts: few questions, bounded memory, no stack. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { passes, type Pass, type Syntax } from "../../src/passes/index.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { languageNamed, reducedAsync, syntaxOf } from "./support.ts";
import { sampled } from "../support/whole.ts";

const DEEP = sampled(30_000, 100_000);
const nested = (open: string, inner: string, close: string): string => open.repeat(DEEP) + inner + close.repeat(DEEP);

const NESTS: readonly (readonly [title: string, language: string, text: string])[] = [
  ["arrays in json", "json", nested("[", '"x"', "]")],
  ["blocks in javascript", "javascript", nested("{", "x", "}")],
  ["blocks in c", "c", nested("{", "x;", "}")],
  ["brackets in plain text", "plain", nested("(", "x", ")")],
  ["open brackets in plain text", "plain", nested("(", "x", "")],
];

const listed = (pass: Pass, syntax: Syntax): number => {
  switch (pass.kind) {
    case "cuts":
      return pass.units(syntax).length;
    case "edits":
      return pass.edits(syntax, 0).length;
    case "rewrites":
      return pass.rewrites(syntax).length;
    case "levels":
      return pass.rewrites(syntax, 0)?.length ?? 0;
    case "coupled":
      return pass.changes(syntax).length;
    case "shortenings":
      return pass.parts(syntax).length;
    case "texts":
      return pass.texts(syntax).length;
  }
};

describe.each(NESTS)(`${DEEP} %s`, (_, name, text) => {
  test("every pass lists what it would do", async () => {
    const syntax = syntaxOf(await languageNamed(name), text);
    for (const pass of Object.values(passes)) expect(listed(pass, syntax)).toBeGreaterThanOrEqual(0);
  });

  test("are reduced to what is inside them with few questions", async () => {
    const language = await languageNamed(name);
    const holds = (candidate: string): boolean => candidate.includes("x");
    const {
      text: result,
      asked,
      ended,
    } = await reducedAsync(auto({ language, rename: true, valid: false }), text, holds, 3000);
    expect({ result, ended }).toEqual({ result: "x", ended: true });
    expect(asked).toBeLessThan(300);
  });
});

test("5 MB of JSON in one line are reduced to one string with few questions", async () => {
  const language = await languageNamed("json");
  const rows = Array.from({ length: 60_000 }, (_, id) => ({
    id,
    name: `name ${id}`,
    tags: ["a", "b"],
    nested: { x: [id, null] },
  }));
  const text = JSON.stringify(rows.with(41_234, { ...rows[0], tags: ["needle", "b"] } as never));
  expect(text.length).toBeGreaterThan(4e6);
  const {
    text: result,
    asked,
    ended,
  } = await reducedAsync(
    auto({ language, rename: true, valid: false }),
    text,
    (candidate) => candidate.includes('"needle"'),
    1000,
  );
  expect({ result, ended }).toEqual({ result: '"needle"', ended: true });
  expect(asked).toBeLessThan(200);
});

const MEGABYTES = sampled(20, 50);
/** In MiB. */
const MAX_RSS = sampled(1024, 1536);

/** In a process of its own, so that only the reduction is measured. */
const LOG = `
  import { plainLanguage } from "./src/languages/plain.ts";
  import { auto } from "./src/pipelines/auto.ts";
  import { bytesCase, bytesOf, playedAsync } from "./test/passes/support.ts";
  const text = new TextEncoder();
  const bytes = new Uint8Array(${MEGABYTES}_000_000);
  for (let i = 0, at = 0; at < bytes.length; i++) {
    const line = i === 150_000 ? "needle\\n" : \`2026-01-01 host\${i % 7} service[\${i}]: request /a/b/\${i} took \${i % 1000} ms (status=\${i % 5}, "ok")\\n\`;
    at += text.encodeInto(line, bytes.subarray(at)).written || bytes.length;
  }
  const from = performance.now();
  let first = 0;
  const holds = (candidate) => {
    const fails = Buffer.from(bytesOf(candidate)).includes("needle");
    if (fails && first === 0) first = (performance.now() - from) / 1000;
    return fails;
  };
  const { result } = await playedAsync(auto({ language: plainLanguage, rename: true, valid: false })(bytesCase(bytes)), holds, 30);
  const seconds = (performance.now() - from) / 1000;
  console.log(JSON.stringify({ size: result.size, first, seconds, maxRss: process.resourceUsage().maxRSS / 1024 }));`;

test(`a log of ${MEGABYTES} MB loses nearly everything in 30 questions, below ${MAX_RSS} MiB`, () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const flags = ["--max-old-space-size=1400", "--import", "tsx", "--input-type=module", "--eval", LOG];
  const { size, maxRss, first, seconds } = JSON.parse(
    execFileSync(process.execPath, flags, { cwd, encoding: "utf8" }),
  ) as { readonly size: number; readonly maxRss: number; readonly first: number; readonly seconds: number };
  process.stdout.write(
    `${MEGABYTES} MB: first improvement after ${first.toFixed(1)} s, 30 questions in ${seconds.toFixed(1)} s, ${maxRss.toFixed(0)} MiB\n`,
  );
  expect(size).toBeLessThan(1000);
  expect(maxRss).toBeLessThan(MAX_RSS);
});
