/** Files that are the binary form of a language's text: read by its disassembler, written by its assembler. */
import { readdirSync } from "node:fs";
import { delimiter, extname, join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import type { BinaryForm } from "../../languages/definition.ts";
import { languages } from "../../languages/registry.ts";
import { assemblerOf, printedAtOnce, withBytes, type Assembler } from "../../oracles/assembled.ts";
import { isProgram } from "../../runner/executable.ts";

export interface Disassembled {
  /** The name of the language. */
  readonly language: string;
  /** The same file with the text as its content. */
  readonly text: TestCase;
  readonly assembler: Assembler;
  /** For people. */
  readonly words: string;
}

/** `undefined` for a file that is no such form. Throws a `UserError` where it is one and no program reads and writes it. */
export const disassembledFrom = (source: TestCase, path: string): Disassembled | undefined => {
  const bytes = onlyFile(source).bytes();
  const definition = languages.definitions.find(({ binary }) => binary !== undefined && isForm(bytes, binary));
  if (definition?.binary === undefined) return undefined;
  const { name: language, binary } = definition;
  const tools = toolsFor(binary);
  const refusals: string[] = [];
  for (const { disassembler, assembler } of tools) {
    try {
      const text = withBytes(source, printedAtOnce(disassembler, binary.words, bytes));
      const back = assemblerOf(assembler, binary.words);
      back.assembled(text);
      const words = `is ${binary.called}. pare reduces the text that ${disassembler} prints; tests see what ${assembler} makes of it. Sizes are those of the text`;
      return { language, text, assembler: back, words };
    } catch (error) {
      refusals.push((error as Error).message.split("\n", 1)[0] ?? "");
    }
  }
  throw unreadable(path, binary, refusals);
};

const isForm = (bytes: Uint8Array, { signatures }: BinaryForm): boolean =>
  signatures.some((signature) => signature.every((byte, at) => bytes[at] === byte));

const unreadable = (
  path: string,
  { called, disassembler, assembler }: BinaryForm,
  refusals: readonly string[],
): UserError =>
  new UserError(
    "NOT_DISASSEMBLED",
    refusals.length === 0
      ? `${path} is ${called}, and ${disassembler} and ${assembler} are not both in the directories of PATH.`
      : `${path} is ${called} that cannot be read and written again:\n${refusals.join("\n")}`,
    {
      advice:
        `Install the ${disassembler} and ${assembler} of the version that the file was made with (${disassembler}-19 is found, too). ` +
        "--format bytes reduces the file as it is.",
    },
  );

interface Tools {
  readonly disassembler: string;
  readonly assembler: string;
}

/** The oldest version first: newer programs read what it writes, older ones do not. What has no number comes last. */
const toolsFor = ({ disassembler, assembler }: BinaryForm): readonly Tools[] => {
  const found = new Map<string, Tools>();
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of namesIn(directory)) {
      const version = name.startsWith(disassembler) ? name.slice(disassembler.length) : undefined;
      if (version === undefined || !/^(?:-\d+)?$/.test(version) || found.has(version)) continue;
      const tools = { disassembler: join(directory, name), assembler: join(directory, assembler + version) };
      if (isProgram(tools.disassembler) && isProgram(tools.assembler)) found.set(version, tools);
    }
  }
  return [...found].toSorted(([a], [b]) => numberOf(a) - numberOf(b)).map(([, tools]) => tools);
};

const numberOf = (version: string): number => (version === "" ? Number.POSITIVE_INFINITY : Number(version.slice(1)));

const namesIn = (directory: string): readonly string[] => attempt(() => readdirSync(directory)) ?? [];

/** Where the text of a result goes: beside it, with the extension of the language. */
export const textPath = (output: string, language: string): string => {
  const [extension = "txt"] = languages.find(language)?.extensions?.split(" ") ?? [];
  return `${output.slice(0, output.length - extname(output).length)}.${extension}`;
};
