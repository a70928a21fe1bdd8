/** Has a launcher start a witness in the place of a program, which notes what it was started with. */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import type { ProcessJob, Runner } from "../runner.ts";
import type { LauncherFolder } from "./folder.ts";

/** The environment that a launcher sets, and the folder that it was started in. */
export interface LauncherStart {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

export interface Observation {
  readonly runner: Runner;
  readonly job: ProcessJob;
  readonly folder: LauncherFolder;
  /** The program and the arguments that it must start. */
  readonly expected: readonly string[];
  /** Where a folder for the observation can be made. */
  readonly room: string;
}

const MAX_MS = 30_000;

/** Without it, a launcher that does not find what it looks for would install it. */
const OFFLINE = "npm_config_offline";

/** Nothing where the launcher starts something else, several things, or nothing. */
export const observe = async (options: Observation, signal: AbortSignal): Promise<LauncherStart | undefined> => {
  const { runner, job, expected, room } = options;
  const { stdin: _, under: __, ...asked } = job;
  const folder = join(mkdtempSync(join(room, "launch-")), basename(job.cwd));
  const notes = layOut(folder, options);
  const exit = await runner.run(
    {
      ...asked,
      cwd: folder,
      env: { ...job.env, [OFFLINE]: "true" },
      timeout: Math.min(job.timeout, MAX_MS),
      ...(job.sandbox !== undefined && { sandbox: { ...job.sandbox, scratch: join(folder, "..") } }),
    },
    signal,
  );
  const [note, ...others] = linesOf(notes);
  if (exit.code !== 0 || note === undefined || others.length > 0) return undefined;
  const { argv, cwd, env } = JSON.parse(note) as Noted;
  const isExpected = JSON.stringify([basename(argv[0] ?? ""), ...argv.slice(1)]) === JSON.stringify(expected);
  if (!isExpected || cwd !== folder) return undefined;
  const { [OFFLINE]: _offline, ...rest } = env;
  const given = job.env[OFFLINE];
  return { env: { ...rest, ...(given !== undefined && { [OFFLINE]: given }) }, folder };
};

interface Noted {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What the launcher reads, and witnesses in the place of all programs. Returns the path of their notes. */
const layOut = (folder: string, { folder: { files, programs }, expected: [program = ""] }: Observation): string => {
  const above = join(folder, "..");
  const witness = join(above, "witness");
  const notes = join(above, "notes");
  writeFileSync(witness, witnessText(notes), { mode: 0o755 });
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  for (const { name, text } of files) writeFileSync(join(folder, name), text, "latin1");
  for (const name of new Set([...programs, program])) symlinkSync(witness, join(folder, "node_modules/.bin", name));
  return notes;
};

const witnessText = (notes: string): string => `#!${process.execPath}
const note = { argv: process.argv.slice(1), cwd: process.cwd(), env: process.env };
require("node:fs").appendFileSync(${JSON.stringify(notes)}, JSON.stringify(note) + "\\n");
`;

const linesOf = (path: string): readonly string[] =>
  attempt(() => readFileSync(path, "utf8").trimEnd().split("\n")) ?? [];
