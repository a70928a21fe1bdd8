/** What a new kind of isolation costs: one file and one line, from the flag in the help to the noun in the report. */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const FILE = `/** Letters of a word, in the variable LETTERS: \`--letters GOOD BAD\`. */
import { elements } from "../../core/configuration.ts";
import type { Kind, Pair } from "../kind.ts";
import { mixture } from "../mixture.ts";
import { originPlace } from "../places/origin-place.ts";

export interface LetterEnds {
  readonly letters?: Pair;
}

export const lettersKind: Kind<LetterEnds> = {
  name: "letters",
  about: "two words: which letter does it?",
  noun: "letter",
  flags: { letters: { usage: "--letters <good> <bad>", about: "two words: which letter does it?", takes: "pair" } },
  example: "--letters GOOD BAD -- COMMAND",
  offers: [],
  layout: "own",
  notOnCluster: "--letters is a toy",
  applies: ({ letters }) => letters !== undefined,
  open: async ({ ends, origin }) => {
    const [good, bad] = ends.letters ?? ["", ""];
    const all = [...bad].map((id) => ({ id, new: id }));
    return {
      name: "letters",
      identity: [good, bad],
      titles: { good, bad },
      changes: async () => ({
        all,
        levels: [{ name: "letters", groups: Int32Array.from(all, (_, i) => i) }],
        mix: (chosen) =>
          mixture(chosen.length, { environment: { LETTERS: good + elements(chosen).map(({ id }) => id).join("") } }),
      }),
      jobs: 1,
      openPlace: async () => originPlace(origin),
      close: async () => undefined,
    };
  },
};
`;
const LINE = 'export { lettersKind } from "./letters.ts";\n';

let copy = "";

beforeAll(() => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  copy = mkdtempSync(join(root, ".cache", "toy-kind-"));
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
  for (const name of ["package.json", "tsconfig.json"]) cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "src", "isolate", "kinds", "letters.ts"), FILE);
  appendFileSync(join(copy, "src", "isolate", "kinds", "every.ts"), LINE);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const pare = (...words: readonly string[]): { readonly status: number | null; readonly text: string } => {
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const main = join(copy, "src", "cli", "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, main, "isolate", ...words], {
    cwd: copy,
    encoding: "utf8",
  });
  return { status, text: `${stdout}${stderr}` };
};

const COMMAND = ["--", "sh", "-c", 'case "$LETTERS" in *X*) echo broken; exit 3;; esac'] as const;

test("its flag is in the help", () => {
  expect(pare("--help").text).toMatch(/--letters <good> <bad> +two words: which letter does it\?/);
});

test("its changes are searched, and reports call them by its noun", () => {
  const { status, text } = pare("--letters", "a", "bcXd", ...COMMAND);
  expect(text).toMatch(/a → bcXd: 4 letters/);
  expect(text).toMatch(/the letter that does it +X\n/);
  expect(text).toContain("the bad end without that letter works");
  expect(status).toBe(0);
});

test("what it does not have is refused", () => {
  expect(pare("--letters", "a", "bX", "--apply", ...COMMAND).text).toContain("--letters compares no files");
  expect(pare("--letters", "a", "bX", "--only", "x", ...COMMAND).text).toContain("--letters has no paths");
  expect(pare("--letters", "a", "bX", "--good", "HEAD", ...COMMAND).text).toContain("Both --good and --letters");
  writeFileSync(join(copy, "secret"), "0123456789abcdef0123456789abcdef\n", { mode: 0o600 });
  const cluster = ["--cluster", "nats://127.0.0.1:9", "--secret-file", "secret"] as const;
  expect(pare("--letters", "a", "bX", ...cluster, ...COMMAND).text).toContain("--letters is a toy");
});
