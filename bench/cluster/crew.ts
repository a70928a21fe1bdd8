/** Worker processes of the built command, with one slot or more each. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const BUILT: string = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Crew {
  stop(): Promise<void>;
}

export interface CrewOptions {
  readonly url: string;
  readonly workers: number;
  readonly slots: number;
  /** The main module of the command. */
  readonly pare: string;
}

/** They share a cache, as workers of one machine do. */
export const startCrew = ({ url, workers, slots, pare }: CrewOptions): Crew => {
  const directory = mkdtempSync(join(tmpdir(), "pare-crew-"));
  const typed = [pare, "worker", "--cluster", url, "-j", String(slots), "--cache", join(directory, "cache"), "--quiet"];
  const children = Array.from({ length: workers }, () =>
    spawn(process.execPath, typed, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] }),
  );
  return {
    stop: async () => {
      await Promise.all(children.map(ended));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
};
