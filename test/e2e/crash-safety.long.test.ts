import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { digest } from "../../src/core/digest.ts";
import { readLog } from "../../src/journals/log.ts";
import { draws } from "../support/seeds.ts";
import { sampled } from "../support/whole.ts";

const child = fileURLToPath(new URL("./crash-safety/child.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "pare-crash-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KILLS = sampled(12, 50);
const NEEDED = Array.from({ length: 24 }, (_, i) => `keep${i}`);
const INPUT = Array.from({ length: 300 }, (_, i) =>
  i % 12 === 5 ? `line with keep${(i - 5) / 12} in it` : `filler ${i}`,
);

/** Notes every content it sees, and how often, outside of everything pare touches, and when there are enough of them; then looks for the needed words. */
const SCRIPT = (notes: string): string => `#!/bin/sh
name=$(md5sum < "$1" | cut -c1-32)
[ -e "${notes}/$name" ] || { cp "$1" "${notes}/.$$" && mv "${notes}/.$$" "${notes}/$name"; }
echo "$name" >> "${notes}/log"
[ $(wc -l < "${notes}/log") -lt $(cat "${notes}/enough") ] || : > "${notes}/reached"
sleep 0.01
for word in ${NEEDED.join(" ")}; do grep -q "$word" "$1" || exit 1; done
`;

const interesting = (text: string): boolean => NEEDED.every((word) => text.includes(word));

interface Place {
  readonly directory: string;
  readonly notes: string;
  readonly output: string;
}

const newPlace = (name: string): Place => {
  const directory = join(root, name);
  const notes = join(root, `${name}-notes`);
  mkdirSync(directory);
  mkdirSync(notes);
  writeFileSync(join(directory, "input.txt"), INPUT.map((line) => `${line}\n`).join(""));
  writeFileSync(join(directory, "interesting.sh"), SCRIPT(notes));
  chmodSync(join(directory, "interesting.sh"), 0o755);
  return { directory, notes, output: join(directory, "input.reduced.txt") };
};

/** So many milliseconds after the start, or after so many tests since then. */
interface Kill {
  readonly tests: number;
  readonly ms: number;
}

/** Runs the child and kills it; what it has said. On a busy machine the number of tests says how far it came, and the clock does not. */
const session = async (place: Place, kill?: Kill): Promise<readonly string[]> => {
  const reached = join(place.notes, "reached");
  rmSync(reached, { force: true });
  writeFileSync(join(place.notes, "enough"), String(kill === undefined ? 1e9 : logged(place).length + kill.tests));
  const pare = spawn(process.execPath, ["--import", "tsx", child, place.directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: string[] = [];
  createInterface({ input: pare.stdout }).on("line", (line) => said.push(line));
  const closed = once(pare, "close");
  if (kill !== undefined) {
    while (kill.tests > 0 && pare.exitCode === null && !existsSync(reached)) await sleep(2);
    await Promise.race([sleep(kill.ms), closed]);
    pare.kill("SIGKILL");
  }
  await closed;
  return said;
};

const logged = ({ notes }: Place): readonly string[] => {
  const log = join(notes, "log");
  return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
};

/** The contents that were tested, by their digests, in order. */
const tested = (place: Place): string[] =>
  logged(place)
    .filter((name) => name.length === 32 && existsSync(join(place.notes, name)))
    .map((name) => digest(readFileSync(join(place.notes, name))));

const journalled = ({ directory }: Place): Set<string> => {
  const keys = new Set<string>();
  const runs = join(directory, ".pare");
  for (const run of existsSync(runs) ? readdirSync(runs) : []) {
    const journal = join(runs, run, "journal.jsonl");
    if (existsSync(journal)) readLog(journal, ({ key }) => typeof key === "string" && keys.add(key));
  }
  return keys;
};

/** Processes that have to do with a directory. */
const oracles = ({ directory }: Place): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${directory}/interesting.sh`);
      } catch {
        return false;
      }
    });

/** How long processes of the oracle outlive pare. */
const outliving = async (place: Place): Promise<number> => {
  const startedAt = performance.now();
  while (oracles(place).length > 0) await sleep(20);
  return performance.now() - startedAt;
};

test(
  `a reduction killed ${KILLS} times ends with the bytes of an undisturbed one, and runs nothing twice`,
  { timeout: 3_600_000 },
  async () => {
    const random = draws();
    const undisturbed = newPlace("undisturbed");
    expect((await session(undisturbed)).at(-1)).toMatch(/^done complete/);
    const total = logged(undisturbed).length;

    const place = newPlace("killed");
    const original = digest(readFileSync(join(place.directory, "input.txt")));
    const result = digest(readFileSync(undisturbed.output));
    const again: string[] = [];
    let slowest = 0;
    for (let kills = 0, done = false; !done; kills++) {
      const known = journalled(place);
      const before = tested(place).length;
      // Some are hit while they start; the others do about half of the search, all together.
      const kill =
        kills % 10 === 0
          ? { tests: 0, ms: random.next() * 1000 }
          : { tests: 1 + random.below(Math.ceil(total / KILLS)), ms: random.next() * 30 };
      const said = await session(place, kills < KILLS ? kill : undefined);
      done = said.some((line) => line.startsWith("done"));
      slowest = Math.max(slowest, await outliving(place));
      again.push(
        ...tested(place)
          .slice(before)
          .filter((key) => known.has(key) && key !== original && !(done && key === result)),
      );
      if (existsSync(place.output)) expect(interesting(readFileSync(place.output, "utf8"))).toBe(true);
      if (done) expect(kills).toBeGreaterThan(KILLS / 2);
    }
    expect(readFileSync(place.output)).toEqual(readFileSync(undisturbed.output));
    expect(again).toEqual([]);
    process.stdout.write(`${KILLS} kills; oracles outlived pare by at most ${Math.round(slowest)} ms\n`);
  },
);
