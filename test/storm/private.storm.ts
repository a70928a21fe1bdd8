/** Who may read what pare writes: looked at by another user, with real files. */
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { as, common, isRoot, newPlace, OTHER, pare, put, SECRET, TEST, USER } from "./other-user.ts";
import { tally } from "./tally.ts";
import { without } from "../support/needs.ts";

/** Of all that lies in a directory, what somebody else can read. */
const readByOther = (directory: string): ReadonlySet<string> => {
  const script =
    'find . -type f 2>/dev/null | while IFS= read -r f; do cat "$f" >/dev/null 2>&1 && printf "%s\\n" "$f"; done';
  return new Set(as(OTHER, directory, ["sh", "-c", script]).stdout.split("\n").filter(Boolean));
};

/** Everything below a directory that has a bit for anybody but its user. */
const openEntries = (directory: string): readonly string[] =>
  [directory, ...readdirSync(directory, { recursive: true, encoding: "utf8" }).map((path) => join(directory, path))]
    .filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => path.slice(dirname(directory).length));

interface Command {
  readonly name: string;
  /** Lays out what is given, with nothing for others, and returns what to type. */
  readonly lay: (at: string, mode: number) => readonly string[];
}

const COMMANDS: readonly Command[] = [
  {
    name: "reduce a file",
    lay: (at, mode) => {
      put(join(at, "in.txt"), SECRET, mode);
      put(join(at, "test.sh"), TEST, 0o755);
      return ["in.txt", "--test", "./test.sh", "--events", "ev.jsonl", "--report", "r.html", ...common];
    },
  },
  {
    name: "reduce in place",
    lay: (at, mode) => {
      put(join(at, "in.txt"), SECRET, mode);
      put(join(at, "test.sh"), TEST, 0o755);
      return ["in.txt", "--in-place", "--test", "./test.sh", "--events", "ev.jsonl", "--report", "r.md", ...common];
    },
  },
  {
    name: "reduce a directory",
    lay: (at, mode) => {
      put(join(at, "dir", "a.txt"), SECRET, mode);
      put(join(at, "dir", "b.txt"), "nothing\n", 0o644);
      chownSync(join(at, "dir"), USER, USER);
      put(join(at, "test.sh"), TEST, 0o755);
      return ["dir", "--test", "./test.sh", "--events", "ev.jsonl", "--report", "r.json", ...common];
    },
  },
  {
    name: "reduce several files",
    lay: (at, mode) => {
      put(join(at, "a.txt"), SECRET, mode);
      put(join(at, "b.txt"), "nothing\n", 0o644);
      put(join(at, "test.sh"), '#!/bin/sh\ngrep -q needle "$1"\n', 0o755);
      return ["a.txt", "b.txt", "--test", "./test.sh", "--events", "ev.jsonl", "--report", "r.html", ...common];
    },
  },
  {
    name: "isolate",
    lay: (at, mode) => {
      put(join(at, "good", "a.txt"), "one\ntwo\n", mode);
      put(join(at, "bad", "a.txt"), SECRET, mode);
      for (const name of ["good", "bad"]) chownSync(join(at, name), USER, USER);
      return [
        ..."isolate good bad --apply --events ev.jsonl --report r.html --quiet -j 1 -- sh -c".split(" "),
        "! grep -q needle {}/a.txt",
      ];
    },
  },
];

const outputsIn = (at: string, given: ReadonlySet<string>): readonly string[] =>
  readdirSync(at, { recursive: true, encoding: "utf8" })
    .filter((path) => !given.has(path) && lstatSync(join(at, path)).isFile())
    .map((path) => `./${path}`);

test.skipIf(without("root", isRoot))("nobody reads what pare writes who may not read what it was given", (context) => {
  let [tried, held] = [0, 0];
  const wrong: string[] = [];
  const check = (what: string, holds: boolean): void => {
    tried += 1;
    if (holds) held += 1;
    else wrong.push(what);
  };
  for (const { name, lay } of COMMANDS)
    for (const umask of ["000", "022", "077"]) {
      const at = newPlace();
      const typed = lay(at, 0o600);
      const given = new Set(readdirSync(at, { recursive: true, encoding: "utf8" }));
      const ran = pare(at, typed, umask);
      expect(`${name}: ${ran.stderr} ${ran.status}`).toBe(`${name}:  0`);
      const written = outputsIn(at, given);
      expect(written.length).toBeGreaterThan(6);
      const read = readByOther(at);
      for (const path of written) check(`${name}, umask ${umask}: ${path}`, !read.has(path));
      check(`${name}, umask ${umask}: modes in .pare`, openEntries(join(at, ".pare")).length === 0);
    }
  tally(context, "private", { tried, held });
  expect(wrong).toEqual([]);
});

test.skipIf(without("root", isRoot))("what everybody may read stays readable, as the umask has it", () => {
  for (const { name, lay } of COMMANDS) {
    const at = newPlace();
    const ran = pare(at, lay(at, 0o644));
    expect(`${name}: ${ran.stderr} ${ran.status}`).toBe(`${name}:  0`);
    const read = readByOther(at);
    const report = readdirSync(at).find((path) => path.startsWith("r.")) ?? "";
    for (const path of ["ev.jsonl", report])
      expect(`${name}: ${path} ${read.has(`./${path}`)}`).toBe(`${name}: ${path} true`);
    expect([...read].filter((path) => path.startsWith("./.pare"))).toEqual([]);
  }
});

test.skipIf(without("root", isRoot))("folders, groups and other places count like the file itself", (context) => {
  const cases: readonly (readonly [what: string, lay: (at: string) => readonly string[]])[] = [
    [
      "a file in a closed folder, the output elsewhere",
      (at) => {
        put(join(at, "closed", "in.txt"), SECRET);
        chownSync(join(at, "closed"), USER, USER);
        chmodSync(join(at, "closed"), 0o700);
        return ["closed/in.txt", "-o", "out.txt"];
      },
    ],
    [
      "a file of a group that the user's files do not belong to",
      (at) => {
        chownSync(put(join(at, "in.txt"), SECRET, 0o640), USER, 4242);
        return ["in.txt", "-o", "out.txt"];
      },
    ],
    [
      "a link to a closed file",
      (at) => {
        put(join(at, "hidden.txt"), SECRET, 0o600);
        symlinkSync("hidden.txt", join(at, "in.txt"));
        return ["in.txt", "-o", "out.txt"];
      },
    ],
  ];
  let held = 0;
  const wrong: string[] = [];
  for (const [what, lay] of cases) {
    const at = newPlace();
    const typed = lay(at);
    put(join(at, "test.sh"), TEST, 0o755);
    const ran = pare(at, [...typed, "--test", "./test.sh", "--events", "ev", "--report", "r.html", ...common], "000");
    expect(`${ran.stderr} ${ran.status}`).toBe(" 0");
    // The group of the file itself may not gain by it, nor anybody else.
    const open = ["out.txt", "ev", "r.html"].filter((path) => (statSync(join(at, path)).mode & 0o077) !== 0);
    if (open.length === 0) held += 1;
    else wrong.push(`${what}: ${open.join(" ")}`);
  }
  tally(context, "private", { tried: cases.length, held });
  expect(wrong).toEqual([]);
});

test.skipIf(without("root", isRoot))(
  "runs of an earlier version are closed; what is not ours keeps its modes",
  (context) => {
    const at = newPlace();
    put(join(at, "in.txt"), SECRET, 0o600);
    put(join(at, "test.sh"), TEST, 0o755);
    const typed = ["in.txt", "--test", "./test.sh", ...common];
    expect(pare(at, typed).status).toBe(0);
    const runs = join(at, ".pare");
    for (const path of ["", ...readdirSync(runs, { recursive: true, encoding: "utf8" })].map((each) =>
      join(runs, each),
    ))
      chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
    const foreign = put(join(runs, "notes-of-somebody"), "mine\n", 0o644, OTHER);
    expect(pare(at, typed).status).toBe(0);
    expect(lstatSync(foreign).mode & 0o777).toBe(0o644);
    rmSync(foreign);
    const open = openEntries(runs);
    const read = [...readByOther(at)].filter((path) => path.startsWith("./.pare"));
    // A directory that somebody else owns is used as it is, and what is put there is closed.
    const shared = newPlace();
    put(join(shared, "in.txt"), SECRET, 0o600);
    put(join(shared, "test.sh"), TEST, 0o755);
    mkdirSync(join(shared, ".pare"));
    chownSync(join(shared, ".pare"), OTHER, OTHER);
    chmodSync(join(shared, ".pare"), 0o777);
    expect(pare(shared, typed).status).toBe(0);
    const kept = lstatSync(join(shared, ".pare")).mode & 0o777;
    const inside = [...readByOther(shared)].filter((path) => path.startsWith("./.pare/in"));
    tally(context, "private", {
      tried: 4,
      held: [open, read, inside].filter((list) => list.length === 0).length + +(kept === 0o777),
    });
    expect({ open, read, inside, kept }).toEqual({ open: [], read: [], inside: [], kept: 0o777 });
  },
);
