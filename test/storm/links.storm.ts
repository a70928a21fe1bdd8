/** Links, pipes and files of somebody else at the places of outputs. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { as, common, isRoot, main, newPlace, OTHER, pare, put, SECRET, TEST, USER } from "./other-user.ts";
import { tally } from "./tally.ts";
import { without } from "../support/needs.ts";

const VICTIM = "what the victim has written\n";

interface Trap {
  readonly name: string;
  /** Lays a link of another user where the path leads through; returns what it would destroy. */
  readonly lay: (at: string, path: string) => string;
}

const lay = (target: string, link: string, owner: number): void => {
  symlinkSync(target, link);
  execFileSync("chown", ["-h", `${owner}:${owner}`, link]);
};

const TRAPS: readonly Trap[] = [
  {
    name: "a link at the place",
    lay: (at, path) => {
      const victim = put(join(at, "victim"), VICTIM);
      lay(victim, path, OTHER);
      return victim;
    },
  },
  {
    name: "a link at the place to nothing",
    lay: (at, path) => {
      lay(join(at, "victim"), path, OTHER);
      return join(at, "victim");
    },
  },
  {
    name: "the user's own link to a link of another",
    lay: (at, path) => {
      const victim = put(join(at, "victim"), VICTIM);
      lay(victim, join(at, "between"), OTHER);
      lay(join(at, "between"), path, USER);
      return victim;
    },
  },
  {
    name: "a folder that is a link, where everybody may lay links",
    lay: (at, path) => {
      const target = join(at, "target");
      mkdirSync(target);
      chownSync(target, USER, USER);
      rmSync(dirname(path), { recursive: true, force: true });
      lay(target, dirname(path), OTHER);
      return put(join(target, basename(path)), VICTIM);
    },
  },
];

/** What is written where the user says. */
const WRITERS: readonly (readonly [flag: string, name: string, typed: (path: string) => readonly string[]])[] = [
  ["--events", "ev.jsonl", (path) => ["in.txt", "--test", "./test.sh", "--events", path]],
  ["--report", "r.html", (path) => ["in.txt", "--test", "./test.sh", "--report", path]],
  ["--output", "out.txt", (path) => ["in.txt", "--test", "./test.sh", "--output", path]],
  ["a directory", "out", (path) => ["dir", "--test", "./test.sh", "--output", path]],
  ["report -o", "r.html", (path) => ["report", "-o", path]],
  [
    "isolate --events",
    "ev.jsonl",
    (path) => ["isolate", "a", "b", "--events", path, "--", "sh", "-c", "! grep -q needle {}/a.txt"],
  ],
  [
    "isolate --report",
    "r.html",
    (path) => ["isolate", "a", "b", "--report", path, "--", "sh", "-c", "! grep -q needle {}/a.txt"],
  ],
];

test.skipIf(without("root", isRoot))("nothing is written through a link of somebody else", (context) => {
  let [tried, held] = [0, 0];
  const wrong: string[] = [];
  for (const [flag, name, typed] of WRITERS)
    for (const trap of TRAPS) {
      const at = newPlace();
      put(join(at, "in.txt"), SECRET);
      put(join(at, "dir", "in.txt"), SECRET);
      put(join(at, "a", "a.txt"), "one\n");
      put(join(at, "b", "a.txt"), SECRET);
      put(join(at, "test.sh"), TEST, 0o755);
      if (flag === "report -o") expect(pare(at, ["in.txt", "--test", "./test.sh", ...common]).status).toBe(0);
      const open = join(at, "open");
      mkdirSync(join(open, "inner"), { recursive: true });
      for (const folder of [open, join(open, "inner")]) chmodSync(folder, 0o1777);
      const path = join(open, "inner", name);
      const victim = trap.lay(at, path);
      const before = existsSync(victim) ? readFileSync(victim, "utf8") : undefined;
      const ran = pare(at, typed(path));
      const after = existsSync(victim) ? readFileSync(victim, "utf8") : undefined;
      tried += 1;
      if (
        before === after &&
        ran.status === 2 &&
        ran.stderr.includes("of another user") &&
        !ran.stderr.includes("    at ")
      )
        held += 1;
      else wrong.push(`${flag}, ${trap.name}: exit ${ran.status}, ${ran.stderr}, ${String(before)} → ${String(after)}`);
    }
  tally(context, "links", { tried, held });
  expect(wrong).toEqual([]);
});

test.skipIf(without("root", isRoot))("--events writes to what is meant, and destroys nothing else", (context) => {
  const at = newPlace();
  put(join(at, "in.txt"), SECRET);
  put(join(at, "test.sh"), TEST, 0o755);
  const typed = ["in.txt", "--test", "./test.sh", "--fresh", ...common];
  const checks: (readonly [what: string, holds: boolean])[] = [];
  const ends = (text: string): boolean => text.startsWith('{"type":"') && text.endsWith("\n");

  // An earlier file of events, also through a link of the user's own, is made anew; its other names keep what they had.
  expect(pare(at, [...typed, "--events", "ev"]).status).toBe(0);
  const first = readFileSync(join(at, "ev"), "utf8");
  linkSync(join(at, "ev"), join(at, "other-name"));
  lay("ev", join(at, "link"), USER);
  checks.push(["own link", pare(at, [...typed, "--events", "link"]).status === 0]);
  checks.push(["it stays a link", lstatSync(join(at, "link")).isSymbolicLink()]);
  checks.push(["events behind it", ends(readFileSync(join(at, "ev"), "utf8"))]);
  checks.push(["hard link", readFileSync(join(at, "other-name"), "utf8") === first]);

  // Anything else is not.
  put(join(at, "notes"), VICTIM);
  lay("notes", join(at, "to-notes"), USER);
  for (const name of ["notes", "to-notes"]) {
    const { status, stderr } = pare(at, [...typed, "--events", name]);
    checks.push([`${name} refused`, status === 2 && stderr.includes("no earlier file of events")]);
    checks.push([`${name} whole`, readFileSync(join(at, "notes"), "utf8") === VICTIM]);
  }
  put(join(at, "empty"), "");
  checks.push([
    "empty",
    pare(at, [...typed, "--events", "empty"]).status === 0 && ends(readFileSync(join(at, "empty"), "utf8")),
  ]);

  // Streams, devices and pipes.
  checks.push(["/dev/null", pare(at, [...typed, "--events", "/dev/null"]).status === 0]);
  checks.push(["/dev/stdout", ends(pare(at, [...typed, "--events", "/dev/stdout"]).stdout)]);
  const shell = (line: string) => as(USER, at, ["sh", "-c", line, process.execPath, main, ...typed]);
  put(join(at, "log"), "before\n");
  checks.push(["/dev/fd/3", shell('exec "$0" "$@" --events /dev/fd/3 3>>log').status === 0]);
  checks.push(["what was there", readFileSync(join(at, "log"), "utf8").startsWith('before\n{"type":"')]);
  checks.push(["pipe", ends(shell('mkfifo pipe; cat pipe & "$0" "$@" --events pipe; wait').stdout)]);
  mkdirSync(join(at, "open"));
  chmodSync(join(at, "open"), 0o1777);
  as(OTHER, join(at, "open"), ["mkfifo", "-m", "666", "trap"]);
  checks.push(["pipe of another", pare(at, [...typed, "--events", "open/trap"]).status === 2]);

  tally(context, "links", { tried: checks.length, held: checks.filter(([, holds]) => holds).length });
  expect(checks.filter(([, holds]) => !holds)).toEqual([]);
});
