/** From addresses in a program to functions and lines, by llvm-symbolizer or addr2line: asked once for all blocks of a program. */
import { noTool, programsNamed, runTool, saidBy } from "./programs.ts";
import { badCoverage } from "./troubles.ts";

export interface Block {
  /** The innermost function, of the source, and its file. */
  readonly function: string;
  readonly functionFile: string;
  /** The innermost place whose line is known: the compiler gives some of what it makes no line. 0 if there is none. */
  readonly file: string;
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
const innermost = (lines: readonly string[]): readonly Block[] => {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    if (!isAddress(lines[at])) {
      at++;
      continue;
    }
    const frames: Frame[] = [];
    for (at++; at + 1 < lines.length && !isAddress(lines[at]); at += 2)
      frames.push(frameOf(lines[at] as string, lines[at + 1] as string));
    const [own = UNKNOWN] = frames;
    const { file, line } = frames.find((frame) => frame.line > 0) ?? own;
    blocks.push({ function: own.function, functionFile: own.file, file, line });
  }
  return blocks;
};

const isAddress = (line: string | undefined): boolean => line !== undefined && /^0x[0-9a-f]+$/.test(line);

/** llvm-symbolizer, in the style of addr2line, reads clang's newest formats; addr2line does for the others. */
const symbolizer = (): readonly [string, readonly string[]] => {
  const [llvm] = programsNamed("llvm-symbolizer");
  if (llvm !== undefined) return [llvm, ["--output-style=GNU", "--no-demangle"]];
  const [gnu] = programsNamed("addr2line");
  if (gnu !== undefined) return [gnu, []];
  throw noTool("sancov", "llvm-symbolizer or addr2line", "Install LLVM's tools or binutils (Debian: llvm, binutils).");
};

interface Frame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

const UNKNOWN: Frame = { function: "??", file: "??", line: 0 };

const frameOf = (name: string, place: string): Frame => {
  const [, file = "??", line = "0"] = /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(place) ?? [];
  return { function: name, file, line: file === "??" || line === "?" ? 0 : Number(line) };
};
