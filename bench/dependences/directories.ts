/** The same programs as directories, one file for each part: how many tests it takes until no file can go. */
import { entriesCase, type CaseFile, type TestCase } from "../../src/core/test-case.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { apart } from "../../src/pipelines/entries.ts";
import { playedAsync } from "../../test/passes/support.ts";
import type { Count } from "./count.ts";
import type { Order, Program } from "./programs.ts";

interface Filing {
  readonly language: string | undefined;
  readonly ending: string;
  /** A part that needs others, each with the name of its file without the ending. */
  text(name: string, needs: readonly { readonly name: string; readonly stem: string }[]): string;
}

/** By paths, by modules, by names alone, and by stems in text that pare knows nothing of. */
export const FILINGS: Readonly<Record<string, Filing>> = {
  typescript: {
    language: "typescript",
    ending: ".ts",
    text: (name, needs) =>
      `${needs.map((need) => `import { ${need.name} } from "./${need.stem}";\n`).join("")}export const ${name} = () => [${needs.map((need) => `${need.name}()`).join(", ")}];\n`,
  },
  python: {
    language: "python",
    ending: ".py",
    text: (name, needs) =>
      `${needs.map((need) => `from ${need.stem} import ${need.name}\n`).join("")}def ${name}():\n    return [${needs.map((need) => `${need.name}()`).join(", ")}]\n`,
  },
  c: {
    language: "c",
    ending: ".c",
    text: (name, needs) => `int ${name}(void) { return 0${needs.map((need) => ` + ${need.name}()`).join("")}; }\n`,
  },
  plain: {
    language: undefined,
    ending: ".txt",
    text: (name, needs) => `part ${name}\n${needs.map((need) => `see ${need.stem}\n`).join("")}`,
  },
};

/** Paths are in the order of the parts, or the other way round. */
const filesOf = ({ needs }: Program, { ending, text }: Filing, order: Order): readonly CaseFile[] => {
  const stem = (part: number): string => {
    const place = order === "backward" ? needs.length - 1 - part : part;
    return `p${String(place).padStart(String(needs.length).length, "0")}`;
  };
  return needs.map((each, part) => {
    const bytes = Buffer.from(
      text(
        `f${part}`,
        each.map((need) => ({ name: `f${need}`, stem: stem(need) })),
      ),
    );
    return { path: `${stem(part)}${ending}`, mode: 0o644, bytes: () => bytes };
  });
};

/** The wanted file must stay, as it is, with all it needs. */
export const countFiles = async (program: Program, filing: Filing, order: Order): Promise<Count> => {
  const files = filesOf(program, filing, order);
  const language = filing.language === undefined ? plainLanguage : await loadLanguage(filing.language);
  const partOf = new Map(files.map((file, part) => [file.path, { part, text: file.bytes() }]));
  const holds = (candidate: TestCase): boolean => {
    const there = new Set<number>();
    for (const file of candidate.files) {
      const part = partOf.get(file.path);
      if (part === undefined || Buffer.compare(part.text, file.bytes()) !== 0) return false;
      there.add(part.part);
    }
    return (
      there.has(program.wanted) && [...there].every((part) => program.needs[part]?.every((need) => there.has(need)))
    );
  };
  const asked = new Set<string>();
  const { result } = await playedAsync(
    apart({
      languages: new Map(files.map(({ path }) => [path, language])),
      precise: new Map(),
      deletes: true,
      isLast: () => false,
      rename: false,
      valid: false,
    })(entriesCase({ files })),
    (candidate) => {
      asked.add(candidate.key());
      return holds(candidate);
    },
  );
  return { tests: asked.size, bytes: result.size };
};
