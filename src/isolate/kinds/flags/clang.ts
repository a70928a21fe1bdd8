/** clang: which optimisation pass does it? */
import { passList } from "./llvm-passes.ts";
import type { Preset } from "./preset.ts";

export const clangPreset: Preset = {
  name: "clang",
  about: "-O2:clang  the passes of LLVM, by -opt-bisect-limit (also clang++, clang-16)",
  programs: /^(?:[\w.]+-)*clang(?:\+\+)?(?:-[\d.]+)?$/,
  levels: /^(?:|-O\w*)$/,
  list: (order) =>
    passList({
      options: order,
      always: [order.level === "" ? "-O2" : order.level],
      limit: (passes) => ["-mllvm", `-opt-bisect-limit=${passes}`],
    }),
};
