/** Writes what a shell wants of a program besides the program: the man page, and completion for bash, zsh and fish. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleCode } from "./bundle-code.mjs";
import { root } from "./run.mjs";

/** The names under which these shells look for them. */
const completions = { bash: "pare", zsh: "_pare", fish: "pare.fish" };

/**
 * @param {string} dist
 * @param {string} scratch for modules that the package does not have
 */
export async function writeShellFiles(dist, scratch) {
  await bundleCode(scratch, ["cli/man-page.ts", "cli/commands/completion.ts"]);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { manPage } = await import(pathToFileURL(join(scratch, "cli", "man-page.js")).href);
  writeFileSync(join(dist, "pare.1"), manPage(version));
  const { run } = await import(pathToFileURL(join(scratch, "cli", "commands", "completion.js")).href);
  for (const [shell, file] of Object.entries(completions)) {
    mkdirSync(join(dist, "completion", shell), { recursive: true });
    const write = (/** @type {string} */ text) => writeFileSync(join(dist, "completion", shell, file), text);
    await run([shell], { out: { write } });
  }
}
