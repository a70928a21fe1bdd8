/** More than a hundred ways out of the sandbox, as root and as an ordinary user: none may be open, and each is tried without it, too. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSandbox } from "../../src/runner/index.ts";
import { tally } from "./tally.ts";
import { lacks, without } from "../support/needs.ts";

const NOBODY = 65_534;
const HERE = join(import.meta.dirname, "ways-out");

interface Attempt {
  readonly isOpen: boolean;
  readonly isTried: boolean;
  readonly said: string;
}

type Attempts = Readonly<Record<string, Attempt>>;

const obstacle = ((): string => {
  try {
    checkSandbox();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
})();
if (obstacle !== "") process.stderr.write(`The storm of the sandbox is skipped. ${obstacle}\n`);

const isRoot = process.getuid?.() === 0;
/** Who may read this directory and may have a sandbox. */
const canBeNobody =
  isRoot &&
  spawnSync("setpriv", [...reduced(NOBODY), "bwrap", "--unshare-user", "--ro-bind", "/", "/", "test", "-r", HERE])
    .status === 0;

function reduced(uid: number): readonly string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
}

/** What lies outside of the sandbox, all of it the user's own. */
interface World {
  readonly directory: string;
  run(words: readonly string[], stdio?: readonly (number | "ignore" | "pipe")[]): string;
  close(): void;
}

const openWorld = async (uid: number): Promise<World> => {
  // Not in /tmp, which is hidden in a sandbox.
  const directory = mkdtempSync("/var/tmp/pare-ways-");
  const program = join(directory, "ways-out");
  execFileSync("gcc", ["-w", "-O1", "-o", program, join(HERE, "ways-out.c"), "-lrt"]);
  const origin = join(directory, "origin");
  mkdirSync(origin);
  const asUser = (words: readonly string[]): readonly [string, readonly string[]] =>
    uid === process.getuid?.() ? [words[0] ?? "", words.slice(1)] : ["setpriv", [...reduced(uid), ...words]];
  const setuid = join(directory, "setuid");
  copyFileSync(program, setuid);
  if (isRoot) {
    for (const path of [directory, origin]) chownSync(path, uid, uid);
    chownSync(setuid, uid === 0 ? NOBODY : 0, 0);
    spawnSync("mknod", ["-m", "666", join(directory, "zero"), "c", "1", "5"]);
  }
  chmodSync(setuid, 0o4755);
  const address = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const ip = address.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "192.0.2.1";
  const base = { W_DIR: directory, W_ORIGIN: origin, W_NAME: `pare-${directory.slice(-6)}`, W_IP: ip };
  const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], HOME: directory, ...base };
  const victim: ChildProcess = spawn(...(asUser([program, "victim", "SECRET-OF-VICTIM"]) as [string, string[]]), {
    env: { ...env, SECRET: "SECRET-OF-VICTIM" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const [said] = (await once(victim.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const [port, terminal] = said.toString().trim().split(" ");
  Object.assign(env, { W_PORT: port, W_PTS: terminal, W_PID: String(victim.pid) });
  const run: World["run"] = (words, stdio = ["ignore", "pipe", "ignore"]) => {
    const [file, args] = asUser(words);
    const { stdout } = spawnSync(file, args, { env, stdio: [...stdio], encoding: "utf8", maxBuffer: 2 ** 26 });
    return stdout;
  };
  run([program, "make_shared"]);
  run([program, "make_queue"]);
  return {
    directory,
    run,
    close: () => {
      run([program, "drop_shared"]);
      run([program, "drop_queue"]);
      victim.kill("SIGKILL");
      rmSync(join("/run", base.W_NAME), { force: true });
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** With descriptors 5 and 30 open on a file of the user. */
const attempts = (world: World, how: "native" | "spawn" | "none", names: readonly string[]): Attempts => {
  const handed = openSync(join(world.directory, "handed"), "a", 0o666);
  const stdio = Array.from({ length: 31 }, (_, fd) => (fd === 5 || fd === 30 ? handed : fd === 1 ? "pipe" : "ignore"));
  try {
    chmodSync(join(world.directory, "handed"), 0o666);
    return JSON.parse(
      world.run(
        [process.execPath, "--import", import.meta.resolve("tsx"), join(HERE, "try.mjs"), how, ...names],
        stdio,
      ),
    ) as Attempts;
  } finally {
    closeSync(handed);
  }
};

const users: readonly (readonly [string, number])[] = [
  ...(isRoot ? [["root", 0] as const] : [["the user", process.getuid?.() ?? 0] as const]),
  ...(canBeNobody ? [["an ordinary user", NOBODY] as const] : []),
];

describe.skipIf(lacks("bwrap") || without("sandbox", obstacle === "")).each(users)("as %s", (_, uid) => {
  let world: World;
  let ways: readonly (readonly [kind: string, name: string])[];
  beforeAll(async () => {
    world = await openWorld(uid);
    ways = world
      .run([join(world.directory, "ways-out"), "list"])
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string])
      .filter(([kind]) => kind !== "help");
  });
  afterAll(() => world.close());

  test("the ways are open without a sandbox", () => {
    const harmless = ways.filter(([kind]) => kind !== "harm").map(([, name]) => name);
    const found = attempts(world, "none", harmless);
    const open = harmless.filter((name) => found[name]?.isOpen);
    process.stdout.write(`open without a sandbox: ${open.length} of ${ways.length}, not: ${except(harmless, open)}\n`);
    expect(ways.length).toBeGreaterThan(100);
    expect(ways.filter(([kind, name]) => kind === "sure" && !open.includes(name))).toEqual([]);
  });

  // What a runner has to hand over are the descriptors and the filter.
  test.for([
    ["native", /./],
    ["spawn", /^(descriptor|unix|namespace|key|ring)/],
  ] as const)("none is open in a sandbox over the %s runner", ([how, pattern], context) => {
    const names = ways.map(([, name]) => name).filter((name) => pattern.test(name));
    const found = attempts(world, how, names);
    const bad = names.filter((name) => found[name]?.isTried !== true || found[name].isOpen);
    tally(context, "sandbox", { tried: names.length, held: names.length - bad.length });
    expect(bad.map((name) => [name, found[name]?.said])).toEqual([]);
  });
});

const except = (all: readonly string[], some: readonly string[]): string =>
  all.filter((each) => !some.includes(each)).join(", ");
