/** Makes one module of the definitions of all languages: to load thirty small ones takes five times as long. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** @param {string} directory what src/languages/known was compiled to */
export async function bundleLanguages(directory) {
  const index = join(directory, "index.js");
  await build({
    entryPoints: [index],
    outfile: index,
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    logLevel: "warning",
  });
  for (const file of readdirSync(directory))
    if (file.endsWith(".js") && file !== "index.js") rmSync(join(directory, file));
}
