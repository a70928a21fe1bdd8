import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openJournal } from "../../src/journals/file.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { replaceFile } from "../../src/runs/atomic.ts";
import { modeLimitedBy } from "../../src/runs/audience.ts";
import { heldInFolders } from "../../src/runs/output/guarded-output.ts";
import { eventFile } from "../../src/runs/event-file.ts";
import { refuseForeignLinks } from "../../src/runs/links.ts";
import { mistake, newDirectory, newPlace } from "./support.ts";
import { without } from "../support/needs.ts";

const umask = process.umask();
afterEach(() => void process.umask(umask));

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;

describe("whatever the umask says", () => {
  test.each(["000", "022", "027", "077"])(
    "%s: a run is for its user alone, and its output for who may read the input",
    async (mask) => {
      const { directory } = newPlace(["needle"]);
      chmodSync(join(directory, "input.txt"), 0o640);
      process.umask(Number.parseInt(mask, 8));
      await reduce({ cwd: directory, input: "input.txt", test: "./test.sh", jobs: 1 }).result;
      const runs = join(directory, ".pare");
      for (const path of ["", ...readdirSync(runs, { recursive: true, encoding: "utf8" })].map((each) =>
        join(runs, each),
      ))
        expect(`${path} ${modeOf(path).toString(8)}`).toBe(`${path} ${lstatSync(path).isDirectory() ? "700" : "600"}`);
      expect(modeOf(join(directory, "input.reduced.txt"))).toBe(0o640);
    },
  );
});

test("a new file has no bit for those who may not read all sources, or may not come to them", () => {
  const place = newDirectory();
  chmodSync(place, 0o755);
  const group = statSync(place).gid;
  let cases = 0;
  for (const folder of [0o700, 0o710, 0o711, 0o750, 0o755])
    for (const file of [0o600, 0o604, 0o640, 0o644])
      for (const elsewhere of [true, false]) {
        const closed = join(place, `folder-${++cases}`);
        mkdirSync(closed);
        writeFileSync(join(closed, "source"), "");
        chmodSync(join(closed, "source"), file);
        chmodSync(closed, folder);
        const way = elsewhere ? folder : 0o777;
        const byGroup = (way & 0o010) !== 0 && (file & 0o040) !== 0;
        const byOthers = byGroup && (way & 0o001) !== 0 && (file & 0o004) !== 0;
        const mode = modeLimitedBy([join(closed, "source")], join(elsewhere ? place : closed, "new"), 0o666);
        const what = `${folder.toString(8)} ${file.toString(8)} ${elsewhere}`;
        expect([what, mode(group).toString(8)]).toEqual([what, byOthers ? "666" : byGroup ? "660" : "600"]);
        expect([what, mode(group + 1).toString(8)]).toEqual([what, byOthers ? "666" : "600"]);
      }
});

test("of a directory everything in it counts, but not what is no content of it", () => {
  const place = newDirectory();
  chmodSync(place, 0o755);
  const source = join(place, "source");
  mkdirSync(join(source, "deep", "er"), { recursive: true });
  mkdirSync(join(source, ".pare"), { mode: 0o700 });
  for (const path of ["a", "deep/er/b", ".pare/c"]) writeFileSync(join(source, path), "", { mode: 0o644 });
  const mode = (): number => modeLimitedBy([source], join(place, "new"), 0o644)(statSync(place).gid);
  expect(mode()).toBe(0o644);
  chmodSync(join(source, "deep/er/b"), 0o600);
  expect(mode()).toBe(0o600);
  chmodSync(join(source, "deep/er/b"), 0o644);
  chmodSync(join(source, "deep"), 0o700);
  expect(mode()).toBe(0o600);
  expect(modeLimitedBy([join(place, "nothing")], join(place, "new"), 0o644)(0)).toBe(0o600);
});

test("files of events replace earlier ones and what is empty, and nothing else", () => {
  const directory = newDirectory();
  const path = join(directory, "events");
  const write = (): void => {
    const file = eventFile(path, () => 0o600);
    file.write({ version: 1, ms: 0, type: "start" });
    file.close();
  };
  for (const before of [undefined, "", '{"ty', '{"type":"start","version":1}\n']) {
    if (before !== undefined) writeFileSync(path, before);
    write();
    expect(readFileSync(path, "utf8")).toBe('{"type":"start","version":1,"ms":0}\n');
    expect(modeOf(path)).toBe(0o600);
  }
  for (const before of ["notes\n", '{"name":"package"}\n', "[]"]) {
    writeFileSync(path, before);
    expect(write).toThrow("no earlier file of events");
    expect(readFileSync(path, "utf8")).toBe(before);
  }
  expect(readdirSync(directory)).toEqual(["events"]);
});

test("links of one's own are no danger, and a journal is no link at all", async () => {
  const directory = newDirectory();
  writeFileSync(join(directory, "there"), "old");
  symlinkSync("there", join(directory, "link"));
  symlinkSync("self", join(directory, "self"));
  for (const path of ["link", "self", "nothing/at/all", "there/below"]) refuseForeignLinks(join(directory, path));
  for (const path of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/null"]) refuseForeignLinks(path);
  replaceFile(join(directory, "link"), "new");
  expect(lstatSync(join(directory, "link")).isFile()).toBe(true);
  expect(readFileSync(join(directory, "there"), "utf8")).toBe("old");
  symlinkSync("there", join(directory, "journal.jsonl"));
  const opened = (async () => openJournal(join(directory, "journal.jsonl")))();
  expect((await mistake(opened)).code).toBe("BAD_PATH");
  expect(readFileSync(join(directory, "there"), "utf8")).toBe("old");
});

test("where a link at the place leads to does not make the file there more open", () => {
  const place = newDirectory();
  chmodSync(place, 0o755);
  const closed = join(place, "closed");
  mkdirSync(closed);
  writeFileSync(join(closed, "source"), "", { mode: 0o644 });
  chmodSync(closed, 0o700);
  symlinkSync("closed/result", join(place, "link"));
  writeFileSync(join(closed, "result"), "");
  const group = statSync(place).gid;
  expect(modeLimitedBy([join(closed, "source")], join(place, "link"), 0o644)(group)).toBe(0o600);
  expect(modeLimitedBy([join(closed, "source")], join(closed, "result"), 0o644)(group)).toBe(0o644);
});

/** Only the superuser can lay links of others. */
test.skipIf(without("root", process.getuid?.() === 0))("no folder is made through a link of another user", () => {
  const [open, theirs] = [newDirectory(), newDirectory()];
  chmodSync(open, 0o1777);
  symlinkSync(theirs, join(open, "small"));
  lchownSync(join(open, "small"), 65_534, 65_534);
  const put = (): void => heldInFolders(join(open, "small", "deep", "a.txt")).put("a");
  expect(put).toThrow(expect.objectContaining({ code: "FOREIGN_LINK" }));
  expect(existsSync(join(theirs, "deep"))).toBe(false);
});
