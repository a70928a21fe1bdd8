/** What people do today: afl-tmin on one file of each bucket, one after the other. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLua } from "./lua.ts";

export interface Minimised {
  readonly seconds: number;
  readonly bytes: number;
  /** Runs that were ended by the cap: they would have taken longer. */
  readonly capped: number;
}

/** The smallest file of each bucket, on a program with AFL++'s own instrumentation and server of forks. */
export const minimised = (
  program: string,
  folder: string,
  buckets: readonly (readonly string[])[],
  cap: number,
): Minimised => {
  const [target] = buildLua(program, "afl-clang-fast") as readonly [string];
  const output = mkdtempSync(join(tmpdir(), "pare-triage-"));
  let [bytes, capped] = [0, 0];
  const started = performance.now();
  try {
    for (const [number, names] of buckets.entries()) {
      const [first, ...rest] = names.map((name) => join(folder, name));
      if (first === undefined) continue;
      const smallest = rest.reduce((best, path) => (sizeOf(path) < sizeOf(best) ? path : best), first);
      const to = join(output, String(number));
      const { error } = spawnSync(
        "afl-tmin",
        ["-m", "none", "-t", "3000", "-i", smallest, "-o", to, "--", target, "@@"],
        {
          stdio: "ignore",
          timeout: cap * 1000,
          env: { ...process.env, ASAN_OPTIONS: "abort_on_error=1:symbolize=0:detect_leaks=0" },
        },
      );
      const isCapped = error !== undefined && "code" in error && error.code === "ETIMEDOUT";
      if (error !== undefined && !isCapped) throw error;
      if (isCapped) capped++;
      bytes += sizeOf(to) || sizeOf(smallest);
    }
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
  return { seconds: (performance.now() - started) / 1000, bytes, capped };
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
