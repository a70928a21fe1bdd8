/** What goes wrong around a triage: kills, a full disk, files that may not be read, names with anything. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildIfMissing } from "../cli/support.ts";
import { as, isRoot, main, newPlace, put, USER } from "../storm/other-user.ts";
import { without } from "../support/needs.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const canMount = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** Counts its runs, and ends pare in the run that stands in the file "kill". */
const TARGET = `#!/bin/sh
echo run >> "$PARE_ORIGIN/count"
n=$(grep -c run "$PARE_ORIGIN/count")
[ "$n" = "$(cat "$PARE_ORIGIN/kill" 2>/dev/null)" ] && kill -9 $PPID
crash() { printf 'Traceback (most recent call last):\\n  File "lib.py", line 3, in %s\\nValueError: no\\n' "$1" >&2; exit 1; }
case "$(cat "$1")" in *apple*) crash parse_apple ;; *berry*) crash parse_berry ;; *cherry*) crash parse_cherry ;; esac
`;

/** What a kill costs: the run in flight, and those of a symptom or an original that was being tested again. */
const MAX_LOST = 4;

const FRUITS = ["apple", "berry", "cherry"];

/** Each file has a bug of its own behind some lines. */
const fill = (path: string, files = 15): void => {
  mkdirSync(join(path, "crashes"), { recursive: true });
  writeFileSync(join(path, "target.sh"), TARGET);
  chmodSync(join(path, "target.sh"), 0o755);
  for (let file = 0; file < files; file++)
    writeFileSync(join(path, "crashes", `f${file}`), `${"(a [b {c} d] e)\n".repeat(file + 2)}${FRUITS[file % 3]}\n`);
};

const newFolder = (): string => {
  const path = mkdtempSync("/var/tmp/pare-triage-");
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const WORDS = ["triage", "crashes", "-j", "1", "--plain", "--", "./target.sh", "{}"];

const pare = (cwd: string): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [MAIN, ...WORDS], { cwd, encoding: "utf8" });

const runsIn = (path: string): number => readFileSync(join(path, "count"), "utf8").split("run").length - 1;

beforeAll(buildIfMissing);

test("killed at up to ten moments, the same command ends with the same result, and goes on where it was", () => {
  const whole = newFolder();
  fill(whole);
  expect(pare(whole).status).toBe(0);
  const runs = runsIn(whole);
  const killed = newFolder();
  fill(killed);
  for (let moment = 1; moment <= 10; moment++) {
    // From the first files to the last tests; what was in flight is run again.
    const before = moment === 1 ? 0 : runsIn(killed);
    const at = Math.max(before + 1, Math.floor((runs * moment) / 11));
    writeFileSync(join(killed, "kill"), String(at));
    const ended = pare(killed);
    // On a busy machine the first folder had runs that were repeated for their length, so that the last moments may come too late.
    if (moment > 5 && ended.status === 0) break;
    expect(ended).toMatchObject({ signal: "SIGKILL" });
    expect(runsIn(killed)).toBeGreaterThanOrEqual(at);
  }
  rmSync(join(killed, "kill"));
  expect(pare(killed).status).toBe(0);
  expect(readFileSync(join(killed, "triaged", "triage.json"), "utf8")).toBe(
    readFileSync(join(whole, "triaged", "triage.json"), "utf8"),
  );
  // Whoever begins anew after each kill makes more than five times as many. On a busy machine runs that take long are repeated.
  expect(runsIn(killed)).toBeLessThanOrEqual(2 * runs + 10 * MAX_LOST);
});

describe.skipIf(without("mounts", canMount))("a disk without room", () => {
  /** `size`: of the disk on which everything lies. */
  const onDisk = (setup: string, more: string): { readonly said: string; readonly result: string } => {
    const directory = newFolder();
    const script = `mount -t tmpfs -o size=9m none "$D" && cp -r "$F"/. "$D" && cd "$D" && mkdir triaged
pare() { "${process.execPath}" "${MAIN}" ${WORDS.map((word) => `'${word}'`).join(" ")} 2>&1; echo "code $?"; }
${setup}
pare
${more}
pare > again
cat triaged/triage.json > "$F/result"; tail -n 1 again`;
    const files = newFolder();
    fill(files, 6);
    const env = { PATH: process.env["PATH"], D: directory, F: files, HOME: files };
    const { stdout, stderr } = spawnSync("unshare", ["-m", "bash", "-c", script], { cwd: "/", env, encoding: "utf8" });
    return { said: `${stdout}${stderr}`, result: readFileSync(join(files, "result"), "utf8") };
  };

  const expected = (): string => {
    const place = newFolder();
    fill(place, 6);
    pare(place);
    return readFileSync(join(place, "triaged", "triage.json"), "utf8");
  };

  test.for([
    [
      "for the results",
      "mount -t tmpfs -o size=16k none triaged; head -c 99999 /dev/zero > triaged/filler",
      "umount triaged",
    ],
    ["for what is learnt", "head -c 99999999 /dev/zero > filler; truncate -s -60k filler", "rm filler"],
  ] as const)("%s: it says so, and goes on when there is some", ([, setup, more]) => {
    const { said, result } = onDisk(`{ ${setup}; } 2>/dev/null`, more);
    expect(said).toMatch(/no space left on the disk/i);
    expect(said).toContain("code 1");
    expect(said).not.toMatch(/This is a bug|\n {4}at /);
    expect(said.trim().split("\n").at(-1)).toBe("code 0");
    const plain = (text: string): unknown =>
      (JSON.parse(text) as { readonly bugs: readonly object[] }).bugs.map((bug) => ({ ...bug, firstSeen: 0 }));
    expect(plain(result)).toEqual(plain(expected()));
  });
});

test.skipIf(without("root", isRoot))(
  "files and folders that may not be read have a line each; the others are sorted",
  () => {
    const place = newPlace();
    put(join(place, "target.sh"), TARGET, 0o755);
    put(join(place, "crashes", "mine"), "an apple");
    put(join(place, "crashes", "theirs"), "a berry", 0o600, 0);
    put(join(place, "crashes", "closed", "inner"), "a cherry", 0o600, 0);
    chmodSync(join(place, "crashes", "closed"), 0o700);
    for (const name of ["-dash", "--help", "a\nb", "$(touch x)", "'\"", " ", "\u001b[31mred"])
      put(join(place, "crashes", name), `${name} berry`);
    put(join(place, "sealed", "x"), "", 0o644, 0);
    chmodSync(join(place, "sealed"), 0o755);
    const sealed = as(USER, place, [process.execPath, main, "triage", "-o", "sealed/results", ...WORDS.slice(1)]);
    expect(sealed).toMatchObject({ status: 2, stderr: expect.stringMatching(/cannot write to .*sealed: permission/) });
    expect(readdirSync(place)).not.toContain("count");
    const { status, stderr, stdout } = as(USER, place, [process.execPath, main, ...WORDS]);
    const said = `${stdout}${stderr}`;
    expect({ status, said }).toMatchObject({ status: 0 });
    expect(said).toContain("crashes/theirs: not readable: permission is denied");
    expect(said).toMatch(/crashes\/closed: not readable: the folder cannot be read \(EACCES\)/);
    expect(said).not.toContain("\u001b[31m");
    expect(readdirSync(place)).not.toContain("x");
    const { bugs, aside } = JSON.parse(readFileSync(join(place, "triaged", "triage.json"), "utf8")) as {
      readonly bugs: readonly { readonly members: readonly string[] }[];
      readonly aside: readonly unknown[];
    };
    expect(bugs.map(({ members }) => members.length)).toEqual([7, 1]);
    expect(aside).toHaveLength(2);
  },
);

test("an empty folder, one that is not there, and a command that cannot be started are told", () => {
  const place = newFolder();
  fill(place, 1);
  mkdirSync(join(place, "empty"));
  const said = (...words: readonly string[]): readonly [number | null, string] => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, "triage", ...words], {
      cwd: place,
      encoding: "utf8",
    });
    return [status, stderr];
  };
  expect(said("empty", "--", "./target.sh", "{}")).toEqual([
    expect.any(Number),
    expect.stringContaining("There are no files to sort."),
  ]);
  expect(said("gone", "--", "./target.sh", "{}")).toEqual([
    expect.any(Number),
    expect.stringContaining("There is no file or folder gone."),
  ]);
  expect(said("crashes", "--", "./not-there", "{}")).toEqual([
    expect.any(Number),
    expect.stringContaining("not-there"),
  ]);
  expect(said("crashes", "--", "./target.sh")).toEqual([
    2,
    expect.stringContaining("does not say where the input goes"),
  ]);
});
