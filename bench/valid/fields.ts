/** The fields: a language, its checkers, real files and generated ones. */
import { randomModule, spirv as modules } from "../../test/binary/spirv-modules.ts";
import { generatedModule } from "../../test/languages/llvm-modules.ts";
import { compiled, pointer, REAL } from "../../test/languages/llvm-programs.ts";
import { shaderProgram, type ShaderLanguage } from "../../test/languages/shader-programs.ts";
import { drawnScript } from "../../test/languages/smtlib-scripts.ts";
import { sqlScript } from "../../test/languages/sql-scripts.ts";
import { designOf } from "../../test/languages/verilog-designs.ts";
import { draws } from "../../test/support/seeds.ts";
import * as checkers from "./checkers.ts";

export interface Field {
  /** The language that pare is told of. */
  readonly name: string;
  /** Who is asked: the first that accepts the file itself. */
  readonly checkers: readonly checkers.Checker[];
  /** Of the tests, with real files. */
  readonly folders: readonly string[];
  /** Further real files, by what a compiler makes. */
  readonly made?: () => readonly (string | Uint8Array)[];
  readonly generate: (seed: number) => string | Uint8Array;
}

const shader = (language: ShaderLanguage) => (seed: number) => shaderProgram(language, draws(seed), 3);

const { glsl, hlsl, iverilog, llvm, naga, smtlib, spirv, sqlite, tint, yosys } = checkers;

export const fields: readonly Field[] = [
  {
    name: "llvm",
    checkers: [llvm],
    folders: ["languages/samples/llvm"],
    made: () => REAL.map(([file, ...flags]) => compiled(file, flags)),
    generate: (seed) => generatedModule(seed, pointer),
  },
  {
    name: "smtlib",
    checkers: [smtlib],
    folders: ["languages/samples/smtlib", "fixtures/smtlib"],
    generate: drawnScript,
  },
  { name: "sql", checkers: [sqlite], folders: ["languages/samples/sql"], generate: (seed) => sqlScript(seed, 20) },
  { name: "wgsl", checkers: [naga, tint], folders: ["languages/samples/wgsl"], generate: shader("wgsl") },
  { name: "glsl", checkers: glsl, folders: ["languages/samples/glsl"], generate: shader("glsl") },
  { name: "hlsl", checkers: hlsl, folders: ["languages/samples/hlsl"], generate: shader("hlsl") },
  {
    name: "verilog",
    checkers: [yosys, iverilog],
    folders: ["languages/samples/verilog", "languages/verilog"],
    generate: (seed) => designOf(seed, 3),
  },
  {
    name: "spirv",
    checkers: [spirv],
    folders: [],
    made: () => modules.make(),
    generate: (seed) => randomModule(seed % 2 === 0 ? "glsl" : "hlsl", seed),
  },
];
