/** The buckets of CASR: a report of each file, reports of one stack hash as one, and casr-cluster's clusters. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { findPeer } from "../peers/tool.ts";
import type { MadeProgram } from "./make.ts";

/** Which of CASR's programs reads the reports of a program. */
const READERS: Readonly<Record<string, string>> = { lua: "casr-san", "markdown-it": "casr-js", "go-toml": "casr-san" };

export interface CasrBuckets {
  /** Names of files: those of which there is a report, and one of them for each stack hash. */
  readonly reported: readonly string[];
  readonly hashes: readonly string[];
  /** Names of files, by clusters. */
  readonly clusters: readonly (readonly string[])[];
}

const REPORT = ".casrep";
const TIMEOUT_S = "3";

/** Nothing if CASR is not installed. */
export const casrBuckets = async (
  { program, command }: MadeProgram,
  files: readonly string[],
  into: string,
): Promise<CasrBuckets | undefined> => {
  const [reader, cluster] = [findPeer(READERS[program.name] ?? ""), findPeer("casr-cluster")];
  if (reader === undefined || cluster === undefined) return undefined;
  const [reports, unique, clusters] = ["reports", "unique", "clusters"].map((name) => join(into, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [unique, clusters]) rmSync(path, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const waiting = files.filter((file) => !existsSync(join(reports, `${basename(file)}${REPORT}`)));
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        const words = command.map((word) => (word === "{}" ? file : word));
        await ended(reader, ["-t", TIMEOUT_S, "-o", join(reports, `${basename(file)}${REPORT}`), "--", ...words]);
      }
    }),
  );
  run(cluster, ["-d", reports, unique]);
  // It moves nothing: all reports are clustered, those of one hash too.
  cpSync(reports, join(into, "all"), { recursive: true });
  run(cluster, ["-c", join(into, "all"), clusters]);
  return { reported: namesIn(reports), hashes: namesIn(unique), clusters: clustersIn(clusters) };
};

const ended = (program: string, words: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: "ignore" });
    child.on("error", reject);
    child.on("close", () => resolve());
  });

const run = (program: string, words: readonly string[]): void => {
  const { error, status, stderr } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error !== undefined || status !== 0) throw error ?? new Error(`${basename(program)}: ${stderr}`);
};

const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(REPORT))
    .map((name) => basename(name, REPORT))
    .toSorted();

const clustersIn = (folder: string): readonly (readonly string[])[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^cl\d+$/.test(entry.name))
    .map(({ name }) => namesIn(join(folder, name)));
