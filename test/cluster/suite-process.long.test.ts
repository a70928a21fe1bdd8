/** `pare suite reduce --cluster` as people type it, with processes that are killed. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNats, type NatsServer } from "./nats-server.ts";
import { suiteIn } from "./suite-crew.ts";
import { openCrew, startPare, type Crew, type Process } from "./support.ts";

const PASSWORD = "s3cret-w0rd";
let server: NatsServer;
let crew: Crew;
let url: string;
const directories: string[] = [];

beforeAll(async () => {
  server = await startNats({ config: `authorization { user: pare, password: "${PASSWORD}" }` });
  url = server.url.replace("//", `//pare:${PASSWORD}@`);
  crew = openCrew(url);
});
afterAll(async () => {
  await crew?.stop();
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

const place = (tests: number): string => {
  const path = suiteIn(tests);
  directories.push(path);
  return path;
};

const reduce = (cwd: string, ...typed: readonly string[]): Process => {
  const words = [
    "suite",
    "reduce",
    "tests",
    "--cover",
    "file:covered",
    "--goal",
    "all",
    "--start",
    "seeded",
    "-o",
    "small",
  ];
  return startPare(cwd, [...words, ...typed, "--plain", "--", "./prog.sh", "{}"]);
};

const ended = async (process: Process): Promise<void> => {
  expect({ code: await process.ended, said: process.said() }).toMatchObject({ code: 0 });
};

/** Without what was about to be written when a process was killed. */
const filesIn = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(directory, name)).isFile() && !basename(name).startsWith("."))
      .map((name) => [name, readFileSync(join(directory, name), "latin1")]),
  );

/** How many tests a session knows to be done. */
const doneIn = (cwd: string): number => filesOf(cwd).filter((name) => name.endsWith(".result")).length;

const filesOf = (cwd: string): readonly string[] => {
  try {
    return readdirSync(join(cwd, ".pare"), { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
};

test("workers that are killed, and a run that is killed and started again, change nothing", async () => {
  const [here, there] = [place(8), place(8)];
  await ended(reduce(here, "-j", "1"));
  const first = reduce(there, "--cluster", url);
  await expect.poll(() => first.said()).toContain("waiting for workers: start one with");
  crew.hire();
  await expect.poll(() => doneIn(there), { interval: 20 }).toBeGreaterThan(0);
  await crew.workers[0]?.kill();
  crew.hire();
  const known = doneIn(there);
  await expect.poll(() => doneIn(there), { interval: 20 }).toBeGreaterThan(known);
  first.child.kill("SIGKILL");
  await first.ended;
  const done = doneIn(there);
  expect(done).toBeLessThan(8);
  const second = reduce(there, "--cluster", url, "--json");
  await ended(second);
  expect(filesIn(join(there, "small"))).toEqual(filesIn(join(here, "small")));
  expect(second.said()).toContain("has joined");
  expect(second.said()).toContain('"status":"complete"');
  const said = [
    first.said(),
    second.said(),
    ...filesOf(there)
      .filter((name) => statSync(join(there, ".pare", name)).isFile())
      .map((name) => readFileSync(join(there, ".pare", name), "latin1")),
  ];
  expect(said.filter((text) => text.includes(PASSWORD))).toEqual([]);
});

test("what cannot be reached is told before anything is measured", async () => {
  const run = reduce(place(1), "--cluster", "nats://127.0.0.1:9");
  expect(await run.ended).toBe(1);
  expect(run.said()).toContain("127.0.0.1:9");
});
