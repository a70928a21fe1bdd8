/** Starts other programs from scripts: in the root of the repository, with the tools of node_modules on PATH. */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * @param {readonly string[]} command the program and its arguments
 * @param {{ quiet?: boolean, nodeFolder?: string }} [how] quiet: keep the output to yourself; nodeFolder: where `node` is found first
 * @returns {{ ok: boolean, output: string }} output is empty unless quiet
 */
export function run([program = "", ...args], { quiet = false, nodeFolder } = {}) {
  const path = [nodeFolder, join(root, "node_modules", ".bin"), process.env["PATH"]].filter(Boolean).join(delimiter);
  const result = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: path },
    maxBuffer: 2 ** 28,
    shell: process.platform === "win32",
    stdio: quiet ? "pipe" : "inherit",
  });
  const trouble = result.error ? `${program}: ${result.error.message}\n` : "";
  if (trouble && !quiet) process.stderr.write(trouble);
  return { ok: result.status === 0, output: quiet ? `${result.stdout ?? ""}${result.stderr ?? ""}${trouble}` : "" };
}
