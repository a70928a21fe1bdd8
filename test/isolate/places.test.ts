/** Places: whatever tests do to them, they hold exactly the mixture afterwards. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { digest } from "../../src/core/digest.ts";
import { mixture, type Entry, type Mixture } from "../../src/isolate/mixture.ts";
import type { Place } from "../../src/isolate/place.ts";
import { besidePlace, filePlace } from "../../src/isolate/places/beside-place.ts";
import { farmPlace, originPlace, farm } from "../../src/isolate/places/origin-place.ts";
import { placePool } from "../../src/isolate/places/pool.ts";
import { treePlace } from "../../src/isolate/places/tree-place.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "places-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const fresh = (): string => join(root, String((made += 1)));

const file = (text: string, mode = 0o644): Entry => {
  const bytes = new TextEncoder().encode(text);
  return { kind: "file", mode, digest: digest(bytes), bytes: () => bytes };
};
const link = (target: string): Entry => ({ kind: "link", target });
const folder: Entry = { kind: "folder", mode: 0o755 };

type Tree = ReadonlyMap<string, Entry>;

const layOut = (directory: string, tree: Tree): void => {
  mkdirSync(directory, { recursive: true });
  for (const [path, entry] of tree) {
    const full = join(directory, path);
    mkdirSync(dirname(full), { recursive: true });
    if (entry.kind === "file") {
      writeFileSync(full, entry.bytes());
      chmodSync(full, entry.mode);
    } else if (entry.kind === "link") symlinkSync(entry.target, full);
    else mkdirSync(full, { recursive: true });
  }
};

/** Everything below a directory in words: folders only where they are empty. */
const contentOf = (directory: string): Readonly<Record<string, string>> => {
  const found: [string, string][] = [];
  const waiting = [""];
  for (let under = waiting.pop(); under !== undefined; under = waiting.pop()) {
    const names = readdirSync(join(directory, under));
    if (names.length === 0 && under !== "") found.push([under, "folder"]);
    for (const name of names) {
      const path = join(under, name);
      const stats = lstatSync(join(directory, path));
      if (stats.isDirectory()) waiting.push(path);
      else if (stats.isSymbolicLink()) found.push([path, `link ${readlinkSync(join(directory, path))}`]);
      else
        found.push([path, `file ${(stats.mode & 0o777).toString(8)} ${readFileSync(join(directory, path), "utf8")}`]);
    }
  }
  return Object.fromEntries(found);
};

const wordsOf = (tree: Tree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...tree].map(([path, entry]): [string, string] => [
      path,
      entry.kind === "file"
        ? `file ${entry.mode.toString(8)} ${new TextDecoder().decode(entry.bytes())}`
        : entry.kind === "link"
          ? `link ${entry.target}`
          : entry.kind,
    ]),
  );

const changesTo = (base: Tree, target: Tree): Mixture => {
  const entries = new Map<string, Entry | undefined>();
  for (const [path, entry] of target) if (base.get(path) !== entry) entries.set(path, entry);
  for (const path of base.keys()) if (!target.has(path)) entries.set(path, undefined);
  return mixture(entries.size, { entries });
};

const placeOf = (base: Tree, more: Partial<Parameters<typeof treePlace>[0]> = {}): Place => {
  const directory = fresh();
  layOut(directory, base);
  return treePlace({ directory, base: (path) => base.get(path), ...more });
};

/** Any tree: no path lies below one that is no folder. */
const trees: fc.Arbitrary<Tree> = fc
  .array(
    fc.tuple(
      fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
      fc.oneof(
        fc
          .tuple(fc.constantFrom("", "x", "x\n", "long\n".repeat(50)), fc.constantFrom(0o644, 0o755))
          .map(([text, mode]) => file(text, mode)),
        fc.constantFrom("a", "b/c", "nowhere", "..").map(link),
        fc.constant(folder),
      ),
    ),
    { maxLength: 8 },
  )
  .map((entries) => {
    const tree = new Map<string, Entry>();
    for (const [path, entry] of entries) {
      const clashes = [...tree.keys()].some(
        (other) => other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`),
      );
      if (!clashes) tree.set(path, entry);
    }
    return tree;
  });

/** What tests do: by a path that may or may not be there. */
const deeds = {
  write: (path: string) => writeFileSync(path, "written"),
  sameSize: (path: string) => writeFileSync(path, readFileSync(path, "utf8").replaceAll(/./g, "?")),
  replace: (path: string) => {
    rmSync(path, { recursive: true });
    writeFileSync(path, "x");
  },
  remove: (path: string) => rmSync(path, { recursive: true }),
  mkdir: (path: string) => mkdirSync(path, { recursive: true }),
  fill: (path: string) => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "new"), "new");
  },
  link: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync("/", path);
  },
  toFolder: (path: string) => {
    rmSync(path, { recursive: true });
    mkdirSync(join(path, "deep"), { recursive: true });
  },
  chmod: (path: string) => chmodSync(path, 0o700),
  rename: (path: string) => renameSync(path, `${path}.old`),
} as const;

/** A path is only followed as far as it stays inside: tests of this test must not write elsewhere. */
const staysInside = (directory: string, path: string): boolean => {
  const parts = path.split("/");
  return parts.every((_, index) => {
    try {
      return !lstatSync(join(directory, ...parts.slice(0, index + 1))).isSymbolicLink();
    } catch {
      return true;
    }
  });
};

const act = (directory: string, deed: keyof typeof deeds, path: string): void => {
  const isOfLinks = deed === "remove" || deed === "link" || deed === "rename";
  if (!staysInside(directory, isOfLinks ? dirname(path) : path)) return;
  try {
    deeds[deed](join(directory, path));
  } catch {
    // There is nothing it could be done to.
  }
};

const acts = fc.array(
  fc.tuple(
    fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
    fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  ),
  { maxLength: 5 },
);

describe("a tree", () => {
  test("holds exactly the mixture after any preparations, tests and restorations", async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.array(fc.tuple(trees, acts), { minLength: 1, maxLength: 4 }), async (base, rounds) => {
        const place = placeOf(base);
        for (const [target, done] of rounds) {
          await place.prepare(changesTo(base, target));
          expect(contentOf(place.path)).toEqual(wordsOf(target));
          for (const [deed, path] of done) act(place.path, deed, path);
          const before = contentOf(place.path);
          const changed = await place.restore({ keepNew: false });
          expect(contentOf(place.path)).toEqual(wordsOf(target));
          // Whoever is named was changed, and whoever was changed is named.
          const spoilt = Object.entries(wordsOf(target)).filter(([path, words]) => before[path] !== words);
          for (const [path, words] of spoilt) if (words !== "folder") expect(changed).toContain(path);
          for (const path of changed) expect(target.has(path)).toBe(true);
          expect(await place.restore({ keepNew: false })).toEqual([]);
        }
        await place.close();
        expect(existsSync(place.path)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  test("keeps what a build has made, and puts back what it has spoilt", async () => {
    await fc.assert(
      fc.asyncProperty(trees, trees, acts, async (base, target, done) => {
        const place = placeOf(base);
        await place.prepare(changesTo(base, target));
        for (const [deed, path] of done) act(place.path, deed, path);
        const before = contentOf(place.path);
        await place.restore({ keepNew: true });
        const after = contentOf(place.path);
        expect(after).toMatchObject(
          Object.fromEntries(Object.entries(wordsOf(target)).filter(([, words]) => words !== "folder")),
        );
        const isOurs = (path: string): boolean =>
          [...target.keys()].some((own) => own === path || own.startsWith(`${path}/`) || path.startsWith(`${own}/`));
        for (const [path, words] of Object.entries(before)) if (!isOurs(path)) expect(after[path]).toBe(words);
        await place.close();
      }),
      { numRuns: 60 },
    );
  });

  test("writes nothing but what differs, each time with a later time of change", async () => {
    const base = new Map([
      ["a", file("old\n")],
      ["b", file("same\n")],
    ]);
    const place = placeOf(base);
    const timeOf = (path: string): number => lstatSync(join(place.path, path)).mtimeMs;
    const future = Date.now() / 1000 + 3600;
    utimesSync(join(place.path, "a"), future, future);
    const steady = timeOf("b");
    const times = [timeOf("a")];
    for (let round = 0; round < 200; round++) {
      await place.prepare(round % 2 === 0 ? mixture(1, { entries: new Map([["a", file("new\n")]]) }) : mixture(0, {}));
      times.push(timeOf("a"));
    }
    for (const [index, time] of times.entries())
      if (index > 0) expect(time).toBeGreaterThan(times[index - 1] as number);
    expect(timeOf("b")).toBe(steady);
    // Already there: nothing is written.
    await place.prepare(mixture(0, {}));
    expect(timeOf("a")).toBe(times.at(-1));
  });

  test("what was built is older than what is written after it, also within one tick of the clock", async () => {
    const place = placeOf(new Map([["a", file("old")]]));
    const timeOf = (path: string): number => lstatSync(join(place.path, path)).mtimeMs;
    for (let round = 0; round < 50; round++) {
      // It goes and comes back: its own last time is not known any more.
      await place.prepare(mixture(1, { entries: new Map([["a", undefined]]) }));
      writeFileSync(join(place.path, "built"), "");
      await place.prepare(mixture(0, {}));
      expect(timeOf("a")).toBeGreaterThan(timeOf("built"));
      rmSync(join(place.path, "built"));
    }
  });

  test("knows how far it is from a mixture", async () => {
    const base = new Map([
      ["a", file("1")],
      ["b", file("1")],
    ]);
    const place = placeOf(base);
    const both = mixture(2, {
      entries: new Map([
        ["a", file("2")],
        ["b", undefined],
      ]),
    });
    expect(place.distance(mixture(0, {}))).toBe(0);
    expect(place.distance(both)).toBe(2);
    await place.prepare(both);
    expect(place.distance(both)).toBe(0);
    expect(place.distance(mixture(1, { entries: new Map([["a", file("2")]]) }))).toBe(1);
    expect(place.distance(mixture(0, {}))).toBe(2);
    // The same as at the good end, said in another way.
    expect(place.distance(mixture(1, { entries: new Map([["a", file("1")]]) }))).toBe(2);
  });

  test("never writes through links, hard or symbolic", async () => {
    const outside = fresh();
    mkdirSync(outside);
    writeFileSync(join(outside, "kept"), "kept");
    const directory = fresh();
    mkdirSync(directory);
    linkSync(join(outside, "kept"), join(directory, "hard"));
    symlinkSync(outside, join(directory, "soft"));
    const base = new Map([
      ["hard", file("kept")],
      ["soft", link(outside)],
    ]);
    const place = treePlace({ directory, base: (path) => base.get(path) });
    await place.prepare(
      mixture(2, {
        entries: new Map([
          ["hard", file("new")],
          ["soft", undefined],
          ["soft/kept", file("new")],
        ]),
      }),
    );
    expect(contentOf(directory)).toEqual({ hard: "file 644 new", "soft/kept": "file 644 new" });
    expect(contentOf(outside)).toEqual({ kept: "file 644 kept" });
    await place.prepare(mixture(0, {}));
    expect(contentOf(directory)).toEqual({ hard: "file 644 kept", soft: `link ${outside}` });
    await place.close();
    expect(contentOf(outside)).toEqual({ kept: "file 644 kept" });
  });

  test("lays submodules out anew when they change, go, come or are spoilt", async () => {
    const at = (commit: string): Entry => ({ kind: "submodule", commit });
    const base = new Map<string, Entry>([["a", file("a")]]);
    const place = placeOf(base, {
      submodule: async (_path, commit, directory) => writeFileSync(join(directory, commit), "1"),
    });
    const withModule = (commit: string): Mixture => mixture(1, { entries: new Map([["sub/m", at(commit)]]) });
    await place.prepare(withModule("one"));
    expect(contentOf(place.path)).toEqual({ a: "file 644 a", "sub/m/one": "file 644 1" });
    writeFileSync(join(place.path, "sub/m/new"), "new");
    writeFileSync(join(place.path, "sub/m/one"), "spoilt");
    expect(await place.restore({ keepNew: false })).toEqual(["sub/m"]);
    expect(contentOf(place.path)).toEqual({ a: "file 644 a", "sub/m/one": "file 644 1" });
    await place.prepare(withModule("two"));
    expect(contentOf(place.path)).toEqual({ a: "file 644 a", "sub/m/two": "file 644 1" });
    expect(await place.restore({ keepNew: false })).toEqual([]);
    await place.prepare(mixture(0, {}));
    expect(contentOf(place.path)).toEqual({ a: "file 644 a" });
  });

  test("leaves alone what it is told to, and what was there without being the candidate's", async () => {
    const directory = fresh();
    layOut(
      directory,
      new Map([
        ["a", file("a")],
        ["node_modules/m", file("m")],
        ["built", file("1")],
      ]),
    );
    const place = treePlace({
      directory,
      base: (path) => (path === "a" ? file("a") : undefined),
      isLeft: (path) => path === "node_modules",
    });
    await place.prepare(mixture(0, {}));
    writeFileSync(join(directory, "node_modules/cache"), "kept");
    writeFileSync(join(directory, "built"), "2");
    chmodSync(directory, 0o755);
    expect(await place.restore({ keepNew: false })).toEqual([]);
    expect(contentOf(directory)).toEqual({
      a: "file 644 a",
      built: "file 644 2",
      "node_modules/cache": "file 644 kept",
      "node_modules/m": "file 644 m",
    });
  });

  test("make builds again what was written, and nothing else", async () => {
    const rule = "all: a.out b.out\n%.out: %.in\n\tcp $< $@\n\techo $< >> log\n";
    const base = new Map([
      ["Makefile", file(rule)],
      ["a.in", file("1")],
      ["b.in", file("1")],
    ]);
    const place = placeOf(base);
    const build = async (to: Mixture): Promise<readonly string[]> => {
      await place.prepare(to);
      rmSync(join(place.path, "log"), { force: true });
      execFileSync("make", ["-s"], { cwd: place.path });
      await place.restore({ keepNew: true });
      const log = join(place.path, "log");
      return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    };
    const other = mixture(1, { entries: new Map([["a.in", file("2")]]) });
    expect(await build(mixture(0, {}))).toEqual(["a.in", "b.in"]);
    expect(await build(mixture(0, {}))).toEqual([]);
    expect(await build(other)).toEqual(["a.in"]);
    expect(readFileSync(join(place.path, "a.out"), "utf8")).toBe("2");
    expect(await build(mixture(0, {}))).toEqual(["a.in"]);
    expect(readFileSync(join(place.path, "a.out"), "utf8")).toBe("1");
  });
});

test("a single file is replaced, and put back after tests", async () => {
  const directory = fresh();
  mkdirSync(directory);
  writeFileSync(join(directory, "neighbour"), "n");
  const path = join(directory, "in.json");
  const place = await filePlace({ file: path, cwd: root, base: file("{}") });
  expect(place).toMatchObject({ cwd: root, path });
  expect(readFileSync(path, "utf8")).toBe("{}");
  await place.prepare(mixture(1, { entries: new Map([["whatever/it/is.json", file("[]")]]) }));
  expect(readFileSync(path, "utf8")).toBe("[]");
  writeFileSync(path, "spoilt");
  writeFileSync(join(directory, "neighbour"), "changed");
  expect(await place.restore({ keepNew: false })).toEqual(["in.json"]);
  expect(readFileSync(path, "utf8")).toBe("[]");
  expect(place.distance(mixture(0, {}))).toBe(1);
  await place.prepare(mixture(0, {}));
  expect(readFileSync(path, "utf8")).toBe("{}");
  await place.close();
  expect(contentOf(directory)).toEqual({ neighbour: "file 644 changed" });
});

describe("links to everything", () => {
  test("what is new goes, what was replaced or removed is linked again", () => {
    const origin = fresh();
    layOut(
      origin,
      new Map([
        ["a", file("a")],
        ["b/c", file("c")],
        ["gone", file("g")],
        [".pare/run", file("r")],
      ]),
    );
    const { directory, restore } = farm(fresh(), origin, { except: ["own"] });
    const linked = contentOf(directory);
    expect(Object.keys(linked)).toEqual(["a", "b", "gone"]);
    expect(readFileSync(join(directory, "b/c"), "utf8")).toBe("c");
    mkdirSync(join(directory, "own"));
    rmSync(join(directory, "a"));
    writeFileSync(join(directory, "a"), "mine");
    rmSync(join(directory, "gone"));
    mkdirSync(join(directory, "out/deep"), { recursive: true });
    restore();
    expect(contentOf(directory)).toEqual({ ...linked, own: "folder" });
    expect(contentOf(origin)).toMatchObject({ a: "file 644 a", gone: "file 644 g" });
  });

  test("a candidate lies among the neighbours of the good end, and the command among what lies in the origin", async () => {
    const origin = fresh();
    const base = new Map([["index.js", file("1")]]);
    layOut(origin, new Map([["check.js", file("c")]]));
    layOut(join(origin, "ends/good"), base);
    layOut(join(origin, "ends/node_modules"), new Map([["m", file("m")]]));
    const place = await besidePlace({
      directory: join(origin, ".pare/places/1"),
      origin,
      good: join(origin, "ends/good"),
      open(directory, cwd) {
        layOut(directory, base);
        return treePlace({ directory, cwd, base: (path) => base.get(path) });
      },
    });
    expect(readdirSync(place.cwd).toSorted()).toEqual(["check.js", "ends"]);
    expect(readdirSync(dirname(place.path)).toSorted()).toEqual(["good", "node_modules"]);
    await place.prepare(mixture(1, { entries: new Map([["index.js", file("2")]]) }));
    writeFileSync(join(place.cwd, "out"), "");
    writeFileSync(join(dirname(place.path), "out"), "");
    writeFileSync(join(place.path, "out"), "");
    expect(await place.restore({ keepNew: false })).toEqual([]);
    expect(readdirSync(place.cwd).toSorted()).toEqual(["check.js", "ends"]);
    expect(readdirSync(dirname(place.path)).toSorted()).toEqual(["good", "node_modules"]);
    expect(contentOf(place.path)).toEqual({ "index.js": "file 644 2" });
    await place.close();
    expect(readdirSync(join(origin, ".pare/places"))).toEqual([]);
    expect(contentOf(join(origin, "ends"))).toEqual({ "good/index.js": "file 644 1", "node_modules/m": "file 644 m" });
  });

  test("words need a farm or nothing at all", async () => {
    const origin = fresh();
    layOut(origin, new Map([["a", file("a")]]));
    const apart = farmPlace(join(fresh(), "deep"), origin);
    writeFileSync(join(apart.cwd, "out"), "");
    await apart.restore({ keepNew: true });
    expect(readdirSync(apart.cwd)).toEqual(["a", "out"]);
    await apart.restore({ keepNew: false });
    expect(readdirSync(apart.cwd)).toEqual(["a"]);
    await apart.close();
    expect(existsSync(apart.cwd)).toBe(false);
    const own = originPlace(origin);
    expect(own).toMatchObject({ cwd: origin, path: origin });
    await own.close();
    expect(contentOf(origin)).toEqual({ a: "file 644 a" });
  });
});

describe("the pool", () => {
  const base = new Map([["a", file("0")]]);
  const opened = () => {
    const directories: string[] = [];
    const pool = placePool({
      root: join(fresh(), "places"),
      open: async (directory) => {
        directories.push(directory);
        layOut(directory, base);
        return treePlace({ directory, base: (path) => base.get(path) });
      },
    });
    return { pool, directories };
  };
  const state = (text: string): Mixture => mixture(1, { entries: new Map([["a", file(text)]]) });
  const visit = (pool: ReturnType<typeof placePool>, to: Mixture): Promise<string> =>
    pool.lend(to, async (place) => {
      await place.prepare(to);
      return place.directory;
    });

  test("opens as many places as are in use at once, and lends the nearest one", async () => {
    const { pool, directories } = opened();
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const hold = (text: string): Promise<string> =>
      pool.lend(state(text), async (place) => {
        await place.prepare(state(text));
        await gate;
        return place.directory;
      });
    const held = ["1", "2", "3"].map(hold);
    go();
    const [one, two, three] = await Promise.all(held);
    expect(new Set([one, two, three]).size).toBe(3);
    expect(pool.size).toBe(3);
    expect(await visit(pool, state("2"))).toBe(two);
    expect(await visit(pool, state("3"))).toBe(three);
    expect(await visit(pool, state("1"))).toBe(one);
    expect(directories.length).toBe(3);
    await pool.close();
    expect(existsSync(dirname(one as string))).toBe(false);
  });

  test("does not use a place again in which something went wrong", async () => {
    const { pool, directories } = opened();
    const first = await visit(pool, state("1"));
    await expect(pool.lend(state("1"), () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
    expect(existsSync(first)).toBe(false);
    expect(pool.size).toBe(0);
    expect(await visit(pool, state("1"))).not.toBe(first);
    expect(directories.length).toBe(2);
    await pool.close();
  });

  test("waits for what is lent before it closes", async () => {
    const { pool } = opened();
    let isDone = false;
    const busy = pool.lend(state("1"), async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isDone = true;
    });
    await pool.close();
    expect(isDone).toBe(true);
    await busy;
  });

  test("removes what a killed process has left, and reports a place that cannot be opened", async () => {
    const directory = join(fresh(), "places");
    layOut(directory, new Map([["001/deep/file", file("left")]]));
    let fails = true;
    const pool = placePool({
      root: directory,
      open: async (at) => {
        mkdirSync(at);
        if (fails) throw new Error("cannot");
        return originPlace(at);
      },
    });
    expect(readdirSync(directory)).toEqual([]);
    await expect(visit(pool, state("1"))).rejects.toThrow("cannot");
    expect([pool.size, readdirSync(directory)]).toEqual([0, []]);
    fails = false;
    await visit(pool, state("1"));
    expect(pool.size).toBe(1);
    await pool.close();
  });
});
