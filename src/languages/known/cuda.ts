/** CUDA. */
import type { LanguageDefinition } from "../definition.ts";
import { CPP_MACROS, cppTraits } from "./cpp.ts";

export const cuda: LanguageDefinition = {
  name: "cuda",
  extends: "cpp",
  extensions: "cu cuh",
  modes: "cuda",
  features: [
    [4, /\b__global__[ \t]+void\b|\b__device__[ \t]+\w|<<<.{1,200}>>>[ \t]*\(/],
    [2, /\b(?:cuda_runtime\.h|cudaMalloc\w*|threadIdx\.[xyz])\b/],
  ],
  grammar: { package: "tree-sitter-cuda", version: "0.21.1", highlights: ["c", "cpp", "cuda"] },
  neutral: "int main() {}",
  traits: { ...cppTraits, macros: { ...CPP_MACROS, __CUDACC__: "1" } },
};
