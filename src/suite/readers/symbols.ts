/** From addresses in a program to functions and lines, by llvm-symbolizer or addr2line: asked once for all blocks of a program. */
import { noTool, programsNamed, runTool, saidBy } from "./programs.ts";
import { badCoverage } from "./troubles.ts";

export interface Block {
  /** The innermost function, of the source. */
  readonly function: string;
  readonly file: string;
  /** 0 if it is not known. */
  readonly line: number;
}

/** One block for every address. */
export const symbolize = async (program: string, addresses: BigUint64Array): Promise<readonly Block[]> => {
  const [tool, words] = symbolizer();
  const input = `${[...addresses].map((address) => `0x${address.toString(16)}`).join("\n")}\n`;
  const { code, stdout, stderr } = await runTool(tool, [...words, "-a", "-i", "-f", "-e", program], { input });
  const blocks = code === 0 ? innermost(stdout.toString().split("\n")) : [];
  if (blocks.length !== addresses.length)
    throw badCoverage(
      `${tool} cannot tell the lines of ${program}: ${saidBy(stderr)}`,
      "Build it with -g, and see that the file is still there.",
    );
  return blocks;
};

/** Behind every address come pairs of lines, a function and a place, from the innermost inlined function outwards. */
const innermost = (lines: readonly string[]): readonly Block[] =>
  lines.flatMap((line, at) => (/^0x[0-9a-f]+$/.test(line) ? [blockOf(lines[at + 1] ?? "", lines[at + 2] ?? "")] : []));

/** llvm-symbolizer, in the style of addr2line, reads clang's newest formats; addr2line does for the others. */
const symbolizer = (): readonly [string, readonly string[]] => {
  const [llvm] = programsNamed("llvm-symbolizer");
  if (llvm !== undefined) return [llvm, ["--output-style=GNU", "--no-demangle"]];
  const [gnu] = programsNamed("addr2line");
  if (gnu !== undefined) return [gnu, []];
  throw noTool("sancov", "llvm-symbolizer or addr2line", "Install LLVM's tools or binutils (Debian: llvm, binutils).");
};

const blockOf = (name: string, place: string): Block => {
  const [, file = "??", line = "0"] = /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(place) ?? [];
  return { function: name, file, line: file === "??" || line === "?" ? 0 : Number(line) };
};
