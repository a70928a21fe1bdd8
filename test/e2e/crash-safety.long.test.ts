import { spawn } from "node:child_process";
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

const child = fileURLToPath(new URL("./crash-safety/child.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "pare-crash-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KILLS = 50;
const NEEDED = Array.from({ length: 24 }, (_, i) => `keep${i}`);
const INPUT = Array.from({ length: 300 }, (_, i) =>
  i % 12 === 5 ? `line with keep${(i - 5) / 12} in it` : `filler ${i}`,
);

/** Notes every content it sees, and how often, outside of everything pare touches; then looks for the needed words. */
const SCRIPT = (notes: string): string => `#!/bin/sh
name=$(md5sum < "$1" | cut -c1-32)
[ -e "${notes}/$name" ] || { cp "$1" "${notes}/.$$" && mv "${notes}/.$$" "${notes}/$name"; }
echo "$name" >> "${notes}/log"
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

interface Session {
  readonly done: boolean;
  /** How long the search went on. */
  readonly ms: number;
  readonly said: readonly string[];
}

/** Runs the child; kills it so many milliseconds after its start, or after its search has begun. */
const session = async ({ directory }: Place, kill?: { after: "start" | "ready"; ms: number }): Promise<Session> => {
  const pare = spawn(process.execPath, ["--import", "tsx", child, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: string[] = [];
  let ready = performance.now();
  const killLater = (): void => void setTimeout(() => pare.kill("SIGKILL"), kill?.ms);
  if (kill?.after === "start") killLater();
  createInterface({ input: pare.stdout }).on("line", (line) => {
    said.push(line);
    if (line !== "ready") return;
    ready = performance.now();
    if (kill?.after === "ready") killLater();
  });
  await new Promise((resolve) => pare.on("close", resolve));
  return { done: said.some((line) => line.startsWith("done")), ms: performance.now() - ready, said };
};

/** The contents that were tested, by their digests, in order. */
const tested = ({ notes }: Place): string[] => {
  const log = join(notes, "log");
  const names = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  return names
    .filter((name) => name.length === 32 && existsSync(join(notes, name)))
    .map((name) => digest(readFileSync(join(notes, name))));
};

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
  "a reduction killed 50 times ends with the bytes of an undisturbed one, and runs nothing twice",
  { timeout: 3_600_000 },
  async () => {
    const random = draws();
    const undisturbed = newPlace("undisturbed");
    const whole = await session(undisturbed);
    expect(whole.said.at(-1)).toMatch(/^done complete/);

    const place = newPlace("killed");
    const original = digest(readFileSync(join(place.directory, "input.txt")));
    const result = digest(readFileSync(undisturbed.output));
    const again: string[] = [];
    let slowest = 0;
    for (let kills = 0, done = false; !done; kills++) {
      const known = journalled(place);
      const before = tested(place).length;
      // Some are hit while they start; the others get as far, all together, as the search needs.
      const kill =
        kills % 10 === 0
          ? { after: "start" as const, ms: random.next() * 1000 }
          : { after: "ready" as const, ms: random.next() * (whole.ms / 30) };
      const { done: ended } = await session(place, kills < KILLS ? kill : undefined);
      done = ended;
      slowest = Math.max(slowest, await outliving(place));
      again.push(
        ...tested(place)
          .slice(before)
          .filter((key) => known.has(key) && key !== original && !(done && key === result)),
      );
      if (existsSync(place.output)) expect(interesting(readFileSync(place.output, "utf8"))).toBe(true);
      if (done) expect(kills).toBeGreaterThanOrEqual(KILLS);
    }
    expect(readFileSync(place.output)).toEqual(readFileSync(undisturbed.output));
    expect(again).toEqual([]);
    process.stdout.write(`${KILLS} kills; oracles outlived pare by at most ${Math.round(slowest)} ms\n`);
  },
);
