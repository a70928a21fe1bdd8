/** The kit of a test: the same wherever it is packed, and harmless whatever is sent to its bench. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Bench, BenchPlace } from "../../src/cluster/bench.ts";
import type { Blobs } from "../../src/cluster/blobs.ts";
import { unpackTree } from "../../src/cluster/trees.ts";
import { entriesCase, fileCase, type TestCase } from "../../src/core/test-case.ts";
import type { Finding } from "../../src/core/verdict.ts";
import type { Bar } from "../../src/oracles/flaky.ts";
import { localBackend } from "../../src/reduce/local-backend.ts";
import type { OracleOptions } from "../../src/reduce/options.ts";
import { openTestBench } from "../../src/reduce/cluster/test-bench.ts";
import { packTest, type PackedTest } from "../../src/reduce/cluster/test-kit.ts";
import { contentOf } from "../../src/runs/steps/content.ts";
import { canonical, sha256 } from "../../src/runs/identity.ts";
import { directoryWith } from "./reduce-crew.ts";

const directories: string[] = [];
afterAll(() => {
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

const place = (files: Readonly<Record<string, string>>): string => {
  const path = directoryWith(files);
  directories.push(path);
  return path;
};

const store = new Map<string, Uint8Array>();
const blobs: Blobs = {
  put: (bytes) => {
    store.set(sha256(bytes), bytes);
    return Promise.resolve(sha256(bytes));
  },
  get: (name) => Promise.resolve(store.get(name) as Uint8Array),
};

const textCase = (text: string): TestCase =>
  fileCase({ path: "in.txt", mode: 0o644, bytes: () => Buffer.from(text) }, text.length);

interface Packing {
  readonly cwd: string;
  readonly options: OracleOptions;
  readonly typed?: string;
  readonly source?: TestCase;
  readonly kind?: "file" | "directory";
  readonly bar?: Bar;
}

const pack = async ({ cwd, options, typed = "in.txt", source, kind = "file", bar }: Packing): Promise<PackedTest> => {
  const beside = (options.extraFiles ?? []).map((path) => join(cwd, path));
  const name = kind === "file" ? "in.txt" : "app";
  const subject = { name, typed, origin: cwd, extraFiles: beside, stdin: false, kind, root: join(cwd, name) };
  const original = source ?? textCase("keep\n");
  const { signal } = new AbortController();
  const open = await localBackend.openOracle({ options, subject, source: original, signal });
  try {
    const { oracle } = open;
    return await packTest({ options, subject, source: original, oracle, ...(bar !== undefined && { bar }), blobs });
  } finally {
    await open.close();
  }
};

/** A machine of its own; `at` is where its bench lives. */
const open = async ({ kit }: PackedTest): Promise<Bench & { readonly at: string }> => {
  const at = mkdtempSync(join(tmpdir(), "pare-bench-"));
  directories.push(at);
  mkdirSync(join(at, "bench"));
  const trees = new Map<string, Promise<string>>();
  const bench: BenchPlace = {
    blob: (name) => blobs.get(name),
    tree: (name) => {
      const tree = trees.get(name) ?? unpacked(at, name);
      trees.set(name, tree);
      return tree;
    },
    directory: join(at, "bench"),
    slots: 1,
  };
  return { ...(await openTestBench(JSON.parse(canonical(kit)), bench)), at };
};

const unpacked = async (at: string, name: string): Promise<string> => {
  mkdirSync(join(at, name));
  return await unpackTree(await blobs.get(name), join(at, name));
};

const ask = async (bench: Bench, content: Uint8Array): Promise<Finding> =>
  (await bench.run(content, { timeout: 600_000 }, new AbortController().signal)).body as Finding;

const SCRIPT = '#!/bin/sh\ngrep -q -f "$PARE_ORIGIN/list" "$1" && test -e lib/a\n';
const FILES = { list: "keep\n", "lib/a": "", "in.txt": "keep\n", "test.sh": SCRIPT, "check.sh": "exit 7\n" };

test("the same test is the same kit in any directory; another one is another", async () => {
  const [one, two, other] = [place(FILES), place(FILES), place({ ...FILES, list: "other\nkeep\n" })];
  const script = { test: "./test.sh", extraFiles: ["lib"] };
  const kits = await Promise.all([one, two, other].map((cwd) => pack({ cwd, options: script })));
  const [first, second, third] = kits.map(({ kit }) => canonical(kit));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(first).not.toContain(one);
  const absolute = await pack({ cwd: one, options: { ...script, test: join(one, "test.sh") } });
  expect(canonical(absolute.kit)).toBe(first);
  const learnt = [one, two].map((cwd) =>
    pack({ cwd, typed: join(cwd, "in.txt"), options: { command: ["sh", join(cwd, "check.sh"), join(cwd, "in.txt")] } }),
  );
  const [here, there] = (await Promise.all(learnt)).map(({ kit }) => canonical(kit));
  expect(there).toBe(here);
  expect(here).not.toContain(one);
});

test("a bench answers as this machine does, lays its files out for itself and judges the original", async () => {
  const cwd = place(FILES);
  const packed = await pack({ cwd, options: { test: "./test.sh", extraFiles: ["lib"] } });
  rmSync(cwd, { recursive: true });
  const bench = await open(packed);
  const shows = await ask(bench, packed.encode(textCase("a\nkeep\n")));
  expect(shows).toMatchObject({ outcome: "fail" });
  const passes = await ask(bench, packed.encode(textCase("a\n")));
  expect(passes).toMatchObject({ outcome: "pass", reason: "exit 1" });
  expect(bench.judge({ body: shows, lasting: true })).toBeUndefined();
  expect(bench.judge({ body: passes, lasting: true })).toContain('answers "pass" (exit 1)');
  await expect(bench.run(new Uint8Array(), {}, new AbortController().signal)).rejects.toThrow("without a limit");
  await bench.close();
});

test("what runs out of time does not last, nor does what was decided by chance", async () => {
  const cwd = place({ "in.txt": "", "test.sh": '#!/bin/sh\ntest -s "$1" && sleep 60\nexit 0\n' });
  const bench = await open(await pack({ cwd, options: { test: "./test.sh" } }));
  const late = await bench.run(Buffer.from("x"), { timeout: 300 }, new AbortController().signal);
  expect(late).toMatchObject({ lasting: false, body: { outcome: "unresolved", evidence: { timedOut: true } } });
  const early = await bench.run(new Uint8Array(), { timeout: 600_000 }, new AbortController().signal);
  expect(early).toMatchObject({ lasting: true, body: { outcome: "fail" } });
  await bench.close();
  const measured = await open(await pack({ cwd, options: { test: "./test.sh" }, bar: { good: 0.7, bad: 0.2 } }));
  const often = await measured.run(new Uint8Array(), { timeout: 600_000 }, new AbortController().signal);
  expect(often).toMatchObject({ lasting: false, body: { outcome: "fail" } });
  await measured.close();
});

test.each([
  ["a path that leads out", [["file", "../../escaped", 0o644, 0]]],
  ["an absolute path", [["file", "/tmp/pare-escaped", 0o644, 0]]],
  [
    "a file below a link",
    [
      ["link", "x", "/tmp"],
      ["file", "x/pare-escaped", 0o644, 0],
    ],
  ],
] as const)("%s is refused", async (_, lines) => {
  const cwd = place({ "app/a": "keep", "test.sh": "#!/bin/sh\ntrue\n" });
  const source = entriesCase({ files: [{ path: "a", mode: 0o644, bytes: () => Buffer.from("keep") }] });
  const packed = await pack({ cwd, kind: "directory", typed: "app", options: { test: "./test.sh" }, source });
  const bench = await open(packed);
  expect(await ask(bench, packed.encode(source))).toMatchObject({ outcome: "fail" });
  const before = readdirSync(bench.at, { recursive: true }).length;
  const hostile = Buffer.from(
    lines.map((line) => `${JSON.stringify(line)}\n${line[0] === "file" ? "\n" : ""}`).join(""),
  );
  await expect(ask(bench, hostile)).rejects.toThrow("the archive has");
  expect(readdirSync(bench.at, { recursive: true })).toHaveLength(before);
  expect(existsSync("/tmp/pare-escaped")).toBe(false);
  await bench.close();
});

test("contents of directories are archives, those of files their bytes", async () => {
  const cwd = place(FILES);
  const packed = await pack({ cwd, options: { test: "./test.sh", extraFiles: ["lib"] } });
  expect(Buffer.from(packed.encode(textCase("abc"))).toString()).toBe("abc");
  const source = entriesCase({ files: [{ path: "a", mode: 0o644, bytes: () => Buffer.from("keep") }] });
  const many = await pack({ cwd, kind: "directory", typed: "app", options: { test: "./test.sh" }, source });
  expect(many.encode(source)).toEqual(contentOf(source, { plain: false }));
});

test("commands that must succeed on every candidate travel with what they name", async () => {
  const cwd = place({ ...FILES, "valid.sh": "#!/bin/sh\ngrep -q valid in.txt\n" });
  const options = { test: "./test.sh", extraFiles: ["lib"] };
  const validators = [`sh ${cwd}/valid.sh`, 'sh "$PARE_ORIGIN/valid.sh" && test -s {}'];
  const packed = await pack({ cwd, source: textCase("keep valid\n"), options: { ...options, validators } });
  expect(canonical(packed.kit)).not.toContain(cwd);
  rmSync(cwd, { recursive: true });
  const bench = await open(packed);
  expect(await ask(bench, packed.encode(textCase("keep valid\n")))).toMatchObject({ outcome: "fail" });
  expect(await ask(bench, packed.encode(textCase("valid\n")))).toMatchObject({ outcome: "pass" });
  const refused = await ask(bench, packed.encode(textCase("keep\n")));
  expect(refused).toMatchObject({ outcome: "pass" });
  expect(bench.judge({ body: refused, lasting: true })).toContain("--passes 'sh <origin>/valid.sh' exits with 1");
  await bench.close();
});
