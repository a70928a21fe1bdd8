import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, FIND_NEEDLE, haystack, lastJson, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** Slow enough that a run is still under way when it is looked at. */
const slowHaystack = (): Place => {
  const here = haystack();
  here.write("slow.sh", FIND_NEEDLE.replace("grep", "sleep 0.1; grep"), 0o755);
  return here;
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await sleep(20);
};

const interrupt = async (here: Place, signal: NodeJS.Signals, ...typed: readonly string[]) => {
  const child = here.start("hay.txt", "--test", "./slow.sh", ...typed);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "exit");
  await until(() => existsSync(join(here.path, "hay.reduced.txt")) || child.exitCode !== null);
  const asked = performance.now();
  child.kill(signal);
  const [code] = (await ended) as [number];
  return { code, stdout, stderr, ms: performance.now() - asked };
};

describe("an interrupted run", () => {
  test("keeps the best, says how to go on, and is gone on with by the same command", async () => {
    const here = slowHaystack();
    const { code, stdout, stderr } = await interrupt(here, "SIGINT");
    expect(code).toBe(130);
    const said = stdout + stderr;
    expect(said).toContain("resume with: pare hay.txt --test ./slow.sh");
    expect(said).toContain("hay.reduced.txt");
    expect(here.read("hay.reduced.txt")).toContain("needle");
    const again = here.pare("hay.txt", "--test", "./slow.sh");
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(/resuming \.pare\/hay\.txt-[0-9a-f]+: \d+ answers? known/);
    expect(again.stdout).toMatch(/[1-9]\d* recalled/);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
  });

  test("ends with 143 after SIGTERM, and with --json with an object", async () => {
    const ran = await interrupt(slowHaystack(), "SIGTERM", "--json");
    expect(ran.code).toBe(143);
    expect(["stopped", "error"]).toContain(lastJson({ ...ran })["status"]);
  });
});

describe("a test that does not let go", () => {
  test("is not waited for", async () => {
    const here = slowHaystack();
    here.write(
      "slow.sh",
      "#!/bin/sh\ntrap '' TERM INT\n[ -e hay.txt ] && sleep 0.05\ngrep -q needle \"$1\" || sleep 600\n",
      0o755,
    );
    const { code, ms } = await interrupt(here, "SIGINT");
    expect(code).toBe(130);
    expect(ms).toBeLessThan(60_000);
  });
});

describe("a run that another process works on", () => {
  test("is refused, with that process", async () => {
    const here = slowHaystack();
    // All tests but those of the original wait until the run is ended.
    const waiting = 'cmp -s "$1" "$PARE_ORIGIN/hay.txt" || sleep 600';
    here.write("slow.sh", `#!/bin/sh\n${waiting}\ngrep -q needle "$1"\n`, 0o755);
    const child = here.start("hay.txt", "--test", "./slow.sh");
    const ended = once(child, "exit");
    const isLocked = (): boolean =>
      existsSync(join(here.path, ".pare")) &&
      readdirSync(join(here.path, ".pare")).some((run) => existsSync(join(here.path, ".pare", run, "run.json")));
    await until(isLocked);
    const { code, stderr } = here.pare("hay.txt", "--test", "./slow.sh");
    child.kill("SIGTERM");
    await ended;
    expect(code).toBe(2);
    expect(stderr).toContain(`Process ${child.pid} is working on this run.`);
    expect(stderr).toContain("Wait for it");
  });
});
