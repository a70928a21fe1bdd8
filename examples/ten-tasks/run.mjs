/** Runs the ten tasks of docs/guide/ten-tasks.md in an empty folder: a line for each, with its time. Exits with 1 if a command fails. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guide = readFileSync(join(root, "docs", "guide", "ten-tasks.md"), "utf8");
const tasks = Array.from(
  guide.matchAll(/^## (\d+\. .*)\n\n```sh\n([\s\S]*?)^```$/gm),
  ([, title = "", commands = ""]) => ({
    title,
    commands: commands.trim().split("\n"),
  }),
);

/** What a task must have said, by its number. @type {Readonly<Record<string, RegExp>>} */
const SAID = {
  2: /too few arguments|int total/,
  5: /the change that does it/,
  6: /^2 bugs in 6 files/m,
  8: /stopped: the limit of tests was reached/,
  9: /result: +events\.reduced\.log/,
};

const work = mkdtempSync(join(tmpdir(), "ten-tasks-"));
try {
  cpSync(join(root, "examples", "ten-tasks", "files"), work, { recursive: true });
  const packed = run("npm pack --silent --ignore-scripts --pack-destination " + JSON.stringify(work), root);
  renameSync(join(work, packed.output.trim().split("\n").at(-1) ?? ""), join(work, "pare.tgz"));
  for (const { title, commands } of tasks) {
    const from = performance.now();
    let said = "";
    for (const command of commands) {
      const { code, output, errors } = run(command, work);
      said += `${output}${errors}`;
      if (code === 0) continue;
      console.log(`${title}: ${command} exits with ${code}\n${output}${errors}`);
      process.exitCode = 1;
    }
    const wanted = SAID[Number.parseInt(title, 10)];
    if (wanted !== undefined && !wanted.test(said)) {
      console.log(`${title}: does not say what it should\n${said}`);
      process.exitCode = 1;
    }
    console.log(`${title}: ${commands.length} command${commands.length === 1 ? "" : "s"}, ${seconds(from)} s`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/**
 * @param {string} command
 * @param {string} cwd
 */
function run(command, cwd) {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], { cwd, encoding: "utf8" });
  return { code: status, output: stdout, errors: stderr };
}

/** @param {number} from */
function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}
