/** Makes few modules of the command line: to load seven hundred small ones takes longer than most of what it does. */
import { join } from "node:path";
import { build } from "esbuild";

/**
 * The library keeps its modules as they are. Pieces lie as deep as modules do, so that paths from there to the package's files hold.
 *
 * @param {string} dist what src was compiled to
 */
export async function bundleCommands(dist) {
  await build({
    entryPoints: [join(dist, "cli", "main.js")],
    outbase: dist,
    outdir: dist,
    chunkNames: "pieces/[name]-[hash]",
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    logLevel: "warning",
  });
}
