/** Bundles the scripts of the live page and of reports, one file each, into a directory. */
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.mjs";

/** @param {string} directory */
export async function bundleWeb(directory) {
  await build({
    entryPoints: {
      live: join(root, "src", "web", "client", "live.tsx"),
      copy: join(root, "src", "web", "client", "copy.tsx"),
      report: join(root, "src", "web", "client", "report.tsx"),
    },
    outdir: directory,
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfigRaw: {},
    legalComments: "none",
    logLevel: "warning",
  });
}
