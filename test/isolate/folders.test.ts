import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whole } from "../../src/core/configuration.ts";
import { kindFor } from "../../src/isolate/kinds/index.ts";
import { foldersKind } from "../../src/isolate/kinds/folders/kind.ts";
import type { OpenKind } from "../../src/isolate/kind.ts";
import { directoryTree } from "../../src/isolate/trees/tree.ts";

let origin: string;

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(origin, path)), { recursive: true });
    writeFileSync(join(origin, path), text);
  }
};

beforeEach(() => {
  origin = mkdtempSync(join(tmpdir(), "pare-folders-"));
  mkdirSync(join(origin, "storage"));
  write({
    "old/lib/a.js": "1\n",
    "old/sub/x y.txt": "x\n",
    "new/lib/a.js": "2\n",
    "new/sub/x y.txt": "x\n",
    "new/sub/added": "",
    "node_modules/dep/index.js": "module.exports = 7;\n",
    "check.js": "",
  });
});
afterEach(() => rmSync(origin, { recursive: true, force: true }));

const open = (good: string, bad: string): Promise<OpenKind> =>
  foldersKind.open({
    ends: { paths: [good, bad] },
    origin,
    storage: join(origin, "storage"),
    only: [],
    skip: [],
    level: "auto",
    note: () => undefined,
    signal: new AbortController().signal,
  });

const idsOf = async (kind: OpenKind): Promise<readonly string[]> => (await kind.changes()).all.map(({ id }) => id);

describe("two directories", () => {
  it("become changes, and candidates beside the neighbours of the good one", async () => {
    const kind = await open("old/", "new");
    const changes = await kind.changes();
    expect(changes.all.map(({ id }) => id)).toEqual(["lib/a.js:1", "sub/added"]);
    const place = await kind.openPlace(join(origin, "places", "1"));
    expect(place.path.endsWith("/old")).toBe(true);
    const good = directoryTree(join(origin, "old"));
    expect(directoryTree(place.path).paths).toEqual(good.paths);
    await place.prepare(changes.mix(whole(changes.all)));
    expect(directoryTree(place.path).paths).toEqual(directoryTree(join(origin, "new")).paths);
    expect(readFileSync(join(place.path, "lib/a.js"), "utf8")).toBe("2\n");
    const printed = execFileSync(
      process.execPath,
      ["-e", `console.log(require("module").createRequire(${JSON.stringify(`${place.path}/lib/a.js`)})("dep"))`],
      {
        cwd: place.cwd,
      },
    );
    expect(printed.toString()).toBe("7\n");
    expect(readdirSync(place.cwd)).toContain("check.js");
    await place.close();
    await kind.close();
    expect(readFileSync(join(origin, "old/lib/a.js"), "utf8")).toBe("1\n");
  });

  it("have an identity that is that of their content", async () => {
    const before = (await open("old", "new")).identity;
    expect((await open("old", "new")).identity).toEqual(before);
    write({ "new/lib/a.js": "3\n" });
    expect((await open("old", "new")).identity).not.toEqual(before);
  });

  it("must be two, be there, and differ", async () => {
    await expect(open("old", "check.js")).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(open("old", "none/")).rejects.toMatchObject({ code: "NO_INPUT" });
    await expect((await open("old", "old")).changes()).rejects.toMatchObject({ code: "SAME_ENDS" });
    expect(kindFor({ paths: ["old", "check.js"] }, origin)).toBe(foldersKind);
    expect(kindFor({ paths: ["a.tgz", "b.tgz"] }, origin)).toBe(foldersKind);
    expect(kindFor({ paths: ["check.js", "check.js"] }, origin)).not.toBe(foldersKind);
    expect(kindFor({ lock: ["a", "b"] }, origin)).not.toBe(foldersKind);
  });
});

describe("archives", () => {
  const tar = (name: string, ...words: readonly string[]): void => {
    execFileSync("tar", ["-c", "-a", "-f", join(origin, name), "-C", origin, ...words]);
  };

  it.each(["tar", "tar.gz", "tgz", "tar.xz"])("are unpacked: .%s, without the folder at the top", async (extension) => {
    tar(`g-1.0.${extension}`, "old");
    tar(`b-2.0.${extension}`, "-C", "new", "lib", "sub");
    const kind = await open(`g-1.0.${extension}`, `b-2.0.${extension}`);
    expect(await idsOf(kind)).toEqual(["lib/a.js:1", "sub/added"]);
    const place = await kind.openPlace(join(origin, "places", "1"));
    expect(place.path.endsWith("/g-1.0")).toBe(true);
    expect(readFileSync(join(place.path, "lib/a.js"), "utf8")).toBe("1\n");
    await place.close();
  });

  it("are unpacked: .zip", async () => {
    execFileSync("python3", ["-m", "zipfile", "-c", join(origin, "new.zip"), join(origin, "new")]);
    expect(await idsOf(await open("old", "new.zip"))).toContain("lib/a.js:1");
  });

  it.each(["a.tgz", "a.zip"])("that are damaged are refused: %s", async (name) => {
    write({ [name]: "no archive" });
    await expect(open("old", name)).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(open("old", name)).rejects.toThrow(/cannot be unpacked/);
  });

  it("need their program", async () => {
    tar("a.tar", "old");
    const { PATH } = process.env;
    process.env["PATH"] = join(origin, "nothing");
    try {
      await expect(open("a.tar", "new")).rejects.toMatchObject({ code: "NO_PROGRAM" });
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});
