/** What an addition costs: a toy strategy, language, pass, container, effect, kind of isolation and reporter are added to a copy of the source, which is run. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kind } from "./kind.ts";
import { cost, extend, type ExtendedTree, type Extension } from "./tree.ts";

const grammars = fileURLToPath(new URL("../../grammars", import.meta.url));

const strategy: Extension = {
  writes: {
    "strategies/drop-last.ts": `/** Drops the last delta while the rest fails: a toy. */
import { slice, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, one } from "../core/words.ts";

export const dropLast = <Delta>(c: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (c.length < 2) return done(c);
  const rest = slice(c, 0, c.length - 1);
  return one(
    () => rest,
    { phase: "last", removes: 1 },
    (fails) => (fails ? dropLast(rest) : done(c)),
  );
};
`,
  },
  inserts: {
    "strategies/index.ts": [
      ['import { dd } from "./dd.ts";\n', 'import { dropLast } from "./drop-last.ts";\n'],
      [
        "export const list: Readonly<Record<string, ListEntry>> = {\n",
        '  "drop-last": { summary: "drop the last delta while the rest fails", source: "a toy", promises: 0, reads: [], build: () => dropLast },\n',
      ],
    ],
  },
};

const language: Extension = {
  writes: {
    "languages/known/toy.ts": `/** JSON under another name: a toy. */
import type { LanguageDefinition } from "../definition.ts";

export const toy: LanguageDefinition = {
  name: "toy",
  extensions: "toy",
  grammar: { package: "tree-sitter-json", version: "0.24.8" },
};
`,
  },
  inserts: {
    "languages/known/index.ts": [['export { toml } from "./toml.ts";\n', 'export { toy } from "./toy.ts";\n']],
  },
};

const pass: Extension = {
  writes: {
    "passes/digits.ts": `/** A number in words becomes digits: a toy. */
import type { TextPass } from "../languages/pass.ts";

export const digits: TextPass = {
  kind: "texts",
  name: "digits",
  about: "writes a number in digits",
  texts: ({ tree: { text } }) => (text.includes("fortytwo") ? [text.replace("fortytwo", "42")] : []),
};
`,
  },
  inserts: {
    "passes/index.ts": [
      ['import { comments } from "./comments.ts";\n', 'import { digits } from "./digits.ts";\n'],
      ["  layout,\n", "  digits,\n"],
    ],
    "pipelines/auto.ts": [["    const fine = [", 'stage("digits"), ']],
  },
};

/** "TOY!", how many records there are, and the records, each behind its length. */
const container: Extension = {
  writes: {
    "formats/binary/toy.ts": `/** Records behind their number: a toy. */
import type { Container } from "./container.ts";
import { stage, type Deltas } from "./stage.ts";

const records = (bytes: Uint8Array): Deltas => {
  const all: Uint8Array[] = [];
  for (let at = 5; at < bytes.length; at += 1 + (bytes[at] as number)) all.push(bytes.subarray(at, at + 1 + (bytes[at] as number)));
  return {
    length: all.length,
    print: (gone) => {
      const kept = all.filter((_, i) => gone[i] === 0);
      return [bytes.subarray(0, 4), Uint8Array.of(kept.length), ...kept];
    },
  };
};

export const toy: Container = {
  name: "toy",
  recognises: (bytes) => String.fromCharCode(...bytes.subarray(0, 4)) === "TOY!",
  stages: [stage("toy records", records)],
  contents: () => [],
};
`,
  },
  inserts: {
    "formats/binary/index.ts": [
      ['import { png } from "./png.ts";\n', 'import { toy } from "./toy.ts";\n'],
      ["const CONTAINERS: readonly Container[] = [", "toy, "],
    ],
  },
};

const effect: Extension = {
  writes: {},
  inserts: {
    "suite/effects/effects.ts": [
      [
        "const ALL = {\n",
        '  lines: { unit: "lines", parse: plain, maximized: "lines", amount: ({ stdout }) => stdout.filter((byte) => byte === 10).length },\n',
      ],
    ],
  },
};

const reporter: Extension = {
  writes: {
    "reporters/counting.ts": `/** How many events there were: a toy. */
import type { Reporter, Stage } from "./reporter.ts";

export const counting = ({ out }: Stage): Reporter => {
  let events = 0;
  return (_, event) => {
    events++;
    if (event.type === "closing") out.write(\`events: \${events}\\n\`);
  };
};
`,
  },
  inserts: {
    "reporters/registry.ts": [
      ['import { githubReporter } from "./github.ts";\n', 'import { counting } from "./counting.ts";\n'],
      [
        "export const REPORTERS: Readonly<Record<string, RegisteredReporter>> = {\n",
        "  counting: { when: ({ quiet }) => !quiet, open: counting },\n",
      ],
    ],
  },
};

const architecture = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");

/** What the page says an addition costs. */
const toldCost = (name: string): number =>
  Number(new RegExp(`^\\| ${name} \\| (\\d+) \\|`, "m").exec(architecture)?.[1]);

describe("a toy", () => {
  let tree: ExtendedTree;
  beforeAll(() => {
    tree = extend([strategy, language, pass, container, effect, kind, reporter]);
    // What `node scripts/pack-grammars.mjs toy` makes.
    for (const ending of ["json", "scm", "wasm.br"])
      symlinkSync(join(grammars, `json.${ending}`), join(tree.path, "grammars", `toy.${ending}`));
  });
  afterAll(() => tree.remove());

  test("needs no change anywhere else: all of them compile", () => {
    expect(tree.compile()).toBe("");
  });

  test("strategy is a file and an entry; its result is verified, for it promises nothing", () => {
    expect(cost(strategy)).toBe(toldCost("a strategy"));
    const files = { "a.txt": "1\n2\nbug\n3\n4\n", "test.sh": '#!/bin/sh\ngrep -q bug "$1"\n' };
    const words = ["a.txt", "--strategy", "drop-last", "--format", "lines", "--test", "./test.sh"];
    const run = tree.pare(words, files);
    expect(run.output).toContain("guaranteed: nothing more can go: no line alone (1-minimal)");
    expect(run.result("a.reduced.txt").toString()).toBe("bug\n");
  });

  test("language is a file and a line, beside its grammar; files with its extension are in it", () => {
    expect(cost(language)).toBe(toldCost("a language"));
    const files = { "a.toy": '{"a": [1, 2, {"bug": 3}], "b": null}', "test.sh": '#!/bin/sh\ngrep -q bug "$1"\n' };
    const run = tree.pare(["a.toy", "--test", "./test.sh"], files);
    expect(run.output).toContain("by tree (toy)");
    expect(run.result("a.reduced.toy").toString()).toContain("bug");
  });

  test("pass is a file, an entry and its turn; it does what no other pass does", () => {
    expect(cost(pass)).toBe(toldCost("a pass"));
    const files = { "a.txt": "x = fortytwo;\ny = 1;\n", "test.sh": '#!/bin/sh\ngrep -qwE "fortytwo|42" "$1"\n' };
    const run = tree.pare(["a.txt", "--test", "./test.sh"], files);
    expect(run.result("a.reduced.txt").toString().trim()).toBe("42");
  });

  test("container is a file and an entry; its files are reduced by its parts, and what counts them is put right", () => {
    expect(cost(container)).toBe(toldCost("a container"));
    const record = (text: string): readonly number[] => [text.length, ...Buffer.from(text)];
    const bytes = Uint8Array.of(...Buffer.from("TOY!"), 3, ...record("\0ab"), ...record("bug"), ...record("cd"));
    const judge = `import { readFileSync } from "node:fs";
const bytes = readFileSync(process.argv[2]);
let count = 0;
let found = false;
for (let at = 5; at < bytes.length; at += 1 + bytes[at]) {
  count++;
  found ||= bytes.subarray(at + 1, at + 1 + bytes[at]).toString() === "bug";
}
process.exit(bytes.subarray(0, 4).toString() === "TOY!" && bytes[4] === count && found ? 3 : 0);
`;
    const files = { "a.bin": bytes, "judge.mjs": judge };
    const run = tree.pare(["a.bin", "--with", "judge.mjs", "--", process.execPath, "judge.mjs", "a.bin"], files);
    expect(run.output).toContain("toy");
    expect([...run.result("a.reduced.bin")]).toEqual([...Buffer.from("TOY!"), 1, ...record("bug")]);
  });

  describe("kind of isolation", () => {
    const command = ["--", "sh", "-c", 'case "$LETTERS" in *X*) echo broken; exit 3;; esac'];
    const isolate = (...words: readonly string[]): string =>
      tree.pare(["isolate", ...words], { secret: "0123456789abcdef0123456789abcdef\n" }).output;

    test("is a file and a line; its flag is in the help, its changes are searched, reports have its noun", () => {
      expect(cost(kind)).toBe(toldCost("a kind of isolation"));
      expect(isolate("--help", "--all")).toMatch(/--letters <good> <bad> +two words: which letter does it\?/);
      const output = isolate("--letters", "a", "bcXd", ...command);
      expect(output).toMatch(/a → bcXd: 4 letters/);
      expect(output).toMatch(/the letter that does it +X\n/);
      expect(output).toContain("the bad end without that letter works");
    });

    test("refuses what it does not have", () => {
      const ends = ["--letters", "a", "bX"];
      expect(isolate(...ends, "--apply", ...command)).toContain("--letters compares no files");
      expect(isolate(...ends, "--only", "x", ...command)).toContain("--letters has no paths");
      expect(isolate(...ends, "--good", "HEAD", ...command)).toContain(
        "More than one comparison was given: --good and --letters.",
      );
      const cluster = ["--cluster", "nats://127.0.0.1:9", "--secret-file", "secret"];
      expect(isolate(...ends, ...cluster, ...command)).toContain("--letters is a toy");
    });
  });

  test("reporter is a file and an entry; it hears what other reporters hear, in every command", () => {
    expect(cost(reporter)).toBe(toldCost("a reporter"));
    const files = { "a.txt": "one\nbug\n", "test.sh": '#!/bin/sh\ngrep -q bug "$1"\n' };
    expect(tree.pare(["a.txt", "--test", "./test.sh"], files).output).toMatch(/^events: [1-9]\d*$/m);
    expect(tree.pare(["a.txt", "--quiet", "--test", "./test.sh"], files).output).not.toContain("events:");
  });

  test("effect is an entry; reductions keep it, and it can be maximized", () => {
    expect(cost(effect)).toBe(toldCost("an effect"));
    const files = { "a.txt": "one\ntwo\nthree\nfour\nfive\n" };
    const run = tree.pare(["a.txt", "--effect", "lines>=3", "--", "cat", "a.txt"], files);
    expect(run.result("a.reduced.txt").toString()).toBe("\n\n\n");
    expect(tree.pare(["a.txt", "--effect", "nothing", "--", "cat", "a.txt"], files).output).toContain("lines");
  });
});
