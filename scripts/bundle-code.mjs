/** Makes few modules of many: to load seven hundred small ones takes longer than most of what a command does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.mjs";

const { bin, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What can be imported, as modules of src: the exports of package.json, in every condition. */
export const libraries = modulesIn(exports);

/**
 * The modules of src that become files of dist by these fields of a package.json.
 *
 * @param {unknown} fields
 * @returns {string[]}
 */
function modulesIn(fields) {
  if (typeof fields === "object" && fields !== null) return Object.values(fields).flatMap(modulesIn);
  const [, path] = /^\.\/dist\/(.*)\.js$/.exec(String(fields)) ?? [];
  return path === undefined ? [] : [`${path}.ts`];
}

/**
 * What several of them load, and what is loaded late, becomes pieces. Pieces lie as deep as modules do, so that paths from there to the
 * package's files hold.
 *
 * @param {string} dist
 * @param {readonly string[]} modules of src
 */
export async function bundleCode(dist, modules = [...modulesIn(bin), ...libraries]) {
  const src = join(root, "src");
  await build({
    entryPoints: modules.map((path) => join(src, path)),
    outbase: src,
    outdir: dist,
    chunkNames: "pieces/[name]-[hash]",
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    tsconfigRaw: {},
    logLevel: "warning",
  });
}
