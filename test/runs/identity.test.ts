import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decisiveOptions, type ReduceOptions } from "../../src/reduce/options.ts";
import { extraFileDigests } from "../../src/runs/extra-files.ts";
import { canonical, identityHash, type Identity } from "../../src/runs/identity.ts";
import { newDirectory } from "./support.ts";

const identity: Identity = {
  name: "bug.c",
  input: "aa",
  oracle: { kind: "command", command: ["gcc"], signature: { exit: 1 } },
  beside: [["config.h", "bb"]],
  options: decisiveOptions({ input: "bug.c" }, { language: { identity: "c" } }),
  version: "1.0.0",
};

describe("the identity of a run", () => {
  test.each<[string, Partial<Identity>]>([
    ["the name", { name: "other.c" }],
    ["the content of the input", { input: "ab" }],
    ["the learnt signature", { oracle: { kind: "command", command: ["gcc"], signature: { exit: 2 } } }],
    ["what lies beside", { beside: [["config.h", "cc"]] }],
    ["the version of pare", { version: "1.0.1" }],
  ])("changes with %s", (_, change) => {
    expect(identityHash({ ...identity, ...change })).not.toBe(identityHash(identity));
  });

  const hashOf = (options: Partial<ReduceOptions>): string =>
    identityHash({
      ...identity,
      options: decisiveOptions({ input: "bug.c", ...options }, { language: { identity: "c" } }),
    });

  test.each<Partial<ReduceOptions>>([
    { format: "lines" },
    { strategy: "ddmin" },
    { splitFactor: 3 },
    { order: "backward" },
    { cases: "complements-only" },
    { minimality: 2 },
    { rename: true },
    { valid: true },
    { stdin: true },
    { timeout: 5000 },
    { memory: 1e9 },
    { repeat: 3 },
    { flaky: true },
    { sandbox: true },
  ])("changes with %o", (options) => {
    expect(hashOf(options)).not.toBe(identityHash(identity));
  });

  test("changes with the language that was chosen, not with who chose it", () => {
    const withLanguage = (options: Partial<ReduceOptions>, chosen: string): string =>
      identityHash({
        ...identity,
        options: decisiveOptions({ input: "bug.c", ...options }, { language: { identity: chosen } }),
      });
    expect(withLanguage({}, "cpp")).not.toBe(identityHash(identity));
    expect(withLanguage({ language: "c" }, "c")).toBe(identityHash(identity));
  });

  test.each<Partial<ReduceOptions>>([
    { jobs: 7 },
    { budget: 1000 },
    { maxTests: 10 },
    { untilSize: 10 },
    { output: "elsewhere.c" },
    { inPlace: true },
    { fresh: true },
    { runsDirectory: "runs" },
    { signal: new AbortController().signal },
    { format: "auto", strategy: "auto", timeout: "auto", repeat: 1, flaky: false },
  ])("does not change with %o", (options) => {
    expect(hashOf(options)).toBe(identityHash(identity));
  });

  test("does not depend on the order in which things are said", () => {
    expect(canonical({ b: [1, { d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[1,{"d":1}]}');
    expect(identityHash(Object.fromEntries(Object.entries(identity).toReversed()))).toBe(identityHash(identity));
  });
});

describe("what lies beside the candidate", () => {
  test("is a file's content, and a small directory's names and contents, not their times", () => {
    const directory = newDirectory();
    mkdirSync(join(directory, "include", "deep"), { recursive: true });
    const [file, header, inner] = ["config.h", "include/a.h", "include/deep/b.h"].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    for (const path of [file, header, inner]) writeFileSync(path, "1");
    const digests = () => extraFileDigests([join(directory, "include"), file]);
    const before = digests();
    expect(before.map(([name]) => name)).toEqual(["config.h", "include"]);
    utimesSync(inner, 1, 1);
    utimesSync(file, 1, 1);
    expect(digests()).toEqual(before);
    writeFileSync(inner, "2");
    expect(digests()[0]).toEqual(before[0]);
    expect(digests()[1]).not.toEqual(before[1]);
    writeFileSync(inner, "1");
    expect(digests()).toEqual(before);
    writeFileSync(join(directory, "include", "new"), "");
    expect(digests()[1]).not.toEqual(before[1]);
  });

  test("is names, sizes and times in a large directory", () => {
    const directory = newDirectory();
    for (let i = 0; i < 1001; i++) writeFileSync(join(directory, String(i)), "1");
    utimesSync(join(directory, "7"), 1, 1);
    const before = extraFileDigests([directory]);
    expect(extraFileDigests([directory])).toEqual(before);
    utimesSync(join(directory, "7"), 2, 2);
    expect(extraFileDigests([directory])).not.toEqual(before);
  });

  test("must be there", () => {
    expect(() => extraFileDigests(["/no/such/header.h"])).toThrow(expect.objectContaining({ code: "NO_BESIDE" }));
  });
});
