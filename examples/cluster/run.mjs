/** A NATS server and two workers on this machine, and a reduction with and without them: `node run.mjs`. */
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const pare = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "pare-cluster-"));
/** Debian keeps servers where users do not look. */
const env = { ...process.env, PATH: [process.env.PATH, "/usr/sbin", "/usr/local/sbin"].join(delimiter) };
const secret = join(work, "pare.secret");
/** @type {import("node:child_process").ChildProcess[]} */
const started = [];

/**
 * @param {string} program
 * @param {readonly string[]} words
 */
const start = (program, words) => {
  const child = spawn(program, words, { cwd: work, env, stdio: "ignore" });
  child.on("error", ({ message }) => console.error(message));
  started.push(child);
  return child;
};

/**
 * On a free port of loopback, which the server writes to a file when it listens.
 * @returns {Promise<string>}
 */
const startServer = async () => {
  const words = ["-js", "-a", "127.0.0.1", "-p", "-1", "-sd", join(work, "store"), "--ports_file_dir", work];
  const server = start("nats-server", words);
  const file = join(work, `nats-server_${server.pid}.ports`);
  for (let tries = 0; tries < 250 && server.pid !== undefined && server.exitCode === null; tries++) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (text.trimEnd().endsWith("}")) return JSON.parse(text).nats[0];
    await sleep(20);
  }
  throw new Error("nats-server did not start: apt-get install nats-server");
};

/**
 * @param {string} name of the directory
 * @param {readonly string[]} words
 */
const reduce = async (name, words) => {
  const directory = join(work, name);
  mkdirSync(directory);
  for (const file of ["lock.json", "interesting.sh"])
    cpSync(new URL(`../cases/json-jq-engines/${file}`, import.meta.url), join(directory, file));
  const all = [pare, "reduce", "lock.json", "--test", "./interesting.sh", "--format", "tree", ...words];
  const running = promisify(execFile)(process.execPath, [...all, "--quiet", "--json"], { cwd: directory, env });
  started.push(running.child);
  const { stdout } = await running;
  return { ...JSON.parse(stdout), text: readFileSync(join(directory, "lock.reduced.json"), "utf8") };
};

/** @param {Awaited<ReturnType<typeof reduce>>} result */
const sizes = ({ input, output }) => `${input.bytes} → ${output.bytes} bytes`;
/** @param {Awaited<ReturnType<typeof reduce>>} result */
const seconds = ({ wallMs }) => `${(wallMs / 1000).toFixed(1)} s`;

/** @param {import("node:child_process").ChildProcess} child */
const end = async (child) => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
};

process.on("exit", () => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

try {
  writeFileSync(secret, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  const cluster = ["--cluster", await startServer(), "--secret-file", secret];
  for (const name of ["first", "second"]) {
    const own = ["-j", "1", "--name", name, "--cache", join(work, `cache-${name}`), "--quiet"];
    start(process.execPath, [pare, "worker", ...cluster, ...own]);
  }
  const alone = await reduce("alone", ["-j", "1"]);
  const together = await reduce("together", cluster);
  const { workers, done, cancelled } = together.cluster;
  console.log(`this machine: ${sizes(alone)}, ${alone.tests.run} tests, ${seconds(alone)}`);
  console.log(
    `a cluster: ${sizes(together)}, ${workers} workers, ${done} jobs done, ${cancelled} called off, ${seconds(together)}`,
  );
  console.log(together.text);
  console.log(`the same bytes: ${together.text === alone.text ? "yes" : "no"}`);
  process.exitCode = together.text === alone.text && workers > 0 ? 0 : 1;
} finally {
  for (const child of started.toReversed()) await end(child);
}
