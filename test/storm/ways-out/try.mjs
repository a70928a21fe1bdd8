/** Tries the ways out of a sandbox one after the other, in sandboxes or without: `node try.mjs native|spawn|none NAME…`. Prints what is open. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openRunner, openScratch } from "../../../src/runner/index.ts";

const [how, ...names] = process.argv.slice(2);
const { W_DIR = "", W_ORIGIN = "", W_NAME = "" } = process.env;
const program = join(W_DIR, "ways-out");
const handed = join(W_DIR, "handed");
const scratch = openScratch();
const runner = openRunner({ scratch, backend: how === "spawn" ? "spawn" : undefined });
const env = { ...process.env, W_SCRATCH: scratch.path, W_PARE: String(process.pid) };

/** Ways that seem open from inside, because there is something else of the same name: what can be seen outside. */
const SEEN = {
  create_tmp: () => existsSync(join("/tmp", W_NAME)),
  create_shm: () => existsSync(join("/dev/shm", W_NAME)),
  posix_memory: () => existsSync(join("/dev/shm", W_NAME)),
  create_run: () => existsSync("/run/pare-way-out"),
  create_scratch: () => existsSync(join(scratch.path, W_NAME)),
  descriptor_low: () => statSync(handed).size > 0,
  descriptor_high: () => statSync(handed).size > 0,
  udp: () => existsSync(join(W_DIR, "heard")),
  niceness_of_user: () => env.W_NICE !== niceness(),
};

/** Of the victim. */
const niceness = () => spawnSync("ps", ["-o", "ni=", "-p", env.W_PID]).stdout.toString().trim();

const clean = () => {
  writeFileSync(join(W_DIR, "precious"), "precious");
  truncateSync(handed, 0);
  for (const name of ["new", "moved", "linked"]) rmSync(join(W_DIR, name), { force: true });
  for (const place of ["/tmp", "/dev/shm", scratch.path]) rmSync(join(place, W_NAME), { force: true });
  rmSync(join(W_ORIGIN, "new"), { force: true });
  rmSync("/run/pare-way-out", { force: true });
};

const inSandbox = async (name) => {
  const { path, remove } = scratch.directory([]);
  const sandbox = { scratch: path, readable: [W_ORIGIN] };
  const job = { command: [program, name], cwd: path, env, timeout: 60_000, keep: 1000, sandbox };
  const { code, stdout, stderr } = await runner.run(job, new AbortController().signal);
  remove();
  return { code, said: Buffer.concat([stdout, stderr]).toString() };
};

const without = async (name) => {
  const cwd = mkdtempSync(join(tmpdir(), "way-"));
  const stdio = Array.from({ length: 31 }, (_, fd) => (fd === 5 || fd === 30 ? fd : "ignore"));
  const { status } = spawnSync(program, [name], { env, cwd, stdio, timeout: 60_000 });
  if (name === "udp") for (let round = 0; !SEEN.udp() && round < 1000; round++) await sleep(5);
  rmSync(cwd, { recursive: true, force: true });
  return { code: status, said: "" };
};

const results = {};
rmSync(join(W_DIR, "heard"), { force: true });
env.W_NICE = niceness();
for (const name of names) {
  clean();
  const { code, said } = await (how === "none" ? without : inSandbox)(name);
  const isOpen = SEEN[name]?.() ?? code === 0;
  // Neither open nor refused: it could not be tried, which proves nothing.
  results[name] = { isOpen, isTried: code === 0 || code === 1, said };
}
if (how !== "none" && results.udp !== undefined) results.udp.isOpen = SEEN.udp();
clean();
process.stdout.write(JSON.stringify(results));
await runner.close();
scratch.close();
