/** A program with planted bugs, as a shell script, and a folder of files that show them. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { TriageBackend } from "../../src/triage/backend.ts";
import type { TriageOptions } from "../../src/triage/options.ts";
import type { TriageResult } from "../../src/triage/job.ts";
import { triage } from "../../src/triage/triage.ts";

/** Each word of the input is a bug of its own; the first that stands in the input shows. */
const TARGET = `#!/bin/sh
text=$(cat "$1")
crash() {
  echo "Traceback (most recent call last):" >&2
  echo "  File \\"/opt/app/main.py\\", line $$, in main" >&2
  echo "  File \\"/opt/app/lib.py\\", line $$, in $1" >&2
  echo "$2" >&2
  exit 1
}
case "$text" in *apple*) crash parse_apple "ValueError: bad value '$text' at $$" ;; esac
case "$text" in *berry*) crash parse_berry "KeyError: 'shape'" ;; esac
case "$text" in *cherry*) crash parse_cherry "KeyError: 'shape'" ;; esac
case "$text" in *silent*) exit 7 ;; esac
case "$text" in *sleep*) sleep 100 ;; esac
case "$text" in *greedy*) echo "out of memory" >&2; exit 1 ;; esac
exit 0
`;

export interface TriagePlace {
  readonly path: string;
  write(name: string | Buffer, content: string): void;
  read(name: string): string;
  /** The program with other bugs: what \`change\` makes of its text. */
  rebuild(change: (text: string) => string): void;
  triage(more?: Partial<TriageOptions>, backend?: TriageBackend): Promise<TriageResult>;
}

export const triagePlace = (): TriagePlace => {
  const path = mkdtempSync(join(tmpdir(), "pare-triage-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const build = (text: string): void => {
    writeFileSync(join(path, "target.sh"), text);
    chmodSync(join(path, "target.sh"), 0o755);
  };
  build(TARGET);
  mkdirSync(join(path, "crashes"));
  return {
    path,
    write: (name, content) => {
      const at = Buffer.concat([Buffer.from(`${path}/crashes/`), Buffer.from(name)]);
      if (typeof name === "string") mkdirSync(dirname(at.toString()), { recursive: true });
      writeFileSync(at, content);
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    rebuild: (change) => build(change(TARGET)),
    triage: async (more = {}, backend) =>
      await triage(
        {
          inputs: ["crashes"],
          command: ["./target.sh", "{}"],
          cwd: path,
          jobs: 2,
          timeout: 5000,
          debugger: "none",
          ...more,
        },
        backend,
      ).result,
  };
};

/** Titles and files of the bugs, in order. */
export const bugsIn = ({ bugs }: TriageResult): readonly (readonly [title: string, files: number])[] =>
  bugs.map(({ title, files }) => [title, files.length]);
