/** `pare reduce --cluster` as people type it, on a server that wants a password. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNats, type NatsServer } from "./nats-server.ts";
import { directoryWith } from "./reduce-crew.ts";
import { openCrew, startPare, type Crew } from "./support.ts";

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

const LINES = Array.from({ length: 60 }, (_, line) => (line % 9 === 4 ? `keep ${line}` : `line ${line}`)).join("\n");

const place = (): string => {
  const path = directoryWith({ "in.txt": LINES, "test.sh": "#!/bin/sh\ngrep -q 'keep 13' in.txt\n" });
  directories.push(path);
  return path;
};

/** Everything below a directory that names the password. */
const naming = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file, "latin1").includes(PASSWORD));

test("from waiting to the result, with passwords nowhere", async () => {
  const cwd = place();
  const own = ["--events", "events.jsonl", "--report", "report.html", "--plain"];
  const run = startPare(cwd, ["reduce", "in.txt", "--test", "./test.sh", "--cluster", url, ...own]);
  await expect.poll(() => run.said()).toContain("waiting for workers: start one with");
  crew.hire();
  expect({ code: await run.ended, said: run.said() }).toMatchObject({ code: 0 });
  expect(run.said()).toContain(`pare worker --cluster ${server.url}`);
  expect(run.said()).toMatch(/worker w1 has joined: 1 test at once/);
  expect(readFileSync(join(cwd, "in.reduced.txt"), "utf8")).toBe("keep 13\n");
  const events = readFileSync(join(cwd, "events.jsonl"), "utf8").trim().split("\n");
  const types = new Set(events.map((line) => (JSON.parse(line) as { readonly type: string }).type));
  expect([...types]).toEqual(expect.arrayContaining(["cluster", "worker", "run", "end"]));
  expect(run.said()).not.toContain(PASSWORD);
  expect(naming(cwd)).toEqual([]);
});

test("a stopped run goes on without the cluster, and the other way round", async () => {
  const cwd = place();
  const words = ["reduce", "in.txt", "--test", "./test.sh", "--json", "--quiet"];
  const ended = async (typed: readonly string[]): Promise<{ readonly status: string; readonly tests: Tests }> => {
    const run = startPare(cwd, [...words, ...typed]);
    expect({ code: await run.ended, said: run.said() }).toMatchObject({ code: 0 });
    return JSON.parse(run.said().trim().split("\n").at(-1) as string) as never;
  };
  expect(await ended(["--cluster", url, "--max-tests", "5"])).toMatchObject({ status: "stopped" });
  const here = await ended(["--max-tests", "9"]);
  expect(here.tests.recalled).toBeGreaterThanOrEqual(5);
  const rest = await ended(["--cluster", url]);
  expect(rest).toMatchObject({ status: "complete", output: { bytes: 8 } });
  expect(rest.tests.recalled).toBeGreaterThanOrEqual(9);
});

interface Tests {
  readonly recalled: number;
}

test("what does not go together is told", async () => {
  const cwd = place();
  const refused = async (typed: readonly string[]): Promise<string> => {
    const run = startPare(cwd, ["reduce", "in.txt", ...typed]);
    expect(await run.ended).toBe(2);
    return run.said();
  };
  const effect = ["--effect", "output>=1", "--cluster", url, "--", "cat", "{}"];
  expect(await refused(effect)).toContain("--effect cannot be used with --cluster");
  const far = ["--test", "./test.sh", "--cluster", "nats://pare:pass@192.0.2.1:4222"];
  expect(await refused(far)).toMatch(/secret[\s\S]*--secret-file/);
});
