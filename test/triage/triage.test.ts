import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { Controls } from "../../src/driver/controls.ts";
import { progressed } from "../../src/progress/progressed.ts";
import { beginning } from "../../src/progress/state.ts";
import type { TriageEvent } from "../../src/triage/options.ts";
import { bugsIn, triagePlace } from "./support.ts";

const textOf = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? [])
    .toString()
    .trim();

test("files of one bug are in one bucket, whatever numbers and names of the input the message has", async () => {
  const place = triagePlace();
  place.write("a1", "first apple 17");
  place.write("a2", "another apple, with more words");
  place.write("a3", "apple");
  place.write("b1", "some berry here");
  place.write("c1", "a cherry");
  const result = await place.triage({ sortOnly: true });
  expect(bugsIn(result)).toEqual([
    ["ValueError: bad value 'first apple ‹n›' at ‹n› in parse_apple < main", 3],
    ["KeyError: 'shape' in parse_berry < main", 1],
    ["KeyError: 'shape' in parse_cherry < main", 1],
  ]);
});

test("what cannot be sorted is set aside with its reason, and nothing is lost", async () => {
  const place = triagePlace();
  place.write("apple", "apple");
  place.write("fine", "nothing wrong");
  place.write("hang", "sleep");
  place.write("quiet", "silent");
  place.write("much", "greedy");
  place.write("with\nnewline", "berry");
  place.write(Buffer.from([0x6e, 0xff, 0x6e]), "more berry");
  symlinkSync("/nowhere/at/all", join(place.path, "crashes", "dangling"));
  const result = await place.triage({ sortOnly: true, timeout: 700 });
  expect(result.aside.map(({ shown, reason }) => [shown, reason])).toEqual([
    ["crashes/dangling", "not readable"],
    ["crashes/fine", "does not fail"],
    ["crashes/quiet", "cannot tell"],
  ]);
  expect(result.bugs.map(({ files }) => files)).toEqual([
    ["crashes/apple"],
    ["crashes/hang"],
    ["crashes/much"],
    [String.raw`crashes/n\xffn`, "crashes/with\nnewline"],
  ]);
  const berry = result.bugs.at(-1);
  expect(place.read(`triaged/${berry?.folder}/members.txt`)).toBe(`crashes/n\\xffn\n"crashes/with\\nnewline"\n`);
});

test("files that the command names are those of the directory where pare was started", async () => {
  const place = triagePlace();
  place.write("a1", "apple");
  place.write("b1", "berry");
  const direct = bugsIn(await place.triage());
  expect(direct).toHaveLength(2);
  for (const command of [
    ["sh", "target.sh", "{}"],
    ["env", "unused=target.sh", "sh", "./target.sh", "{}"],
  ])
    expect(bugsIn(await place.triage({ command, output: command[0] as string }))).toEqual(direct);
  expect(place.read("sh/triage.json")).toContain('"target.sh"');
});

test("copies of a file are run once", async () => {
  const place = triagePlace();
  for (let copy = 0; copy < 40; copy++) place.write(`copy${copy}`, "apple");
  const result = await place.triage({ sortOnly: true });
  expect(bugsIn(result)).toEqual([["ValueError: bad value 'apple' at ‹n› in parse_apple < main", 40]]);
  expect(result.duplicates).toBe(39);
  expect(result.sortingRuns).toBe(3);
});

test("sorting takes one run for each file and at most a fifth more", async () => {
  const place = triagePlace();
  for (let file = 0; file < 150; file++) place.write(`f${file}`, `${["apple", "berry", "nothing"][file % 3]} ${file}`);
  const { sortingRuns, aside } = await place.triage({ sortOnly: true });
  expect(sortingRuns).toBeLessThanOrEqual(150 * 1.2);
  expect(aside).toHaveLength(50);
});

test("each bug is reduced, and its folder shows it to others", async () => {
  const place = triagePlace();
  place.write("a", "one apple\nand\nmore\n");
  place.write("b", "here\nis a berry\nindeed\n");
  const result = await place.triage();
  expect(result.status).toBe("complete");
  expect(
    result.bugs.map(({ reduced }) =>
      Buffer.from(reduced ?? [])
        .toString()
        .trim(),
    ),
  ).toEqual(["apple", "berry"]);
  const folder = join(place.path, "triaged", result.bugs[1]?.folder ?? "");
  expect(readdirSync(folder).toSorted()).toEqual([
    "input",
    "members.txt",
    "reduced",
    "report.html",
    "report.md",
    "reproduce.sh",
  ]);
  expect(() => execFileSync("sh", [join(folder, "reproduce.sh")], { stdio: "pipe" })).toThrow(/KeyError: 'shape'/);
  expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("# KeyError: 'shape' in parse\\_berry \\< main");
});

test("a candidate that shows another bug opens a new one, and a smaller one takes the place of what a bug has", async () => {
  const place = triagePlace();
  // Without its core, the first file shows the berry that nobody has seen yet.
  place.rebuild((text) => text.replace("*apple*", "*apple*core*"));
  place.write("a", "an apple\nand then a berry\nwith a core\n");
  const result = await place.triage();
  expect(result.bugs.map(({ id, foundWhile }) => [id, foundWhile])).toEqual([
    [1, undefined],
    [2, 1],
  ]);
  expect(textOf(result.bugs[1]?.reduced)).toBe("berry");
  place.write("b", `${"a very long line about nothing\n".repeat(40)}berry\n`);
  const again = await place.triage({ output: "anew", fresh: true });
  expect(again.crossFinds).toBeGreaterThan(0);
  expect(again.bugs.map(({ from, reduced }) => [from, textOf(reduced)])).toEqual([
    ["crashes/a", expect.stringMatching(/^apple\s+core$/)],
    ["found while reducing #1", "berry"],
  ]);
});

test("the same files and limits give the same bugs, for any number of jobs", async () => {
  const jsons = [];
  for (const jobs of [1, 4]) {
    const place = triagePlace();
    for (let file = 0; file < 12; file++)
      place.write(`f${file}`, `${"x y\n".repeat(file)}${["apple berry", "berry cherry", "cherry apple"][file % 3]}\n`);
    await place.triage({ jobs, bucketTests: 60 });
    jsons.push(place.read("triaged/triage.json"));
  }
  expect(jsons[1]).toBe(jsons[0]);
});

test("run again, it knows its bugs, runs new files only, and reduces only what is new", async () => {
  const place = triagePlace();
  place.write("a", "apple pie\n");
  place.write("b", "berry jam\n");
  const first = await place.triage();
  expect(first.bugs.map(({ state }) => state)).toEqual(["new", "new"]);
  place.write("c", "cherry cake\n");
  place.write("d", "more apple pie\n");
  const second = await place.triage({ known: "triaged" });
  expect(second.bugs.map(({ id, state, files }) => [id, state, files.length])).toEqual([
    [1, "known", 2],
    [2, "known", 1],
    [3, "new", 1],
  ]);
  place.rebuild((text) => text.replace("*berry*", "*nothing*"));
  const third = await place.triage();
  expect(third.bugs.map(({ id, state }) => [id, state])).toEqual([
    [1, "known"],
    [2, "fixed"],
    [3, "known"],
  ]);
});

test("stopped at any moment it goes on, with the result of a triage that was not stopped", async () => {
  const files = Array.from(
    { length: 8 },
    (_, file) => `${"w\n".repeat(file)}${file % 2 === 0 ? "apple\nberry" : "cherry\napple"}\n`,
  );
  const whole = triagePlace();
  for (const [number, text] of files.entries()) whole.write(`f${number}`, text);
  await whole.triage();
  const stopped = triagePlace();
  for (const [number, text] of files.entries()) stopped.write(`f${number}`, text);
  for (const after of [3, 25, 60]) {
    const controller = new AbortController();
    let runs = 0;
    const onEvent = (event: { readonly type: string }): void => {
      if (event.type === "execution" && ++runs === after) controller.abort();
    };
    const result = await stopped
      .triage({ signal: controller.signal, onEvent, output: "half" })
      .catch((error: unknown) => error);
    if (!(result instanceof UserError))
      expect(["stopped", "complete"]).toContain((result as { status: string }).status);
  }
  await stopped.triage();
  expect(stopped.read("triaged/triage.json")).toBe(whole.read("triaged/triage.json"));
});

test("two triages of one program at once are refused", async () => {
  const place = triagePlace();
  place.write("a", "apple");
  const controls = new Controls();
  controls.pause();
  let isPaused = false;
  const first = place.triage({ controls, onEvent: ({ type }) => (isPaused ||= type === "control") });
  await expect.poll(() => isPaused).toBe(true);
  await expect(place.triage()).rejects.toMatchObject({ code: "LOCKED" });
  await expect(place.triage({ timeout: 1400 })).rejects.toMatchObject({ code: "OUTPUT_LOCKED" });
  controls.resume();
  expect((await first).status).toBe("complete");
});

test("--bucket-by takes other parts of the symptom", async () => {
  const place = triagePlace();
  place.write("a", "apple");
  place.write("b", "berry");
  place.write("c", "cherry");
  const by = async (bucketBy: string): Promise<number> =>
    (await place.triage({ bucketBy, sortOnly: true, output: `by-${bucketBy.replaceAll(/\W/g, "")}` })).bugs.length;
  expect(await by("message")).toBe(2);
  expect(await by("frame")).toBe(3);
  expect(await by(String.raw`/File "(\S+)"/`)).toBe(1);
  await expect(by("colour")).rejects.toThrow("--bucket-by colour is not known.");
});

test("a bug that shows only sometimes has a rate, and is not reduced", async () => {
  const place = triagePlace();
  place.rebuild((text) =>
    text
      .replace("crash parse_apple", '[ $(($(cat "$PARE_ORIGIN/count")/2%2)) = 1 ] && crash parse_apple')
      .replace("text=", 'echo $(($(cat "$PARE_ORIGIN/count")+1)) > "$PARE_ORIGIN/count"; text='),
  );
  execFileSync("sh", ["-c", `echo 1 > ${place.path}/count`]);
  place.write("a", "apple");
  const { bugs } = await place.triage({ jobs: 1 });
  expect(bugs.map(({ state, rate }) => [state, (rate?.shows ?? 0) < (rate?.runs ?? 0)])).toEqual([["flaky", true]]);
});

test("texts of the program are no markup in what is written", async () => {
  const place = triagePlace();
  place.rebuild((text) => text.replace("KeyError: 'shape'", "KeyError: <script>alert(1)</script> & `x`"));
  place.write("<img src=x onerror=alert(1)>", "berry");
  const { bugs } = await place.triage();
  const page = place.read("triaged/index.html");
  expect(page).not.toContain("<script>alert");
  expect(page).not.toContain("<img src=x");
  expect(page).not.toMatch(/(?:src|href)="(?!\d{3}-)/);
  expect(place.read("triaged/junit.xml")).not.toContain("<script>alert");
  const [prose = ""] = place.read(`triaged/${bugs[0]?.folder}/report.md`).split("\n");
  expect(prose).not.toMatch(/[^\\]<script/);
  expect(JSON.parse(place.read("triaged/triage.sarif"))).toMatchObject({ version: "2.1.0" });
  expect(existsSync(join(place.path, "triaged", bugs[0]?.folder ?? "", "reproduce.sh"))).toBe(true);
});

test("--suite writes the reduced inputs as tests, and --since names the change that made each bug", async () => {
  const place = triagePlace();
  const git = (...words: readonly string[]): void =>
    void execFileSync("git", ["-C", place.path, "-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
      stdio: "pipe",
    });
  place.write("b", "a berry here\n");
  git("init", "-q");
  place.rebuild((text) => text.replace("*berry*", "*nothing*"));
  git("add", "target.sh");
  git("commit", "-qm", "no berries");
  place.rebuild((text) => `${text}# a remark\n`.replace("*berry*", "*nothing*"));
  git("commit", "-qam", "a remark");
  place.rebuild((text) => `${text}# a remark\n`);
  git("commit", "-qam", "berries break it");
  const { bugs } = await place.triage({ since: "HEAD~2", suite: "regressions" });
  expect(bugs.map(({ since }) => since)).toEqual([
    expect.stringMatching(/^made by [0-9a-f]{7,12} \(berries break it\), target\.sh:\d+/),
  ]);
  const name = `${bugs[0]?.folder}`;
  expect(place.read(`regressions/${name}`).trim()).toBe("berry");
  expect(() => execFileSync("sh", [join(place.path, "regressions", "run.sh")], { stdio: "pipe" })).toThrow(
    "Command failed",
  );
  place.rebuild((text) => text.replace("*berry*", "*nothing*"));
  expect(execFileSync("sh", [join(place.path, "regressions", "run.sh")], { encoding: "utf8" })).toBe(
    `ok      ${name}\n`,
  );
});

test("a pause holds it back, and a bug that is skipped keeps its best so far", async () => {
  const place = triagePlace();
  for (const name of ["apple", "berry"]) place.write(name, `${"filler\n".repeat(30)}${name}\n`);
  const controls = new Controls();
  controls.pause();
  const seen: TriageEvent[] = [];
  let progress = beginning();
  const running = place.triage({
    controls,
    onEvent: (event) => {
      seen.push(event);
      if (event.type !== "note") progress = progressed(progress, event);
      if (event.type === "bug" && event.bug.id === 1 && event.best !== undefined) controls.skip();
    },
  });
  await expect.poll(() => progress.paused).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen.some(({ type }) => type === "execution")).toBe(false);
  controls.resume();
  const { bugs, status } = await running;
  expect(status).toBe("complete");
  const [apple, berry] = bugs;
  expect(apple?.complete).toBe(false);
  expect(apple?.after).toBeLessThan(apple?.before ?? 0);
  expect(berry?.complete).toBe(true);
  expect(progress.paused).toBe(false);
  expect(progress.triage?.bugs.map(({ state, now }) => [state, now])).toEqual([
    ["unfinished", apple?.after],
    ["done", berry?.after],
  ]);
  expect(progress.stage).toBe("ended");
});
