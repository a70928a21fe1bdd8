/** rustc: which optimisation pass of LLVM does it? In one codegen unit, so that passes keep their numbers. */
import { passList } from "./llvm-passes.ts";
import type { Preset } from "./preset.ts";

export const rustcPreset: Preset = {
  name: "rustc",
  about: "-O2:rustc  the passes of LLVM, by -C llvm-args=-opt-bisect-limit (also opt-level=3:rustc)",
  programs: /^rustc$/,
  levels: /^(?:|-O\d?|(?:-C ?)?opt-level=\w+)$/,
  list: (order) =>
    passList({
      options: order,
      always: ["-C", `opt-level=${levelOf(order.level)}`, "-C", "codegen-units=1"],
      limit: (passes) => ["-C", `llvm-args=-opt-bisect-limit=${passes}`],
    }),
};

/** -O is opt-level=2 for older and 3 for newer ones: 2 is what people mean by -O2. */
const levelOf = (level: string): string => /opt-level=(\w+)$/.exec(level)?.[1] ?? /^-O(\d)$/.exec(level)?.[1] ?? "2";
