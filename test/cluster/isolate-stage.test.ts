/** What tests of an isolation need, packed and laid out again; and mixtures as bytes. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readFileSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BenchPlace } from "../../src/cluster/bench.ts";
import type { Blobs } from "../../src/cluster/blobs.ts";
import { unpackTree } from "../../src/cluster/trees.ts";
import { layStage } from "../../src/isolate/cluster/mixture-bench.ts";
import { mixtureContent, mixtureIn } from "../../src/isolate/cluster/mixture-content.ts";
import {
  packStage,
  type PackedStage,
  type BenchStageOptions,
  mapTexts,
  restoredIn,
} from "../../src/isolate/cluster/stage.ts";
import { walk } from "../../src/isolate/cluster/stage-walk.ts";
import { mixture, type Entry } from "../../src/isolate/mixture.ts";
import { fileOf } from "../../src/isolate/trees/tree.ts";
import { contentOf } from "../../src/runs/steps/content.ts";
import { sha256 } from "../../src/runs/identity.ts";
import { fresh, place } from "./isolate-support.ts";

interface Store extends Blobs {
  readonly kept: ReadonlyMap<string, Uint8Array>;
}

const openStore = (): Store => {
  const kept = new Map<string, Uint8Array>();
  const put = (bytes: Uint8Array): Promise<string> => {
    kept.set(sha256(bytes), bytes);
    return Promise.resolve(sha256(bytes));
  };
  return { kept, put, get: (name) => Promise.resolve(kept.get(name) as Uint8Array) };
};

interface Laid extends PackedStage {
  /** Of something here, there. */
  at(path: string): string;
  readonly directory: string;
  readonly store: Store;
}

const placeWith = (store: Blobs): Pick<BenchPlace, "blob" | "tree"> => ({
  blob: (name) => store.get(name),
  tree: async (name) => await unpackTree(await store.get(name), fresh()),
});

const laid = async (
  options: Omit<BenchStageOptions, "blobs" | "without"> & Partial<BenchStageOptions>,
): Promise<Laid> => {
  const store = openStore();
  const packed = await packStage({ without: [], ...options, blobs: store });
  const directory = fresh();
  await layStage(packed.stage, placeWith(store), directory);
  return { ...packed, at: (path) => join(directory, packed.placed(path)), directory, store };
};

describe("a stage", () => {
  test("lies elsewhere as it lies here, without histories and runs", async () => {
    const top = place({
      "work/a.txt": "a",
      "work/run.sh": "#!/bin/sh\n",
      "work/.git/HEAD": "ref",
      "work/.pare/run/x": "x",
      "work/runs/x": "x",
      "work/deep/b.txt": "b",
      "other/data/c.txt": "c",
      "other/d.txt": "d",
    });
    execFileSync("mkfifo", [join(top, "work/pipe")]);
    const origin = join(top, "work");
    const without = [join(origin, "runs")];
    const { at, stage } = await laid({ origin, roots: [origin, join(top, "other/data")], without });
    expect(readFileSync(at(join(origin, "deep/b.txt")), "utf8")).toBe("b");
    expect(statSync(at(join(origin, "run.sh"))).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(at(origin), "../other/data/c.txt"), "utf8")).toBe("c");
    const left = [".git", ".pare", "runs", "pipe", "../other/d.txt"];
    expect(left.filter((path) => existsSync(join(at(origin), path)))).toEqual([]);
    expect(stage.origin.split("/")).toHaveLength(2);
  });

  test("has what links lead to, packages with all others; links to what every machine has stay", async () => {
    const top = place({
      "work/in/x": "x",
      "apart/node_modules/one/x": "1",
      "apart/node_modules/two/x": "2",
      "apart/other": "no",
      "far/file": "far",
    });
    const origin = join(top, "work");
    const links = {
      inside: "in/x",
      absolute: join(origin, "in/x"),
      out: "../far/file",
      package: join(top, "apart/node_modules/one"),
      system: "/usr/bin/env",
      nowhere: "missing",
      above: "..",
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(origin, name));
    const { at, directory } = await laid({ origin, roots: [origin] });
    const targetOf = (name: string): string => readlinkSync(join(at(origin), name));
    expect(targetOf("inside")).toBe("in/x");
    expect(targetOf("absolute")).toBe(at(join(origin, "in/x")));
    expect(readFileSync(join(at(origin), "out"), "utf8")).toBe("far");
    expect(readFileSync(join(targetOf("package"), "../two/x"), "utf8")).toBe("2");
    expect(targetOf("package").startsWith(directory)).toBe(true);
    expect([targetOf("system"), targetOf("nowhere"), targetOf("above")]).toEqual(["/usr/bin/env", "missing", ".."]);
    expect(existsSync(at(join(top, "apart/other")))).toBe(false);
  });

  test("is made of the same packs wherever it lies, and what is large has one of its own", async () => {
    const files = { "big/a": "x".repeat(2 ** 21), "small/b": "b", "good/c": "c" };
    const [one, two] = [place(files), place({ ...files, "small/b": "other" })];
    const again = place(files);
    const packed = async (top: string): Promise<Laid> =>
      await laid({ origin: top, roots: [top], candidate: join(top, "good") });
    const [first, second, third] = [await packed(one), await packed(two), await packed(again)];
    expect(third.stage).toEqual(first.stage);
    expect(first.stage.packs).toHaveLength(2);
    expect(second.stage.packs[1]).toEqual(first.stage.packs[1]);
    expect(second.stage.packs[0]).not.toEqual(first.stage.packs[0]);
    expect(readFileSync(second.at(join(two, "big/a")), "utf8")).toBe(files["big/a"]);
    expect(readFileSync(join(first.directory, first.stage.candidate ?? "", "c"), "utf8")).toBe("c");
    expect(first.files).toEqual(["c"]);
  });

  test("packages that ask for nothing else are linked as a tree; those of a workspace are not", async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`node_modules/p${n}/index.js`, `${n}`]));
    const [plain, workspace] = [place(many), place({ ...many, "packages/own/index.js": "own" })];
    symlinkSync("../p1/index.js", join(plain, "node_modules/p0/link"));
    symlinkSync("../packages/own", join(workspace, "node_modules/own"));
    const first = await laid({ origin: plain, roots: [plain] });
    expect(first.stage.trees.map(([path]) => path)).toEqual([`${first.stage.origin}/node_modules`]);
    expect(readFileSync(first.at(join(plain, "node_modules/p0/link")), "utf8")).toBe("1");
    const second = await laid({ origin: workspace, roots: [workspace] });
    expect(second.stage.trees).toEqual([]);
    expect(readFileSync(second.at(join(workspace, "node_modules/own/index.js")), "utf8")).toBe("own");
  });

  test("is refused when it is too large, before anything is read", () => {
    const top = place({ "a/x": "x".repeat(600), "b/y": "y".repeat(600) });
    const order = { roots: [top], without: [] };
    expect(walk({ ...order, most: 1200 }).files).toHaveLength(2);
    expect(() => walk({ ...order, most: 1199 })).toThrow(
      expect.objectContaining({
        code: "TOO_LARGE",
        advice: expect.stringContaining("Start pare in a directory") as string,
      }),
    );
  });

  test("leaves paths of its machine behind in texts", async () => {
    const top = place({ "work/a": "a", "tools/t": "t" });
    const origin = join(top, "work");
    const { portable, directory, at } = await laid({ origin, roots: [origin, join(top, "tools/t")] });
    const asked = { command: [`${origin}/a`, `cat '${join(top, "tools/t")}'`, `${origin}er`, `x${origin}`], n: 1 };
    const sent = mapTexts(asked, portable);
    expect(mapTexts(sent, restoredIn(directory))).toEqual({
      command: [at(join(origin, "a")), `cat '${at(join(top, "tools/t"))}'`, `${origin}er`, `x${origin}`],
      n: 1,
    });
    expect(sent.command[0]).not.toContain(top);
  });

  test("folders that may only be read are filled all the same", async () => {
    const top = place({ "locked/in/x": "x" });
    chmodSync(join(top, "locked/in"), 0o555);
    const { at } = await laid({ origin: top, roots: [top] });
    expect(readFileSync(at(join(top, "locked/in/x")), "utf8")).toBe("x");
    chmodSync(join(top, "locked/in"), 0o755);
  });

  test.each([
    { packs: [["../elsewhere", "b"]], links: [] },
    { packs: [["/tmp", "b"]], links: [] },
    { packs: [], links: [], trees: [["../b", "b"]] },
    { packs: [], links: [["a/../../b", "c"]] },
    { packs: [], links: [["a", "../c"]] },
  ] as const)("does not leave its directory: %o", async (part) => {
    const pack = contentOf({ files: [{ path: "f", mode: 0o644, bytes: () => Buffer.from("f") }] }, { plain: false });
    const directory = fresh();
    const stage = { origin: "stage", trees: [], ...part };
    const blobs = { ...openStore(), get: () => Promise.resolve(pack) };
    await expect(layStage(stage, placeWith(blobs), directory)).rejects.toThrow("leads elsewhere");
    expect(lstatSync(join(directory, "../b"), { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe("mixtures as bytes", () => {
  const name = fc.stringMatching(/^[a-z]{1,3}$/);
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const entry: fc.Arbitrary<Entry | undefined> = fc.oneof(
    fc
      .record({ mode: fc.constantFrom(0o644, 0o755), bytes: fc.uint8Array({ maxLength: 20 }) })
      .map(({ mode, bytes }) => fileOf(mode, () => bytes)),
    fc.record({ kind: fc.constant("link" as const), target: fc.constantFrom("a", "../b", "/c") }),
    fc.constant({ kind: "folder" as const, mode: 0o755 }),
    fc.constant(undefined),
  );
  const words = fc.array(fc.string(), { maxLength: 3 });
  /** Nothing lies below what is no folder. */
  const apart = (entries: ReadonlyMap<string, Entry | undefined>): boolean =>
    [...entries].every(
      ([one, here]) =>
        here === undefined ||
        here.kind === "folder" ||
        ![...entries].some(([other, there]) => there !== undefined && other.startsWith(`${one}/`)),
    );

  test("come back as they were", () => {
    const entries = fc.array(fc.tuple(path, entry), { maxLength: 8 }).map((pairs) => new Map(pairs));
    const parts = fc.record(
      {
        entries: entries.filter(apart),
        fills: fc.dictionary(name, words),
        environment: fc.dictionary(name, fc.option(fc.string(), { nil: undefined })),
        packages: fc
          .array(fc.tuple(name, fc.constantFrom("good" as const, "bad" as const, undefined)), { maxLength: 3 })
          .map((pairs) => new Map(pairs)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(parts, (given) => {
        const sent = mixture(3, given);
        const back = mixtureIn(mixtureContent(sent));
        expect(back.key()).toBe(sent.key());
        expect(mixtureContent(back)).toEqual(mixtureContent(sent));
        for (const [at, there] of sent.entries)
          if (there?.kind === "file")
            expect(back.entries.get(at)).toMatchObject({ mode: there.mode, digest: there.digest });
      }),
    );
  });

  test.each([
    [[["file", "here/../x", 420, 0]], "not accepted"],
    [[["file", "/x", 420, 0]], "not accepted"],
    [[["file", "x", 420, 0]], "something elsewhere"],
    [[["folder", "gone/../../x", 0]], "not accepted"],
    [
      [
        ["link", "here/a", "b"],
        ["file", "here/a/b", 420, 0],
      ],
      "not a folder",
    ],
    [[["file", "parts", 420, 14], '{"fills":{"a":'], "JSON"],
    [[["file", "parts", 420, 17], '{"fills":{"a":1}}'], "words that are none"],
    [[["file", "parts", 420, 19], '{"variables":["a"]}'], "variables that are none"],
    [[["file", "parts", 420, 28], '{"packages":[["a","other"]]}'], "packages that are none"],
  ])("that are none are refused: %j", (lines, why) => {
    const text = lines.map((line) => (typeof line === "string" ? line : `${JSON.stringify(line)}\n`)).join("");
    expect(() => mixtureIn(Buffer.from(`${text}\n`))).toThrow(why);
  });

  test("submodules do not travel", () => {
    const submodule = { kind: "submodule", commit: "1" } as const;
    expect(() => mixtureContent(mixture(1, { entries: new Map([["sub", submodule]]) }))).toThrow("the submodule sub");
  });
});
