/** What tests of kinds share: an order for a kind, programs of this machine, and one run of a mixture. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { elements, select, whole, type Configuration } from "../../src/core/configuration.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import type { Kind, OpenKind } from "../../src/isolate/kind.ts";
import type { Ends } from "../../src/isolate/kinds/index.ts";
import type { Mixture } from "../../src/isolate/mixture.ts";
import { commandFor } from "../../src/isolate/oracle/command-line.ts";

export interface Bench {
  readonly origin: string;
  readonly notes: string[];
  write(path: string, content: string): void;
  open(kind: Kind, ends: Ends, command?: readonly string[]): Promise<OpenKind>;
  /** Runs a command where tests run, with the words and variables of a mixture. */
  run(command: readonly string[], mixture: Mixture): Ran;
  close(): void;
}

interface Ran {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly cwd: string;
}

export const openBench = (): Bench => {
  const root = mkdtempSync(join(tmpdir(), "pare-kinds-"));
  const origin = join(root, "origin");
  const storage = join(root, "storage");
  mkdirSync(origin);
  mkdirSync(storage);
  const notes: string[] = [];
  return {
    origin,
    notes,
    write: (path, content) => {
      mkdirSync(dirname(join(origin, path)), { recursive: true });
      writeFileSync(join(origin, path), content);
    },
    open: (kind, ends, command) =>
      kind.open({
        ends,
        origin,
        storage,
        ...(command === undefined ? {} : { command }),
        only: [],
        skip: [],
        level: "auto",
        note: (text) => notes.push(text),
        signal: new AbortController().signal,
      }),
    run: (command, { fills, environment }) => {
      const [program = "", ...words] = commandFor(command, {
        path: origin,
        cwd: origin,
        origin,
        ...(fills === undefined ? {} : { fills }),
      });
      const env = { ...process.env, ...environment };
      const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: origin, env, encoding: "utf8" });
      if (error !== undefined) throw error;
      return { code: status ?? undefined, stdout, stderr, cwd: origin };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
};

/** The changes with these ids, which must be there. */
export const chosen = ({ all }: Changes, ids: readonly string[]): Configuration<Change> => {
  const places = ids.map((id) => all.findIndex((change) => change.id === id)).toSorted((a, b) => a - b);
  const configuration = select(
    whole(all),
    places.map((from) => ({ from, to: from + 1 })),
  );
  if (elements(configuration).length !== ids.length || places.includes(-1))
    throw new Error(`not all there: ${ids.join(", ")}`);
  return configuration;
};

export const none = ({ all }: Changes): Configuration<Change> => select(whole(all), []);
