/**
 * What README.md and docs/ say is true. A fenced `ts` block is run, and `console.log(x); // this` must print *this*; a block
 * marked `ts check-only` is type-checked alone; one that begins with `// src/…` quotes that file, word for word, with gaps at `…`; of its
 * comments it may quote a part, behind the line.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PROMISES } from "./storm/promises.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file.replaceAll("\\", "/")}`),
];
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

interface Block {
  readonly title: string;
  readonly file: string;
  readonly code: string;
  readonly runs: boolean;
}

const blocks: readonly Block[] = pages.flatMap((page) =>
  Array.from(textOf(page).matchAll(/^```ts( check-only)?\n([\s\S]*?)^```$/gm), ([, mark, code = ""], i) => ({
    title: `${page}, block ${i + 1}`,
    file: `${page.replaceAll(/\W/g, "-")}-${i + 1}.ts`,
    code,
    runs: mark === undefined,
  })),
);
const isQuotation = ({ code }: Block): boolean => code.startsWith("// src/");
const quotations = blocks.filter(isQuotation);
const examples = blocks.filter((block) => !isQuotation(block));

/** Code without its comments and its layout. */
const essence = (code: string): string =>
  code
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
    .replaceAll(/ +\/\/ .*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Its comments, each in one line. */
const commentsIn = (code: string): string =>
  Array.from(code.matchAll(/\/\*\*[\s\S]*?\*\/|\/\/ .*$/gm), ([comment]) =>
    comment.replaceAll(/\n\s*\* /g, " ").replaceAll(/\s+/g, " "),
  ).join("\n");

describe("a quotation is in its file", () => {
  test.each(quotations)("$title", ({ code }) => {
    const [heading = "", ...lines] = code.split("\n");
    const source = essence(textOf(heading.slice("// ".length).trim()));
    const missing = lines
      .join("\n")
      .split(/^\s*…\s*$/m)
      .map(essence)
      .filter((piece) => !source.includes(piece));
    expect(missing).toEqual([]);
  });

  test.each(quotations)("and so are its comments, which may be a part of what stands there: $title", ({ code }) => {
    const [heading = "", ...lines] = code.split("\n");
    const comments = commentsIn(textOf(heading.slice("// ".length).trim())).toLowerCase();
    const quoted = lines.flatMap((line) => / \/\/ (.*)$/.exec(line)?.[1] ?? []);
    expect(quoted.filter((comment) => !comments.includes(comment.toLowerCase()))).toEqual([]);
  });
});

describe("an example", () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "docs-"));
  const config = {
    extends: "../../tsconfig.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ["*.ts"],
  };
  beforeAll(() => {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    for (const { file, code } of examples) writeFileSync(join(folder, file), `${code}\nexport {};\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has the right types", () => {
    const tsc = (): string => {
      try {
        return execFileSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { cwd: root, encoding: "utf8" });
      } catch (error) {
        return (error as { readonly stdout: string }).stdout;
      }
    };
    expect(tsc()).toBe("");
  });

  test.each(examples.filter(({ runs }) => runs))("prints what it says: $title", async ({ file, code }) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...all: unknown[]) => {
      printed.push(
        all.map((each) => (typeof each === "string" ? each : inspect(each, { breakLength: 500 }))).join(" "),
      );
    });
    try {
      await import(pathToFileURL(join(folder, file)).href);
    } finally {
      log.mockRestore();
    }
    const said = Array.from(code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => line);
    expect(printed).toEqual(said);
  });
});

/** The anchor a heading gets. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

describe.each(pages)("%s", (page) => {
  const prose = textOf(page).replaceAll(/^```[\s\S]*?^```$/gm, "");

  test("has links that lead somewhere", () => {
    const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
    for (const link of links.filter((each) => !/^https?:/.test(each))) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      expect(existsSync(join(root, target)), `${link} of ${page}`).toBe(true);
      if (anchor === undefined) continue;
      const anchors = Array.from(textOf(target).matchAll(/^#+ (.*)$/gm), ([, heading = ""]) => anchorOf(heading));
      expect(anchors, `${link} of ${page}`).toContain(anchor);
    }
  });

  test("names files that are there", () => {
    const named = Array.from(
      prose.matchAll(/`((?:src|test|bench|scripts|examples|docs)\/[\w./-]+)`/g),
      ([, path]) => path,
    );
    for (const path of named) expect(existsSync(join(root, path as string)), `${path} in ${page}`).toBe(true);
  });

  test("quotes commands that exist", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { readonly scripts: Record<string, string> };
    const quoted = Array.from(textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g), ([, name]) => name);
    for (const name of quoted) expect(Object.keys(scripts)).toContain(name);
  });
});

test("docs/reliability.md has every promise, with what was tried and what held", () => {
  const rows = textOf("docs/reliability.md");
  const missing = Object.values(PROMISES).filter((promise) => !rows.includes(`| ${promise} |`));
  expect(missing).toEqual([]);
});
