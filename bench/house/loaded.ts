/** How many modules pare loads before it is ready: counted by V8 itself, in a build of that tree. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Builds the tree, and counts the modules (its own and those of packages) that each command loads; nothing if it cannot be built. */
export const loadedModules = (root: string): ReadonlyMap<string, number> => {
  const built = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, encoding: "utf8" });
  if (built.status !== 0) {
    console.error(`no build of ${root}, which may need other packages:\n${built.stdout}${built.stderr}`);
    return new Map();
  }
  return new Map([
    ["modules loaded by pare --version", countLoaded(root, ["--version"])],
    [
      "modules loaded by a small reduction",
      countLoaded(root, ["small.txt", "--", "sh", "-c", "! grep -q b small.txt"]),
    ],
  ]);
};

const countLoaded = (root: string, words: readonly string[]): number => {
  const directory = mkdtempSync(join(tmpdir(), "pare-house-"));
  try {
    writeFileSync(join(directory, "small.txt"), "a\nb\nc\n");
    const coverage = join(directory, "coverage");
    const ended = spawnSync(process.execPath, [join(root, "dist", "cli", "main.js"), ...words], {
      cwd: directory,
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
      encoding: "utf8",
    });
    if (ended.status !== 0) throw new Error(`pare ${words.join(" ")} ended with ${ended.status}: ${ended.stderr}`);
    const urls = readdirSync(coverage).flatMap((file): readonly string[] => {
      const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8")) as {
        readonly result: readonly { readonly url: string }[];
      };
      return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
    });
    return new Set(urls).size;
  } finally {
    rmSync(directory, { recursive: true });
  }
};
