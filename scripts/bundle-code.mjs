/** Makes few modules of many: to load seven hundred small ones takes longer than most of what a command does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./run.mjs";

const { bin, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const src = join(root, "src");

/** What can be imported, as modules of src: the exports of package.json, in every condition. */
export const libraries = modulesIn(exports);

/** What the main job loads late, whatever it is told. */
const START = ["cli/commands/reduce.ts", "cli/config.ts", "cli/layers.ts", "runner/removal.ts"];
const WHOLE = ["browser.ts", "index.ts"];
const GROUPS = [modulesIn(bin), START, ["browser.ts"], ["index.ts"], libraries.filter((path) => !WHOLE.includes(path))];

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
  const bundle = await rolldown({
    input: Object.fromEntries(modules.map((path) => [path.replace(/\.ts$/, ""), join(src, path)])),
    external: /^[^./]/,
    platform: "node",
    preserveEntrySignatures: "allow-extension",
    transform: { target: "node20" },
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: dist,
    format: "esm",
    chunkFileNames: "pieces/[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: "entries", name: piecesOf(GROUPS) }],
    },
  });
  await bundle.close();
}

/**
 * Modules lie in one piece when the same groups of entries import them. So a piece imports nothing that one of its groups does not import:
 * the page of a browser never loads what only commands need.
 *
 * @param {readonly (readonly string[])[]} groups modules of src
 * @returns {import("rolldown").CodeSplittingNameFunction}
 */
function piecesOf(groups) {
  /** @type {readonly ReadonlySet<string>[] | undefined} */
  let imported;
  return (id, context) => {
    imported ??= groups.map((group) => importedBy(group, context));
    const by = imported.flatMap((ids, at) => (ids.has(id) ? [at] : []));
    return by.length === 0 || context.getModuleInfo(id)?.isEntry === true ? null : `piece-${by.join("")}`;
  };
}

/**
 * @param {readonly string[]} modules of src
 * @param {import("rolldown").ChunkingContext} context
 */
function importedBy(modules, context) {
  const ids = new Set(modules.map((path) => join(src, path)));
  for (const id of ids) for (const next of context.getModuleInfo(id)?.importedIds ?? []) ids.add(next);
  return ids;
}
