import { spawnSync } from "node:child_process";
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileCase } from "../../src/core/test-case.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { closingJson } from "../../src/reporters/reduce/json.ts";
import type { Closing } from "../../src/reporters/reduce/closing.ts";
import { checkOutput, checkPlaces } from "../../src/runs/output/place.ts";
import { fileResults, guardedOutput } from "../../src/runs/output/guarded-output.ts";
import { Held } from "../../src/runs/output/held.ts";
import { Publisher } from "../../src/runs/output/publisher.ts";
import { mistake, newDirectory, newPlace } from "./support.ts";
import { without } from "../support/needs.ts";

const refusal = (code: string): unknown =>
  expect.objectContaining({ code, advice: expect.stringMatching(/./) as string });

const pipeIn = (directory: string): string => {
  const path = join(directory, "pipe");
  spawnSync("mkfifo", [path]);
  return path;
};

describe("an output that is no regular file is refused and stays", () => {
  test("a named pipe, which nobody reads meanwhile", async () => {
    const { directory, runs } = newPlace(["needle"]);
    const output = pipeIn(directory);
    const error = await mistake(reduce({ cwd: directory, input: "input.txt", test: "./test.sh", output }).result);
    expect(error).toMatchObject({
      code: "OUTPUT_NOT_A_FILE",
      message: expect.stringContaining("a named pipe") as string,
    });
    expect(lstatSync(output).isFIFO()).toBe(true);
    expect(runs()).toBe(0);
  });

  test("a link to one", () => {
    const directory = newDirectory();
    const link = join(directory, "link");
    symlinkSync(pipeIn(directory), link);
    expect(() => checkOutput(link, join(directory, "input"))).toThrow(refusal("OUTPUT_NOT_A_FILE"));
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test("a socket", async () => {
    const path = join(newDirectory(), "socket");
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => void server.listen(path, resolve));
    expect(() => checkOutput(path, `${path}.input`)).toThrow(refusal("OUTPUT_NOT_A_FILE"));
    expect(lstatSync(path).isSocket()).toBe(true);
  });

  test("a kept original that is none", async () => {
    const { directory } = newPlace(["needle"]);
    spawnSync("mkfifo", [join(directory, "input.txt.orig")]);
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", inPlace: true };
    expect((await mistake(reduce(options).result)).code).toBe("OUTPUT_NOT_A_FILE");
  });

  test("one that became a pipe while the search went on", () => {
    const path = pipeIn(newDirectory());
    const hooks = { beforehand: () => {}, onPublished: () => {}, onBroken: () => {} };
    const publisher = new Publisher(fileOutput(path), hooks);
    publisher.offer(oneByte);
    expect(() => publisher.flush()).toThrow(refusal("OUTPUT_NOT_A_FILE"));
    expect(lstatSync(path).isFIFO()).toBe(true);
  });
});

const fileOutput = (path: string) => guardedOutput({ held: new Held({ path, nature: fileResults(0o644) }) });

const oneByte = fileCase({ path: "x", mode: 0o644, bytes: () => new Uint8Array(1) }, 1);

describe("what is written is nothing that is read", () => {
  const files = (): string => {
    const directory = newDirectory();
    for (const name of ["input", "test.sh", "beside"]) writeFileSync(join(directory, name), name);
    linkSync(join(directory, "test.sh"), join(directory, "hard"));
    symlinkSync("beside", join(directory, "soft"));
    symlinkSync(".", join(directory, "here"));
    return directory;
  };
  const given = { input: "input", test: "./test.sh", extraFiles: ["beside"] };

  test.each([
    ["the script", { output: "test.sh" }],
    ["the script by another name", { output: "hard" }],
    ["what lies beside", { output: "soft" }],
    ["in place, the script", { inPlace: true, test: "input" }],
    ["events to the input", { events: "./input" }],
    ["events to the input through a linked directory", { events: "here/input" }],
    ["events to the script", { events: "hard" }],
    ["events to what lies beside", { events: "beside" }],
    ["events to the output that is not there yet", { events: "here/out", output: "out" }],
    ["events to the output nobody named", { events: "input.reduced" }],
    ["events to the kept original", { events: "input.orig", inPlace: true }],
  ])("%s", (_, more) => {
    expect(() => checkPlaces({ cwd: files(), ...given, ...more })).toThrow(refusal("SAME_FILE"));
  });

  test("other files, and devices for the events, are fine", () => {
    const cwd = files();
    for (const events of ["events", "/dev/null", "/dev/stderr", pipeIn(cwd)])
      expect(() => checkPlaces({ cwd, ...given, output: "out", events })).not.toThrow();
    expect(() => checkPlaces({ cwd, ...given, extraFiles: ["/dev/null"], events: "/dev/null" })).not.toThrow();
  });

  test("the library refuses too, and leaves nothing", async () => {
    const { directory } = newPlace(["needle"]);
    const script = readFileSync(join(directory, "test.sh"), "utf8");
    const options = { cwd: directory, input: "input.txt", test: "./test.sh", output: "test.sh" };
    expect((await mistake(reduce(options).result)).code).toBe("SAME_FILE");
    expect(readFileSync(join(directory, "test.sh"), "utf8")).toBe(script);
  });
});

describe("a directory that takes no files", () => {
  test.skipIf(without("Linux", process.platform === "linux"))("is found out at once", () => {
    expect(() => checkOutput("/proc/pare-output.txt", "/nowhere")).toThrow(
      expect.objectContaining({ name: "UserError", advice: expect.stringContaining("--output") as string }),
    );
  });

  test("a name that is too long is the user's to change, and a good one leaves nothing behind", () => {
    const directory = newDirectory();
    expect(() => checkOutput(join(directory, "x".repeat(256)), "/nowhere")).toThrow(refusal("BAD_PATH"));
    checkOutput(join(directory, "x".repeat(255)), "/nowhere");
    checkOutput(join(directory, "out"), "/nowhere");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("an output that became a directory is refused when it is written", () => {
    const path = join(newDirectory(), "out");
    const hooks = { beforehand: () => {}, onPublished: () => {}, onBroken: () => {} };
    const publisher = new Publisher(fileOutput(join(path, "below")), hooks);
    publisher.offer(oneByte);
    expect(() => publisher.flush()).toThrow(refusal("OUTPUT_REFUSED"));
    mkdirSync(path);
    const other = new Publisher(fileOutput(path), hooks);
    other.offer(oneByte);
    expect(() => other.flush()).toThrow(refusal("OUTPUT_NOT_A_FILE"));
  });
});

test("in place, a link stays a link: what it leads to is reduced, and its original kept", async () => {
  const { directory } = newPlace(["needle"]);
  const original = readFileSync(join(directory, "input.txt"), "utf8");
  mkdirSync(join(directory, "links"));
  const link = join(directory, "links", "link.txt");
  symlinkSync("../input.txt", link);
  const options = { cwd: directory, input: "links/link.txt", test: "./test.sh", inPlace: true };
  for (const more of [{ maxTests: 5 }, {}, {}]) {
    await reduce({ ...options, ...more }).result;
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(directory, "input.txt.orig"), "utf8")).toBe(original);
  }
  expect(readFileSync(join(directory, "input.txt"), "utf8").trim()).toBe("needle");
  expect(readdirSync(join(directory, "links"))).toEqual(["link.txt"]);
});

test("a measured rate is part of the JSON object", () => {
  const rate = { shows: 31, runs: 100, rate: 0.31, low: 0.17, high: 0.47, confidence: 0.999 };
  const proof = { complete: true, claims: [] };
  const closing = { input: {}, output: {}, tests: {}, wallMs: 1, proof } as unknown as Closing;
  expect(JSON.parse(closingJson({ ...closing, rate }))).toMatchObject({
    rate: { shows: 31, runs: 100, low: 0.17, high: 0.47, confidence: 0.999 },
  });
  expect(closingJson(closing)).not.toContain("rate");
});
